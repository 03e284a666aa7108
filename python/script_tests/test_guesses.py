"""Calls that users of numpy, pandas, h5py and pyNastran guess before they read a document.

At least 50 of 58 work. The others end with a message that names the line of the script and the right call."""
import os
import re
import unittest
from pathlib import Path

import slideway as sw
from support import ScriptTest, chain, needs, sliding_mass

# A call that works is an expression that is true, or statements. `model` and `plain` are a mass with dry friction, `r` a transient
# of it, `modes` the modes of a chain, `f` a frequency response, and `curve` a forced response.
WORKS = [
    # looking around
    "sw.__version__.count('.') == 2",
    "'load' in dir(sw) and '_PLACES' not in dir(sw)",
    "'lumped/chain_modes' in sw.list()",
    "'friction' in sw.keys('contact')",
    "'limit' in sw.Model.joint.__doc__",
    # models
    "sw.load('case.toml')['joint.dry.limit'] == 1.5",
    "sw.load(Path('case.toml'))['title'] == 'Mass with dry friction'",
    "sw.run('case.toml').status == 'end'",
    "'1 joint' in repr(model)",
    "'joint.dry.limit' in model and 'joint.wet.limit' not in model",
    "model['joint.dry.limit'] = 2.0; model['joint.dry.limit'] = 1.5",
    "model.get('joint.wet.limit', 7.0) == 7.0",
    "model.keys()[:2] == ['title', 'substructure.body.type']",
    "list(model) == model.keys() and len(model) == len(list(model))",
    "dict(model.items())['joint.dry.limit'] == 1.5",
    "model.update({'joint.dry.limit': 1.5})",
    "model.joint(name='second', law='linear', between=['body.m.x', 'ground'], stiffness=1.0)",
    "model.copy() == model",
    "c = copy.copy(model); c['joint.dry.limit'] = 9.0; assert model['joint.dry.limit'] == 1.5",
    "c = copy.deepcopy(model); c['joint.dry.limit'] = 9.0; assert model['joint.dry.limit'] == 1.5",
    "pickle.loads(pickle.dumps(model)) == model",
    "'coulomb' in model.check()",
    "model.save('saved.toml')",
    "'coulomb' in model.to_toml()",
    "model.plot().axes",
    "'<table>' in model._repr_html_()",
    # computing
    "model.run().analysis == 'transient'",
    "model.run(threads=2, progress=True).status == 'end'",
    "[model.run()['time'][-1] for model['joint.dry.limit'] in (1.0, 1.5)]",
    "with multiprocessing.Pool(2) as pool: assert pool.map(sw.Model.run, [model, model])[1].status == 'end'",
    "len(plain.map('regimes', x=('joint.dry.limit', [1.0, 1.5]), method='steady-state').to_pandas()) == 2",
    # results
    "with sw.read('results') as read: assert read.status == 'end'",
    "'transient, end' in str(r)",
    "'time' in r and 'tme' not in r",
    "list(r) == r.keys() and len(r) == len(r.keys())",
    "dict(r)['time'].shape == r['time'].shape",
    "[name for name, array in r.items() if array.unit == 's'][-1] == 'time'",
    "r['points/body.m.x/displacement'].unit == 'm'",
    "np.asarray(r['time']).dtype == float",
    "r.get('tme') is None",
    "r.summary['analysis'] == 'transient'",
    "float(r.quantities['time.end']) == 3.0",
    "f\"{modes.quantities['chain.frequency'][0]:.2f}\" == '16.48'",
    "[float(f) for f in modes.quantities['chain.frequency']][1] > 31",
    "len(modes.quantities['chain.frequency']) == 5",
    "2 * np.sqrt(modes.quantities['chain.frequency'])[0] < 9",
    "copy.deepcopy(r).keys() == pickle.loads(pickle.dumps(r)).keys()",
    # figures and tables
    "r.plot().savefig('figure.png')",
    "curve.plot(ax=plt.figure().subplots(2, 1)).shape == (2,)",
    "abs(f.to_pandas().iloc[0, 0]) > 0",
    "f.to_xarray().sel(frequency=3.0, method='nearest').attrs == {}",
    "r.to_csv('history.csv')",
    "r.to_dict()['time.end'] == 3.0",
]
HINTS = {
    "sw.open('results')": 'expected read("FOLDER")',
    "sw.load('results')": "slideway.read reads it",
    "model.solve()": "expected run()",
    "r.save('folder')": 'expected write("FOLDER")',
    "r['time.end']": 'expected results.quantities["time.end"]',
}


@needs("pandas", "xarray")
class GuessesTest(ScriptTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def names(self):
        """What the calls find, made anew for each."""
        names = {}
        exec("import copy, multiprocessing, pickle\nfrom pathlib import Path\nimport numpy as np\n"
             "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\nimport slideway as sw", names)
        return names | self.made | {"model": self.made["model"].copy()}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        model = sliding_mass()
        model.output(history=["body.m.x", "dry"])
        steps = dict(scheme="event-driven", t_end=3.0)
        cls.steps = steps
        cls.made = dict(
            model=model, plain=sliding_mass(), r=model.transient(**steps), modes=chain().modes(of="bodies"),
            f=chain().frf(frequency_hz=sw.span(1.0, 9.0, 2.0), inputs=["chain.m1.x"], outputs=["chain.m5.x"]),
            curve=sw.load("harmonic_balance/duffing").run())

    def prepare(self):
        if not Path("case.toml").exists():
            self.made["model"].save("case.toml", analysis=dict(type="transient", **self.steps))
            self.made["r"].write("results")
            self.made["model"] = sw.load("case.toml")

    def test_fifty_of_58_guesses_work(self):
        self.prepare()
        self.assertEqual(len(WORKS) + len(HINTS), 58)
        self.assertGreaterEqual(len(WORKS), 50)
        for call in WORKS:
            with self.subTest(call):
                try:
                    value = eval(compile(call, "<call>", "eval"), self.names())
                except SyntaxError:
                    exec(compile(call, "<call>", "exec"), self.names())
                    continue
                self.assertTrue(value is None or value, call)

    def test_the_others_name_the_right_call(self):
        self.prepare()
        for call, hint in HINTS.items():
            with self.subTest(call), self.assertRaises((ValueError, AttributeError)) as caught:
                eval(compile(call, "script.py", "eval"), self.names())
            message = str(caught.exception)
            self.assertRegex(message, r"\Ascript\.py:1: " + ".*" + re.escape(hint))
            self.assertNotIn("\n", message)


if __name__ == "__main__":
    unittest.main()
