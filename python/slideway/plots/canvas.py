"""Where figures appear: in a notebook, in pyplot, in the axes of a script, or only in files."""
from __future__ import annotations

import contextlib
import contextvars
import io
import sys
import textwrap

import numpy as np
from matplotlib.figure import Figure

from slideway.notebook import running
from slideway.values import ResultsError

_managed = contextvars.ContextVar("managed", default=None)  # True, False, or None: in a notebook
_given = contextvars.ContextVar("given", default=None)  # the axes of `drawn_into`


class Drawing(Figure):
    """A figure that a notebook shows once, as the value of its cell or at the end of the cell."""

    def _repr_png_(self) -> bytes:
        return png(self)

    def _ipython_display_(self) -> None:
        if not running():
            raise NotImplementedError  # a prompt shows its text
        from IPython.display import display
        from matplotlib import pyplot
        pyplot.close(self)
        display({"image/png": png(self), "text/plain": repr(self)}, raw=True)


def png(figure: Figure, dpi: int = 100) -> bytes:
    """Returns a figure as a PNG file."""
    lay_out(figure)
    break_titles(figure)
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=dpi)
    return stream.getvalue()


def lay_out(figure: Figure) -> None:
    """Computes the final places of axes, as drawing does, in half its time."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)


def break_titles(figure: Figure) -> None:
    """Breaks titles into lines if they leave the laid out figure at its right."""
    titles = [(text, text.get_text().split("\n"))
              for text in (figure._suptitle, *(axes._left_title for axes in figure.axes)) if text]
    for _ in range(5):  # the height of a title moves its panel
        broken = False
        for text, lines in titles:
            size = max(map(len, text.get_text().split("\n")))
            while size > 8 and text.get_window_extent().x1 > figure.bbox.x1:
                size -= 1
                text.set_text("\n".join(textwrap.fill(line, size) for line in lines))
                broken = True
        if not broken:
            break
        lay_out(figure)


def _is_managed() -> bool:
    """True if new figures belong to pyplot."""
    managed = _managed.get()
    return running() if managed is None else managed


def load_backend() -> None:
    """Loads the backend of pyplot if it will be used. In a context of rcParams this would come too
    late: the end of the context undoes that a notebook is interactive."""
    if _is_managed():
        from matplotlib import pyplot
        pyplot.draw_if_interactive()


def new_figure(width: float, height: float) -> Figure:
    """Returns an empty figure [in]. In a notebook it belongs to pyplot."""
    if _is_managed():
        from matplotlib import pyplot
        return pyplot.figure(figsize=(width, height), layout="constrained", FigureClass=Drawing)
    return Drawing(figsize=(width, height), layout="constrained")


@contextlib.contextmanager
def managed(by_pyplot: bool | None = None):
    """Decides whether new figures belong to pyplot: by default in a notebook, and in a script that
    has imported pyplot."""
    if by_pyplot is None:
        by_pyplot = running() or "matplotlib.pyplot" in sys.modules
    token = _managed.set(by_pyplot)
    try:
        yield
    finally:
        _managed.reset(token)


class drawn_into:
    """Context that draws the next figure into axes of a script: one, or as many as the figure has
    panels. None draws a new figure.

    legends: dict that receives the handles of the legend by label; None: the last axes get the legend.
    Raises ResultsError if the figure has another number of panels, or panels of its own making.
    """

    def __init__(self, axes, legends: dict | None = None):
        self._axes, self._legends = axes, legends

    def __enter__(self) -> None:
        self._token = None if self._axes is None else _given.set(_Given(self._axes, self._legends))

    def __exit__(self, error, *_) -> None:
        if self._token is not None:
            used = _given.get().used
            _given.reset(self._token)
            if error is None and used is None:
                _refuse_composed()


def given_axes(rows: int, columns: int):
    """Returns (figure, rows x columns axes) of `drawn_into` for its first figure, otherwise None."""
    given = _given.get()
    return given.take(rows, columns) if given is not None and given.used is None else None


class _Given:
    """Axes of a script that a figure is drawn into."""

    def __init__(self, axes, legends):
        self.axes = list(np.ravel(np.array(axes, dtype=object)))
        self.legends = legends
        self.used = None
        if not self.axes or not all(hasattr(one, "add_artist") for one in self.axes):
            raise ResultsError(f"ax = {axes!r}; expected axes of matplotlib")

    def take(self, rows: int, columns: int):
        if len(self.axes) != rows * columns:
            raise ResultsError(f"ax = {_counted(len(self.axes))}; this figure has {rows} x {columns} "
                               f"panels: expected ax=figure.subplots({rows}, {columns})")
        self.used = Borrowed(self.axes, self.legends)
        return self.used, np.array(self.axes, dtype=object).reshape(rows, columns)


class Borrowed:
    """The figure of a script whose axes are drawn into: its title and legend go into these axes, and
    its layout stays as it is."""

    def __init__(self, axes: list, legends: dict | None):
        self.axes, self._legends = axes, legends
        self.figure = axes[0].figure

    def legend_below(self, handles: dict, **look) -> None:
        if self._legends is None:
            self.axes[-1].legend(handles.values(), handles.keys(), **look)
        else:
            self._legends.update(handles)

    def suptitle(self, text: str, **look) -> None:
        self.axes[0].set_title(text, loc="left")

    def colorbar(self, artist, **options):
        return self.figure.colorbar(artist, **options)

    def align_ylabels(self, axes) -> None:
        self.figure.align_ylabels(axes)

    def get_layout_engine(self):
        return None

    def __getattr__(self, name: str):
        if name.startswith("_"):
            raise AttributeError(name)
        _refuse_composed()


def _refuse_composed():
    raise ResultsError("ax: this figure arranges its panels itself; expected no ax")


def _counted(n: int) -> str:
    return "one axes" if n == 1 else f"{n} axes"
