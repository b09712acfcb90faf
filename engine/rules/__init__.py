"""Stateless rules: cards and plain settings in, rulings out. No options, no state, no seat asked."""
