"""Checks the links of a built site: links.py FOLDER

A link into the site needs its file and its anchor. Scripts, styles and pictures must be files of the site, so that it
can be read without a network. Prints each link that is broken; exit status 1 if there is one.
"""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """Anchors and links of a page. loads: addresses that a browser opens by itself."""

    def __init__(self, file):
        super().__init__()
        self.anchors, self.links, self.loads = {""}, [], []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.anchors.update(filter(None, (of.get("id"), of.get("name"))))
        if of.get("href"):
            (self.loads if tag == "link" else self.links).append(of["href"])
        if of.get("src"):
            self.loads.append(of["src"])


def broken(folder):
    """Yields (page, link, reason)."""
    pages = {file: Page(file) for file in sorted(folder.rglob("*.html")) if "_static" not in file.parts}
    for file, page in pages.items():
        for link in page.links + page.loads:
            parts = urlsplit(link)
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if parts.scheme or parts.netloc:
                reason = "is on another host" if link in page.loads and parts.scheme != "data" else ""
            elif not target.is_file() or folder not in target.parents:
                reason = "no such file in the site"
            else:
                known = target not in pages or unquote(parts.fragment) in pages[target].anchors
                reason = "" if known else "no such anchor"
            if reason:
                yield file.relative_to(folder), link, reason


if __name__ == "__main__":
    root = Path(sys.argv[1]).resolve()
    found = list(broken(root))
    for page, link, reason in found:
        print(f"{page}: {link}: {reason}")
    if not (root / "README.html").is_file():
        sys.exit(f"{root}: holds no site")
    sys.exit(1 if found else 0)
