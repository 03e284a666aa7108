"""What can be computed: shipped cases and keys of case files."""
from __future__ import annotations

import _slideway
from _slideway import InputError

from slideway.place import refuse
from slideway.values import Table, Text


def list(word: str = "") -> dict[str, str]:
    """Titles of the shipped cases by their names; of those with a word in name or title."""
    _require_word("list", word)
    return Table((name, title) for name, title in _slideway.cases()
                 if word.lower() in f"{name} {title}".lower())


def keys(word: str = "") -> str:
    """Describes keys of case files: those of a table ("contact"), of an analysis ("transient"), of a
    path ("contact.rub.friction"), or those with a word in their path."""
    _require_word("keys", word)
    try:
        return Text(_slideway.keys(word))
    except InputError as error:
        refuse(f"keys({word!r}): {error}")


def _require_word(call: str, word) -> None:
    if not isinstance(word, str):
        refuse(f"{call}({word!r}); expected a text")
