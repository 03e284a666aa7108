#include "tests/app/app_test.hpp"
#include "tests/io/scratch_folder.hpp"

#include <algorithm>
#include <fstream>

// Materials of a body from the deck of its mesh.

using namespace slideway;
using namespace slideway::test;

namespace {

// Two bricks of 100 mm one upon the other, in mm, tonnes and seconds: steel below, aluminium above.
const std::string abaqus = R"(*NODE
1, 0, 0, 0
2, 100, 0, 0
3, 100, 100, 0
4, 0, 100, 0
5, 0, 0, 100
6, 100, 0, 100
7, 100, 100, 100
8, 0, 100, 100
9, 0, 0, 200
10, 100, 0, 200
11, 100, 100, 200
12, 0, 100, 200
*ELEMENT, TYPE=C3D8I, ELSET=lower
1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=C3D8I, ELSET=upper
2, 5, 6, 7, 8, 9, 10, 11, 12
*SOLID SECTION, ELSET=lower, MATERIAL=Steel
*SOLID SECTION, ELSET=upper, MATERIAL=alu
*MATERIAL, NAME=STEEL
*ELASTIC
210000., .3
*DENSITY
7.8E-9
*MATERIAL, NAME=alu
*ELASTIC, TYPE=ISOTROPIC
70000., .33
*DENSITY
2.7E-9
)";

const std::string nastran = R"(GRID,1,,0.,0.,0.
GRID,2,,100.,0.,0.
GRID,3,,100.,100.,0.
GRID,4,,0.,100.,0.
GRID,5,,0.,0.,100.
GRID,6,,100.,0.,100.
GRID,7,,100.,100.,100.
GRID,8,,0.,100.,100.
GRID,9,,0.,0.,200.
GRID,10,,100.,0.,200.
GRID,11,,100.,100.,200.
GRID,12,,0.,100.,200.
CHEXA,1,1,1,2,3,4,5,6,
,7,8
CHEXA,2,2,5,6,7,8,9,10,
,11,12
PSOLID,1,11
PSOLID,2,12
MAT1,11,2.1+5,,.3,7.8-9
MAT1,12,,26315.7894736842,.33,2.7-9
)";

std::string body(const std::string& mesh, const std::string& keys)
{
    return "[[substructure]]\nname = \"b\"\ntype = \"solid\"\nmesh = \"" + mesh +
           "\"\nunits = \"mm-t-s\"\nfixed = [\"n1\", \"n2\", \"n3\", \"n4\"]\n" + keys +
           "[analysis]\ntype = \"modes\"\nof = \"bodies\"\nn_modes = 6\n";
}

} // namespace

TEST_CASE("A deck gives the materials of its sets in its units", "[app][abaqus][nastran]")
{
    const io::ScratchFolder folder;
    for (const auto& [name, text, groups] :
         {std::tuple{"bricks.inp", &abaqus, std::array{"lower", "upper"}},
          {"bricks.bdf", &nastran, std::array{"pid_1", "pid_2"}}}) {
        CAPTURE(name);
        const std::string file = (folder / name).string();
        std::ofstream(file) << *text;
        const RunCase run(body(file, ""));
        const std::vector<double> found = run.h5().numbers("modes/b/frequency");
        const RunCase given(
            body(file, std::string("materials = { ") + groups[0] +
                           " = { young = 210e9, poisson = 0.3, density = 7800 }, " + groups[1] +
                           " = { young = 70e9, poisson = 0.33, density = 2700 } }\n"));
        const std::vector<double> expected = given.h5().numbers("modes/b/frequency");
        REQUIRE(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k)
            CHECK(found[k] == Approx(expected[k]).epsilon(1e-12));
    }
}
