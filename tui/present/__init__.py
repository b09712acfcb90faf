"""What the screens show, worked out without a screen: views in, rows of inked text out."""
