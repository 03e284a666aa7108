"""Figures of published papers with a verdict on each statement: `slideway paper`.

A manifest (`cases/papers/ID.toml`) lists the runs of a paper, the panels of its figures, and its
statements. `manifest` reads and checks it, `runs` computes what is missing, `sheets` draws one
picture per printed figure, and `report` writes the verdicts.
"""
