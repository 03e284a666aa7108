#!/usr/bin/env python3
"""Metamorphic tests: a model that is changed in a known way gives results that change in a known way.

    metamorphic.py transients                     # 150 pairs of a model and a relation, seed 1
    metamorphic.py responses --seed 7 --pairs 500
    metamorphic.py transients --seed 7 --pair 83  # one pair again, with its case files and all differences
    metamorphic.py transients --self-test         # wrong changes must be reported
    metamorphic.py transients --list              # models, and why a relation does not apply

Needs PYTHONPATH=BUILD/python. A difference that exclusions.py does not list gives exit status 1; both case files
of such a pair are kept in the folder of --keep. The same seed and number give the same pair, whatever else is run.
"""
from __future__ import annotations

import argparse
import dataclasses
import faulthandler
import itertools
import os
import pathlib
import random
import re
import resource
import shutil
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when the extension is loaded

import slideway as sw  # noqa: E402

import compare  # noqa: E402
import exclusions  # noqa: E402
from case_text import case_text  # noqa: E402
from model import Model  # noqa: E402
from observe import Observations, observe  # noqa: E402
from relations import RELATIONS, Relation  # noqa: E402
from response_models import RESPONSES  # noqa: E402
from transient_models import TRANSIENTS  # noqa: E402

FAMILIES = {"transients": TRANSIENTS, "responses": RESPONSES}


@dataclasses.dataclass(frozen=True)
class Pair:
    number: int
    round: int  #: models of a round have numbers of their own
    model: str
    relation: str


@dataclasses.dataclass
class Answer:
    """What became of a pair."""

    differences: list[compare.Difference]
    refusal: str = ""  #: reason why the relation does not apply


def pairs(family: str, seed: int):
    """All pairs, without end: rounds of every model with every relation, in an order that the seed gives."""
    number = 0
    for round_ in itertools.count():
        both = list(itertools.product(FAMILIES[family], RELATIONS))
        random.Random(f"{seed} {round_} order").shuffle(both)
        for model, relation in both:
            made = make_model(family, seed, round_, model)
            if not RELATIONS[relation]().refuse(made):
                yield Pair(number, round_, model, relation)
                number += 1


def make_model(family: str, seed: int, round_: int, name: str) -> Model:
    return FAMILIES[family][name](random.Random(f"{seed} {round_} {name}"))


class Laboratory:
    """Runs models; keeps the results of those that were not changed."""

    def __init__(self, family: str, seed: int, folder: pathlib.Path):
        self._family, self._seed, self._folder = family, seed, folder
        self._before: dict[tuple[int, str], Observations | str] = {}
        self.seconds: dict[str, float] = {}

    def model(self, pair: Pair) -> Model:
        return make_model(self._family, self._seed, pair.round, pair.model)

    def run(self, model: Model, file: pathlib.Path) -> Observations | str:
        """Results, or the message of a refusal or a failure."""
        file.write_text(case_text(model.case), encoding="utf-8")
        for name, mesh in model.meshes.items():
            (file.parent / name).write_text(mesh.text(), encoding="utf-8")
        began = time.process_time()
        try:
            return observe(sw.load(file).run(), model.analysis["type"] == "transient")
        except (ValueError, RuntimeError) as error:
            return f"{type(error).__name__}: {error}"
        finally:
            spent = time.process_time() - began
            self.seconds[model.case["title"]] = self.seconds.get(model.case["title"], 0.0) + spent

    def examine(self, pair: Pair, sabotage=None) -> Answer:
        """Runs both models of a pair. @param sabotage  changes the changed model, to see that it is reported"""
        model = self.model(pair)
        model.case["title"] = pair.model
        place = self._folder / f"{pair.number:04d}"
        for folder in ("before", "after"):
            (place / folder).mkdir(parents=True, exist_ok=True)
        key = (pair.round, pair.model)
        if key not in self._before:
            self._before[key] = self.run(model, place / "before" / "case.toml")
        else:
            (place / "before" / "case.toml").write_text(case_text(model.case), encoding="utf-8")
        before = self._before[key]
        relation: Relation = RELATIONS[pair.relation]()
        changed = relation.change(model.copy(), random.Random(f"{self._seed} {pair}"))
        changed.case["title"] = pair.model
        if sabotage is not None:
            sabotage(changed)
        after = self.run(changed, place / "after" / "case.toml")
        if isinstance(before, str):
            return Answer([compare.Difference("refusal", f"before the change: {before}")])
        if isinstance(after, str):
            return Answer([compare.Difference("refusal", after)])
        predicted = relation.predict(before, model)
        return Answer(compare.compare(predicted, after, model, relation))

    def forget(self, pair: Pair) -> None:
        shutil.rmtree(self._folder / f"{pair.number:04d}", ignore_errors=True)


def run_pairs(args, folder: pathlib.Path) -> int:
    laboratory = Laboratory(args.family, args.seed, folder)
    used_lines, failed, ran = set(), 0, 0
    for pair in itertools.islice(pairs(args.family, args.seed), 100000):
        if args.pair is not None and pair.number < args.pair:
            continue
        if pair.number >= (args.pairs if args.pair is None else args.pair + 1):
            break
        if args.only and not (args.only in pair.model or args.only == pair.relation):
            continue
        answer = laboratory.examine(pair)
        ran += 1
        unknown = []
        for difference in answer.differences:
            line = exclusions.known(pair.model, pair.relation, difference.name)
            if line is None:
                unknown.append(difference)
            else:
                used_lines.add(line)
        shown = answer.differences if args.pair is not None else unknown
        if shown:
            print(f"{pair.model}, {pair.relation} (--seed {args.seed} --pair {pair.number}):")
            limit = len(shown) if args.pair is not None else 4
            for difference in shown[:limit]:
                print(f"    {difference.name}: {difference.what}")
            if len(shown) > limit:
                print(f"    and {len(shown) - limit} more")
            print(f"    case files: {folder / f'{pair.number:04d}'}", flush=True)
        elif args.pair is None:
            laboratory.forget(pair)
        failed += bool(unknown)
    if args.times:
        for name, seconds in sorted(laboratory.seconds.items(), key=lambda item: -item[1]):
            print(f"{seconds:8.2f} s  {name}")
    for place, (model, relation, result, reason) in enumerate(exclusions.KNOWN):
        concerned = any(re.fullmatch(model, name) for name in FAMILIES[args.family])
        if concerned and place not in used_lines and args.pair is None and args.only is None:
            print(f"exclusions.py: no pair of this run needed ({model}, {relation}, {result}): {reason}")
    cpu = resource.getrusage(resource.RUSAGE_SELF)
    print(f"{ran} pairs, {failed} with differences; {cpu.ru_utime + cpu.ru_stime:.1f} s of processor time")
    return 1 if failed else 0


def spoil(model: Model) -> None:
    """Makes a spring of the first body that has one a thousandth stiffer, or a mass heavier: a wrong change."""
    for body in reversed(model.bodies()):
        if "material" in body:
            body["material"]["young"] *= 1.001
        elif "chain" in body:
            body["chain"]["springs"][0] *= 1.001
        elif body.get("springs"):
            body["springs"][0]["stiffness"] *= 1.001
        elif body.get("mass"):
            body["mass"] *= 1.001
        else:
            continue
        return
    raise ValueError("nothing to spoil")


def self_test(args, folder: pathlib.Path) -> int:
    """Every pair with a wrong change must be reported. Pairs with known faults say nothing."""
    laboratory = Laboratory(args.family, args.seed, folder)
    missed = 0
    sound = (p for p in pairs(args.family, args.seed) if not exclusions.concerned(p.model, p.relation))
    for pair in itertools.islice(sound, args.pairs):
        if not laboratory.examine(pair, spoil).differences:
            missed += 1
            print(f"{pair.model}, {pair.relation} (--seed {args.seed} --pair {pair.number}): the wrong change was not noticed")
        laboratory.forget(pair)
    print(f"{args.pairs} pairs with a wrong change, {missed} not noticed")
    return 1 if missed else 0


def list_models(args) -> int:
    for name in FAMILIES[args.family]:
        model = make_model(args.family, args.seed, 0, name)
        print(f"{name}: tolerance {model.tolerance:g} ({model.because})")
        for relation in RELATIONS.values():
            reason = relation().refuse(model)
            if reason:
                print(f"    not {relation.name}: {reason}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=150, help="how many (150)")
    parser.add_argument("--pair", type=int, help="this one alone, with all its differences")
    parser.add_argument("--only", help="pairs whose model has this in its name, or of this relation")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for case files of pairs with differences")
    parser.add_argument("--times", action="store_true", help="processor time of each model")
    parser.add_argument("--self-test", action="store_true", help="wrong changes must be reported")
    parser.add_argument("--list", action="store_true", help="models, and why a relation does not apply to them")
    args = parser.parse_args()
    if args.list:
        return list_models(args)
    faulthandler.enable()
    folder = args.keep or pathlib.Path(tempfile.mkdtemp(prefix="slideway-metamorphic-"))
    status = self_test(args, folder) if args.self_test else run_pairs(args, folder)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return status


if __name__ == "__main__":
    sys.exit(main())
