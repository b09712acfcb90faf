"""The rules of Jass: pure, deterministic, standard library only."""
