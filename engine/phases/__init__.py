"""One small machine per step of a hand."""
