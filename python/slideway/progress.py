"""Progress of a computation: a bar in a terminal or in a notebook, or lines in a file."""
from __future__ import annotations

import html
import sys
import time

from slideway.notebook import running

_CELLS = 20  #: length of the bar
_INTERVAL = {"bar": 0.2, "lines": 10.0}  #: shortest time between two reports [s]


class Bar:
    """Shows a bar below the cell of a notebook or in a line of a terminal, or otherwise writes a line
    to stderr every 10 s. It is called as the `progress` of an analysis, and closed at its end."""

    def __init__(self):
        self._cell = _Cell() if running() else None
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._interval = _INTERVAL["bar" if self._cell or self._terminal else "lines"]
        self._last = time.monotonic() - (1 if self._cell or self._terminal else 0)
        self._shown = ""  # text in the line of the terminal
        self._latest = None  # report that was not shown

    def __call__(self, fraction: float, words: str, lines: str) -> None:
        if lines:
            self._write(lines)
        if words:
            self._latest = fraction, words
            if time.monotonic() - self._last >= self._interval:
                self._show(*self._latest)

    def close(self) -> None:
        """Shows the last report and ends the line of the terminal."""
        if (self._cell or self._terminal) and self._latest:
            self._show(*self._latest)
        if self._shown:
            sys.stderr.write("\n")

    def _show(self, fraction: float, words: str) -> None:
        self._last, self._latest = time.monotonic(), None
        if self._cell:
            self._cell.show(fraction, words)
        elif sys.stderr is not None:
            full = round(_CELLS * fraction)
            bar = f"[{'#' * full}{'.' * (_CELLS - full)}] " if self._terminal else ""
            text = f"{bar}{100 * fraction:5.1f} %  {words}"
            sys.stderr.write(f"\r{text.ljust(len(self._shown))}" if self._terminal else f"{text}\n")
            self._shown = text if self._terminal else ""

    def _write(self, lines: str) -> None:
        if self._cell:
            self._cell.lines += lines
        elif sys.stderr is not None:
            sys.stderr.write(("\r" + " " * len(self._shown) + "\r" if self._shown else "") + lines)
            self._shown = ""


class _Cell:
    """Bar and printed lines below the cell of a notebook."""

    def __init__(self):
        self.lines = ""
        self._handle = None

    def show(self, fraction: float, words: str) -> None:
        from IPython.display import HTML, display
        text = HTML(f"<progress value={fraction:.4f} max=1></progress> {100 * fraction:.1f} %, {html.escape(words)}"
                    f"<pre>{html.escape(self.lines)}</pre>")
        if self._handle is None:
            self._handle = display(text, display_id=True)
        else:
            self._handle.update(text)
