"""Configuration of Sphinx: the documents of the tree as a site (make site).

The root of the tree is the source folder, so relative links between the documents hold as they stand. Links to other
files, such as cases and sources, become downloads. The site needs no other host: MathJax is copied from Debian.
"""
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))

import docstrings  # noqa: E402

import slideway  # noqa: E402

project = "Slideway"
author = "The Slideway developers"
html_title = "Slideway"

root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "docs/site/**.rst", "cases/README.md", "meshes/*/README.md",
                    "tests/app/refused/README.md"]
exclude_patterns = ["build", "results", ".git", "docs/images"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
templates_path = ["templates"]
default_role = "literal"
smartquotes = False  # they change "--set" and quotation marks of keys
highlight_language = "none"  # of blocks without a language: commands and output
nitpicky = True

# Pages below each page, in reading order. The build fails if a page is in no list, or if a list names no page.
CONTENTS = {
    "README": {
        "Begin": ["docs/tutorials/1_bracket", "docs/tutorials/2_friction_pad", "docs/tutorials/3_free_play",
                  "docs/tutorials/4_matrices", "docs/tutorials/5_unstable_zones", "docs/tutorials/6_python",
                  "docs/tutorials/7_abaqus_or_optistruct", "docs/tutorials/8_superelement",
                  "docs/tutorials/9_solid",
                  "docs/how_to", "docs/papers", "docs/peers", "docs/gallery"],
        "Use": ["docs/analyses", "docs/case_files", "docs/command_line", "cases/README", "docs/results",
                "docs/meshes", "docs/matrices", "docs/exchange", "docs/scale", "docs/performance"],
        "Python": ["docs/python", "docs/site/api/model", "docs/site/api/package", "docs/site/api/plots",
                   "docs/site/api/curves"],
        "Theory": ["docs/notation", "docs/theory/substructures", "docs/theory/sliding_contact",
                   "docs/theory/stick_and_impact", "docs/theory/stability", "docs/theory/frequency_response",
                   "docs/theory/motion_regimes", "docs/theory/events", "docs/theory/smoothed_gap",
                   "docs/theory/harmonic_balance", "docs/theory/harmonic_friction",
                   "docs/theory/harmonic_stability", "docs/theory/continuation", "docs/theory/backbones",
                   "docs/theory/periodic_orbits", "docs/theory/long_motions", "docs/theory/basins",
                   "docs/theory/patch_friction"],
        "Development": ["docs/architecture", "CONTRIBUTING", "tests/app/refused/README", "CHANGELOG"],
    },
    "docs/results": {"": ["docs/results/*"]},
    "cases/README": {"": ["meshes/*/README"]},
}

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_update_mathjax = False

mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG"  # SVG needs no fonts, which browsers refuse to pages on disk
mathjax2_config = {"messageStyle": "none", "showMathMenu": False,
                   "tex2jax": {"ignoreClass": ".*", "processClass": "math"},
                   "SVG": {"scale": 90, "linebreaks": {"automatic": True}}}
MATHJAX = Path("/usr/share/javascript/mathjax")
MATHJAX_PARTS = ["MathJax.js", "config/TeX-AMS_SVG.js", "extensions", "jax/element", "jax/input/TeX",
                 "jax/output/SVG/autoload", "jax/output/SVG/config.js", "jax/output/SVG/fonts/TeX", "jax/output/SVG/jax.js"]

html_theme = "furo"
html_additional_pages = {"index": "index.html"}
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"

for name in slideway.__all__:  # the package loads its members when they are first used
    setattr(slideway, name, getattr(slideway, name))


def add_contents(app, page, source):
    """Appends the lists of pages to a page, as toctrees, which a git host would show as text."""
    for caption, pages in CONTENTS.get(page, {}).items():
        source[0] += "\n\n```{toctree}\n:hidden:\n:glob:\n" + (f":caption: {caption}\n" if caption else "") + \
            "\n" + "".join(f"/{name}\n" for name in pages) + "```\n"


def copy_mathjax(app, error):
    if error is None and app.builder.format == "html":
        for part in MATHJAX_PARTS:
            source, target = MATHJAX / part, Path(app.outdir) / "_static/mathjax" / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy2(source, target)


def setup(app):
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", docstrings.process)
    app.connect("build-finished", copy_mathjax)
