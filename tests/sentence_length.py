#!/usr/bin/env python3
"""Counts the words of the sentences in Markdown documents and fails above the limits of CONTRIBUTING.md.

    tests/sentence_length.py README.md docs/*.md            # report of each document
    tests/sentence_length.py --long README.md               # also print the sentences that are too long
    tests/sentence_length.py --limit README.md docs/a.md    # exit status 1 if a limit is exceeded

Code blocks, tables, headings, images, comments and link targets are not counted. A paragraph, a list item and a quotation
each end a sentence. A code span, a formula and a number with its unit sign count as one word each.
"""

import argparse
import pathlib
import re
import sys

MAX_WORDS = 35  # words of the longest sentence
MAX_MEAN = 18  # words per sentence, mean of a document

ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
FENCE = re.compile(r"\s*(?:```|~~~|\$\$)")
# A sentence ends at . ! or ? (and closing signs) before a space and a sign that can begin a sentence.
END = re.compile(r"(?<=[.!?])[)\"'*_]*\s+(?=[\"'(*_]*(?:[A-Z0-9]|CODE|FORMULA))")
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|cf|etc|Fig|Figs|Eq|Eqs|eq|eqs|no|vs|approx|doi)\.(?=\s)")


def blocks(text):
    """Paragraphs and list items of a Markdown text, each as one line without code blocks, tables and headings.

    >>> blocks("# Head\\n\\nOne\\ntwo.\\n- item\\n  goes on\\n\\n```\\ncode\\n```\\n| a | b |\\nEnd.")
    ['One two.', 'item goes on', 'End.']
    """
    found, lines, fence = [], [], None

    def close():
        if lines:
            found.append(" ".join(line.strip() for line in lines))
            lines.clear()

    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    for line in text.splitlines():
        marker = FENCE.match(line)
        if fence:
            if marker and marker[0].strip() == fence:
                fence = None
        elif marker and not re.match(r"\s*\$\$.*\$\$", line):
            close()
            fence = marker[0].strip()
        elif not line.strip():
            close()
        elif re.match(r"\s*(?:#+\s|\||!\[|---|:::|\$\$)", line) or (not lines and re.match(r" {4,}\S", line)):
            close()
        elif ITEM.match(line):
            close()
            lines.append(ITEM.sub("", line, count=1))
        else:
            lines.append(line.lstrip("> "))
    close()
    return found


def plain(block):
    """A block without link targets; code spans and formulas become one word.

    >>> plain("See [the table](docs/a.md) for `--set key = value` and $a + b$.")
    'See the table for CODE and FORMULA.'
    """
    block = re.sub(r"(`+).+?\1", "CODE", block)
    block = re.sub(r"\$[^$]+\$", "FORMULA", block)
    block = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", block)
    block = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", block)
    return re.sub(r"<[^>]+>|https?://\S+", "LINK", block)


def sentences(text):
    """Sentences of a Markdown text.

    >>> sentences("The step is 0.1 s, e.g. in Fig. 3. It holds (see below). `a` is next: yes.")
    ['The step is 0.1 s, e.g. in Fig. 3.', 'It holds (see below).', 'CODE is next: yes.']
    """
    found = []
    for block in blocks(text):
        protected = ABBREVIATION.sub(lambda match: match[1] + "\0", plain(block))
        found += [sentence.replace("\0", ".").strip() for sentence in END.split(protected)]
    return [sentence for sentence in found if words(sentence)]


def words(sentence):
    """Number of words: parts between blanks that contain a letter or a digit.

    >>> words("A step of 0.1 s - not more.")
    7
    """
    return sum(1 for part in sentence.split() if re.search(r"\w", part))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="+", type=pathlib.Path)
    parser.add_argument("--long", action="store_true", help="print the sentences that are too long")
    parser.add_argument("--limit", action="store_true", help="exit with status 1 if a document exceeds a limit")
    options = parser.parse_args()

    exceeded = False
    for document in options.documents:
        found = sentences(document.read_text())
        lengths = [words(sentence) for sentence in found]
        if not lengths:
            print(f"{document}: no sentences")
            exceeded = True
            continue
        mean = sum(lengths) / len(lengths)
        too_long = [sentence for sentence in found if words(sentence) > MAX_WORDS]
        exceeded |= bool(too_long) or mean > MAX_MEAN
        print(f"{document}: {len(found)} sentences, mean {mean:.1f} words (at most {MAX_MEAN}), "
              f"longest {max(lengths)}, {len(too_long)} over {MAX_WORDS}")
        if options.long or options.limit:
            for sentence in too_long:
                print(f"  {words(sentence)} words: {sentence}")
    return 1 if options.limit and exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
