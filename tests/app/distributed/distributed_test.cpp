#include "app/model/build_model.hpp"
#include "app/model/describe.hpp"
#include "app/model/export_body.hpp"
#include "app/model/solver.hpp"
#include "fem/matrices.hpp"
#include "reduction/distributed/module.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <fstream>
#include <string>

// From a case file to the reduced body that others read. By one process, and by two that mpirun
// begins: each runs all test cases.

using namespace slideway;
using Catch::Matchers::Contains;

namespace {

bool skipped()
{
    if (reduction::has_module())
        return false;
    std::puts("skipped: this build is without PETSc, SLEPc and MUMPS");
    return true;
}

// A strip of n x 2 squares of 1 m, as an input file of Abaqus: "left" and "right".
void write_strip(const std::filesystem::path& path, int n)
{
    std::ofstream file(path);
    file << "*NODE\n";
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i <= n; ++i)
            file << j * (n + 1) + i + 1 << ", " << i << ", " << j << "\n";
    file << "*ELEMENT, TYPE=CPS4, ELSET=strip\n";
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < n; ++i) {
            const int first = j * (n + 1) + i + 1;
            file << j * n + i + 1 << ", " << first << ", " << first + 1 << ", " << first + n + 2
                 << ", " << first + n + 1 << "\n";
        }
    for (const auto& [name, i] : {std::pair{"left", 0}, {"right", n}})
        file << "*NSET, NSET=" << name << "\n"
             << i + 1 << ", " << n + i + 2 << ", " << 2 * n + i + 3 << "\n";
}

const std::string strip = R"(type = "plane-stress"
mesh = "strip.inp"
thickness = 0.01
fixed = ["left"]
material = { young = 70e9, poisson = 0.3, density = 2700 }
damping = { alpha = 3, beta = 1e-5 }
)";

struct Files {
    io::ScratchFolder folder;

    Files() { write_strip(folder / "strip.inp", 40); }

    [[nodiscard]] app::Case read(const std::string& body, const std::string& reduction) const
    {
        std::ofstream(folder / "case.toml")
            << "[[substructure]]\nname = \"b\"\n"
            << body << "export = \"reduced\"\nreduction = { " << reduction
            << " }\n[[load]]\nname = \"pull\"\non = \"b.right.x\"\nforce = 1\n"
            << "[analysis]\ntype = \"static\"\n";
        return app::read_case(folder / "case.toml");
    }
    [[nodiscard]] std::string message(const std::string& reduction) const
    {
        try {
            (void)app::build_model(read(strip, reduction), {});
        } catch (const InputError& error) {
            return error.what();
        }
        return "nothing";
    }
};

app::BuiltModel exported(const app::Case& c)
{
    app::BuiltModel built = app::build_model(c, {});
    app::export_body(c.substructures[0], c, built.model.bodies[0], built.bodies[0].pole);
    return built;
}

} // namespace

TEST_CASE("a body that processes reduced is exported for cases of one process", "[app]")
{
    if (skipped())
        return;
    const Files files;
    const std::string method = "method = \"craig-bampton\", n_modes = 4";
    const app::Case together = files.read(strip, method + ", solver = \"distributed\"");
    const app::BuiltModel built = exported(together);
    CHECK(built.bodies[0].distributed);
    CHECK_THAT(app::describe_model(together, built), Contains("with MUMPS and SLEPc"));
    const app::BuiltModel alone =
        app::build_model(files.read(strip, method + ", solver = \"embedded\""), {});
    // Loads and probes on the reduced bodies: the interface comes first, without signs.
    CHECK((built.model.loads[0].row - alone.model.loads[0].row).norm() < 1e-12);
    CHECK(std::filesystem::exists(files.folder / "reduced") == app::writes());
    if (!app::writes())
        return;
    const fem::Substructure read = fem::read_exported("b", files.folder / "reduced");
    const Vector of_read = Matrix(read.K).diagonal(),
                 own = Matrix(alone.model.bodies[0].K).diagonal();
    CHECK((of_read.array() / own.array() - 1).abs().maxCoeff() < 1e-10);
    CHECK(read.ports.size() == alone.model.bodies[0].ports.size());
}

TEST_CASE("matrices of files are reduced by processes as by one", "[app]")
{
    if (skipped())
        return;
    const Files files; // an export of the whole body, by each process in its own folder
    const app::BuiltModel whole = app::build_model(files.read(strip, "method = \"none\""), {});
    app::export_body(files.folder / "whole", whole.model.bodies[0], whole.bodies[0].pole);
    const std::string body = "type = \"matrices\"\nfolder = \"whole\"\n";
    const std::string method = "method = \"craig-bampton\", n_modes = 4";
    const app::BuiltModel together =
        app::build_model(files.read(body, method + ", solver = \"distributed\""), {});
    const app::BuiltModel alone =
        app::build_model(files.read(body, method + ", solver = \"embedded\""), {});
    for (Index j = 0; j < 4; ++j)
        CHECK(together.bodies[0].reduced.omega(j) ==
              Approx(alone.bodies[0].reduced.omega(j)).epsilon(1e-12));
    const Vector a = Matrix(together.model.bodies[0].K).diagonal(),
                 b = Matrix(alone.model.bodies[0].K).diagonal();
    CHECK((a.array() / b.array() - 1).abs().maxCoeff() < 1e-10);
}

TEST_CASE("what processes cannot do together is refused with the key of the case", "[app]")
{
    const Files files;
    if (!reduction::has_module()) {
        REQUIRE_THAT(files.message("method = \"guyan\", solver = \"distributed\""),
                     Contains("reduction.solver = \"distributed\"") &&
                         Contains("libpetsc-real-dev") && Contains("make packages-distributed"));
        return;
    }
    CHECK_THAT(files.message("method = \"hintz-herting\", solver = \"distributed\""),
               Contains("case.toml:") && Contains("reduction.method = \"hintz-herting\"") &&
                   Contains("offers craig-bampton and guyan"));
    CHECK_THAT(
        files.message("method = \"craig-bampton\", n_modes = 9999, solver = \"distributed\""),
        Contains("reduction.n_modes = 9999") && Contains("has 0 to"));
    CHECK_THAT(files.message("method = \"guyan\", solver = \"MUMPS\""),
               Contains("reduction.solver = \"MUMPS\"") && Contains("automatic, embedded"));
    // A mesh that one process alone does not see: the others do not wait for it.
    const int last = reduction::processes().size() - 1;
    if (reduction::processes().rank() == last)
        std::filesystem::remove(files.folder / "strip.inp");
    CHECK_THAT(files.message("method = \"guyan\", solver = \"distributed\""),
               Contains("strip.inp"));
}
