"""Docstrings of the package, which are plain text, as reStructuredText.

    name: text              a parameter, in a paragraph of parameters; its text goes on in indented lines
    `name`                  code
    an indented paragraph   an example

>>> print("\\n".join(as_rst(["Adds a*b_.", "", "a, b: `x` and", "    more", "", "    f(a_)", "", "End."])))
Adds a\\*b\\_.
<BLANKLINE>
`a`, `b`
    `x` and
    more
<BLANKLINE>
::
<BLANKLINE>
    f(a_)
<BLANKLINE>
End.
<BLANKLINE>
"""
import re

PARAMETER = re.compile(r"([\w.]+(?:, [\w.]+)*): (.*)")
SPECIAL = re.compile(r"([*_|\\])")


def process(app, what, name, object_, options, lines):
    """Handler of the event autodoc-process-docstring of Sphinx."""
    if what != "attribute":
        lines[:] = as_rst(lines)


def as_rst(lines):
    made = []
    for paragraph in _paragraphs(lines):
        if paragraph[0].startswith(" "):
            made += ["::", "", *paragraph]
        else:
            made += _marked(paragraph)
        made.append("")
    return made


def _paragraphs(lines):
    """Yields runs of lines that are not blank."""
    run = []
    for line in [*lines, ""]:
        if line.strip():
            run.append(line)
        elif run:
            yield run
            run = []


def _marked(paragraph):
    """Lines of a paragraph; parameters become a list of definitions if it consists of them."""
    if not all(PARAMETER.fullmatch(line) or line.startswith(" ") for line in paragraph):
        return [_escaped(line) for line in paragraph]
    made = []
    for line in paragraph:
        found = PARAMETER.fullmatch(line)
        if found:
            names, text = found.groups()
            made += [", ".join(f"`{name}`" for name in names.split(", ")), f"    {_escaped(text)}"]
        else:
            made.append(_escaped(line))
    return made


def _escaped(text):
    """Text with the special characters outside `code` escaped."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in parts)
