"""Calls with objects of another kind: one line with the line of the script, the value and what is allowed."""
import unittest

import slideway as sw
from support import ScriptTest, chain

# By the call: what the message says behind "script.py:1: ". `model` is a chain, `r` its modes.
REFUSED = {
    "r[3]": 'results[3]; expected the name of an array, such as "',
    "r[None]": "results[None]; expected the name of an array",
    "r[['modes']]": "results[['modes']]; expected the name of an array",
    "r.root[3.5]": "expected a name, or a number below",
    "r.root[99]": "expected a name, or a number below",
    "r.quantities['chain.frequncy']": "no quantity chain.frequncy; did you mean chain.frequency?",
    "float(r.quantities['chain.frequency'])": "expected a quantity with one number",
    "float(r)": "expected float of one of its quantities",
    "r.quantities['chain.frequency'][9]": "expected an index from 0 to 4",
    "r.quantities['chain.frequency']['a']": "expected an index from 0 to 4",
    "r.plot('spectra')": "no figure",
    "r.to_pandas('history')": "no table history; expected one of quantities",
    "r.to_csv(3)": "to_csv(3); expected the name of a file",
    "r.write(None)": "write(None); expected the name of a file",
    "model[3]": 'model[3]; expected the path of a key, such as "contact.rub.friction"',
    "model.__setitem__(None, 1)": "model[None]; expected the path of a key",
    "model.__delitem__('title')": "a key cannot be removed",
    "model.body(3)": "body(3); expected the name of a body",
    "model.joint('a', 'linear')": "joint('a', 'linear'); expected one name, then keywords",
    "model.joint()": "joint(); expected one name, then keywords",
    "model.modes('bodies')": "modes('bodies'); expected keywords only",
    "model.excitation(3.0)": "excitation(3.0); expected keywords only",
    "model.update(3)": "update(3); expected a dict",
    "model.save(3)": "save(3); expected the name of a file",
    "model.check(analysis=3)": "analysis",
    "sw.Model(3)": "title = 3; expected a text",
    "sw.load(None)": "load(None); expected the name of a shipped case, or a file",
    "sw.read(None)": "read(None); expected the name of a file or folder",
    "sw.read('case.toml')": "slideway.load reads a case",
    "sw.run(3)": "load(3); expected the name of a shipped case",
    "sw.list(3)": "list(3); expected a text",
    "sw.keys(3)": "keys(3); expected a text",
    "sw.keys('nonsense')": "no topic nonsense",
    "sw.shipped(3)": "shipped(3); expected the name of a file",
    "sw.lod('x')": "slideway has no lod; expected load",
    "model.mods()": "slideway.Model has no mods; expected modes",
    "r.quantites": "slideway.Results has no quantites; expected quantities",
}
WORK = ["list(r)", "len(r)", "dict(r)", "3 in r", "None in model", "list(model)", "len(model)", "dict(model)",
        "sorted(r)", "list(r.root)", "list(r.quantities)", "tuple(model.items())", "bool(r)", "str(r.quantities)"]


class MisuseTest(ScriptTest):
    def evaluate(self, call):
        return eval(compile(call, "script.py", "eval"), {"sw": sw, "model": self.model, "r": self.modes})

    def setUp(self):
        super().setUp()
        self.model = chain()
        self.modes = self.model.modes(of="bodies")

    def test_every_message_names_line_value_and_what_is_allowed(self):
        for call, said in REFUSED.items():
            if "case.toml" in call:
                self.model.save(self.folder / "case.toml")
                call = call.replace("case.toml", str(self.folder / "case.toml"))
            with self.subTest(call), self.assertRaises((ValueError, AttributeError)) as caught:
                self.evaluate(call)
            message = str(caught.exception)
            self.assertTrue(message.startswith("script.py:1: "), message)
            self.assertIn(said, message)
            self.assertNotIn("\n", message)

    def test_what_any_mapping_does_works(self):
        for call in WORK:
            with self.subTest(call):
                self.evaluate(call)


if __name__ == "__main__":
    unittest.main()
