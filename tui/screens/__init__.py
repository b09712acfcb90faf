"""The screens: each turns what this device knows into a canvas, and keys into commands."""
