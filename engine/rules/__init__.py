"""Stateless rules: cards and plain settings in, rulings out; no options, no state."""
