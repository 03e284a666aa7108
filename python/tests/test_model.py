"""Drawings of models, from what the program writes about them (app/model/drawing.hpp)."""
import unittest

import numpy as np

from slideway.plots import model


def block_on_track():
    return {
        "title": "Block on a track",
        "text": ["Block on a track", "load weight on block.top.y: -20 N",
                 "motion belt of track.centre.x: 0.1 m/s after a ramp of 0.1 s, one dof"],
        "bodies": [
            {"name": "block", "type": "plane-stress", "supports": ["top.x"], "links": [], "in_space": False,
             "outline": [0, 0, 0.2, 0, 0.2, 0, 0.2, 0.1, 0.2, 0.1, 0, 0.1, 0, 0.1, 0, 0],
             "ports": [{"name": "top", "components": ["x", "y"], "X": [0, 0.1, 0.2, 0.1], "segments": [0, 1]},
                       {"name": "foot", "components": ["x", "y"], "X": [0, 0, 0.2, 0], "segments": [0, 1]}]},
            {"name": "track", "type": "rigid", "supports": ["y"], "links": [], "in_space": False,
             "outline": [-50, 0, 50, 0],
             "ports": [{"name": "surface", "components": ["x", "y"], "X": [-50, 0, 50, 0], "segments": [0, 1]},
                       {"name": "centre", "components": ["x"], "X": [0, 0], "segments": []}]}],
        "contacts": [{"name": "rub", "slave": "block.foot", "master": "track.surface"}],
        "bonds": [], "joints": [{"name": "spring", "between": ["block.top.x", "ground"]}],
        "loads": [{"name": "weight", "on": "block.top.y"}], "motions": [{"name": "belt", "on": "track.centre.x"}]}


def chain():
    def port(name):
        return {"name": name, "components": ["x"], "segments": []}
    return {
        "title": "Chain", "text": ["Chain", "load push on pair.m2.x: harmonic, 1 N"],
        "bodies": [{"name": "pair", "type": "lumped", "supports": [], "in_space": False, "outline": [],
                    "links": [["m1", "ground"], ["m1", "m2"]], "ports": [port("m1"), port("m2")]}],
        "contacts": [], "bonds": [], "joints": [{"name": "stop", "between": ["pair.m1.x", "ground"]}],
        "loads": [{"name": "push", "on": "pair.m2.x"}], "motions": []}


class ModelFigureTest(unittest.TestCase):
    def test_elastic_bodies_fill_the_picture_and_everything_has_a_name(self):
        (axes,) = model.model_figure(block_on_track()).axes
        low, high = axes.get_xlim()
        self.assertLess(high - low, 1)  # not the 100 m of the track
        labels = [text.get_text() for text in axes.get_legend().get_texts()]
        self.assertEqual(labels, ["block (plane-stress, 0.2 x 0.1 m)", "track (rigid, 100 x 0 m)", "support",
                                  "contact rub", "load weight: -20 N",
                                  "motion belt: 0.1 m/s after a ramp of 0.1 s, one dof"])
        words = [text.get_text() for text in axes.texts]
        for word in ("n", "spring", "weight", "belt"):
            self.assertIn(word, words)
        self.assertEqual(axes.get_xlabel(), "x [mm]")

    def test_a_load_that_is_negative_points_downwards(self):
        (axes,) = model.model_figure(block_on_track()).axes
        arrows = [text for text in axes.texts if text.get_text() == "" and text.arrow_patch is not None]
        tails = [(text.xyann, text.xy) for text in arrows]
        self.assertTrue(any(np.isclose(tail[0], head[0]) and tail[1] > head[1] == 0.1 for tail, head in tails))

    def test_masses_without_places_are_a_row_with_springs_and_joints_below(self):
        (axes,) = model.model_figure(chain()).axes
        words = [text.get_text() for text in axes.texts]
        for word in ("m1", "m2", "ground", "stop", "push"):
            self.assertIn(word, words)
        lowest = min(np.min(line.get_ydata()) for line in axes.get_lines() if len(line.get_ydata()))
        self.assertLess(lowest, -0.2)  # the stop hangs below the spring of the same pair

    def test_a_body_in_one_point_has_a_picture(self):
        one = block_on_track()
        one["bodies"] = [{"name": "ball", "type": "matrices", "supports": [], "links": [], "in_space": True,
                          "outline": [],
                          "ports": [{"name": "centre", "components": ["x", "y"], "X": [0, 0], "segments": []}]}]
        one |= {"contacts": [], "joints": [], "motions": [], "loads": [{"name": "push", "on": "ball.centre.x"}]}
        (axes,) = model.model_figure(one).axes
        self.assertEqual(axes.get_xlabel(), "x [m]")
        self.assertEqual(axes.get_title("left"), "seen along z")


if __name__ == "__main__":
    unittest.main()
