"""Where chance comes from: the operating system, and nowhere else."""

import os

__all__ = ["entropy"]


def entropy(size: int) -> bytes:
    """``size`` unpredictable bytes from the operating system.

    The protocol cores take a function of this shape, so a test or the mesh can hand them a seeded
    one and a failing run can be repeated.
    """
    return os.urandom(size)
