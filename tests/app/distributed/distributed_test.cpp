#include "app/analyses/job.hpp"
#include "app/model/build_model.hpp"
#include "app/model/describe.hpp"
#include "app/model/export_body.hpp"
#include "app/model/solver.hpp"
#include "app/results/frames.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "fem/exported_body.hpp"
#include "reduction/distributed/module.hpp"
#include "tests/io/scratch_folder.hpp"
#include "tests/studies/thread_ranks.hpp"

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <unistd.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
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

// A strip of n x 2 squares of 1 m, as an input file of Abaqus: nodes "left" and "right", three
// elements "zone" in the middle.
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
    file << "*ELSET, ELSET=zone\n" << n / 2 << ", " << n / 2 + 1 << ", " << n + n / 2 << "\n";
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

    void write(const std::string& body, const std::string& reduction,
               const std::string& analysis = "type = \"static\"") const
    {
        std::ofstream(folder / "case.toml")
            << "[[substructure]]\nname = \"b\"\n"
            << body << "export = \"reduced\"\nreduction = { " << reduction
            << " }\n[[load]]\nname = \"pull\"\non = \"b.right.x\"\nforce = 1\n"
            << "[analysis]\n"
            << analysis << "\n";
    }
    [[nodiscard]] app::Case read(const std::string& body, const std::string& reduction) const
    {
        write(body, reduction);
        return app::read_case(app::parse_case(folder / "case.toml"));
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

// Bounds the address space that this process can still take, as `ulimit -v` does.
class AddressSpace {
public:
    explicit AddressSpace(double left)
    {
        getrlimit(RLIMIT_AS, &before_);
        double pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        rlimit bounded = before_;
        bounded.rlim_cur =
            static_cast<rlim_t>(pages * static_cast<double>(sysconf(_SC_PAGESIZE)) + left);
        setrlimit(RLIMIT_AS, &bounded);
    }
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;
    ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

// Point data of a .vtu file of bodies.
struct Shown {
    std::vector<std::pair<double, double>> places; // deformed, to the metre
    std::vector<std::vector<double>> values;       // displacement, then stresses
    long long n_cells = 0;
};

Shown shown_in(const std::filesystem::path& file)
{
    const vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->SetFileName(file.c_str());
    reader->Update();
    REQUIRE(reader->GetErrorCode() == 0);
    vtkUnstructuredGrid& grid = *reader->GetOutput();
    Shown shown;
    shown.n_cells = grid.GetNumberOfCells();
    for (vtkIdType i = 0; i < grid.GetNumberOfPoints(); ++i) {
        shown.places.emplace_back(std::round(grid.GetPoint(i)[0]), std::round(grid.GetPoint(i)[1]));
        std::vector<double>& values = shown.values.emplace_back();
        for (const char* name :
             {"displacement", "stress_xx", "stress_yy", "stress_xy", "von_mises"}) {
            vtkDataArray& array = *grid.GetPointData()->GetArray(name);
            for (int c = 0; c < array.GetNumberOfComponents(); ++c)
                values.push_back(array.GetComponent(i, c));
        }
    }
    return shown;
}

// Shapes are drawn with a scale: the places of another file with the same points.
std::map<std::pair<double, double>, std::vector<double>> by_place(const Shown& shown,
                                                                  const Shown& at_rest)
{
    REQUIRE(shown.values.size() == at_rest.places.size());
    std::map<std::pair<double, double>, std::vector<double>> values;
    for (std::size_t i = 0; i < shown.values.size(); ++i)
        values[at_rest.places[i]] = shown.values[i];
    return values;
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

TEST_CASE("a body for whose reduction one of several processes lacks memory is shared by them",
          "[app]")
{
    if (skipped())
        return;
    app::SubstructureEntry entry;
    entry.reduction.method = "craig-bampton";
    entry.reduction.n_modes = 20;
    app::Drawing drawing; // 1 000 000 dofs: 2.1 GB
    drawing.mesh.X.setZero(500000, 2);
    drawing.dofs_per_node = 2;
    const auto shared = [&](double available) {
        const AddressSpace limit(available);
        app::BodyProcesses processes(entry);
        processes.decide(drawing);
        return processes.together();
    };
    CHECK_FALSE(shared(3e9)); // one process has all of it
    test::ThreadRanks two(2);
    set_ranks(&two.rank(0));
    CHECK(shared(3e9));
    const bool with_more = shared(5e9); // all processes ask
    if (available_memory() > 6e9)
        CHECK_FALSE(with_more);
    entry.reduction.method = "modal-truncation"; // not offered
    CHECK_FALSE(shared(3e9));
    entry.reduction.method = "craig-bampton";
    drawing.mesh.X.setZero(100000, 2); // little
    CHECK_FALSE(shared(100e6));
    set_ranks(nullptr);
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
    CHECK_THAT(files.message("method = \"modal-truncation\", solver = \"distributed\""),
               Contains("case.toml:") && Contains("reduction.method = \"modal-truncation\"") &&
                   Contains("offers craig-bampton, hintz-herting and guyan"));
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

TEST_CASE("ParaView files of a body that processes reduced show the groups of recover", "[app]")
{
    if (skipped())
        return;
    const Files files;
    const std::string method = "method = \"craig-bampton\", n_modes = 4, solver = ";
    const std::string groups = ", recover = [\"zone\", \"right\"]";
    const auto pictures = [&](const std::string& reduction, const std::string& analysis,
                              const std::string& folder) -> std::string {
        files.write(strip, reduction, analysis);
        const app::Job job = app::read_job(files.folder / "case.toml");
        const app::BuiltModel built = app::build_model(job, {});
        if (!app::writes())
            return {};
        const app::Outcome outcome = app::run(job, built, {}, {});
        std::filesystem::create_directories(files.folder / folder);
        outcome.pictures(app::PictureFolder(files.folder / folder));
        return app::describe_model(job.c, built);
    };
    std::map<std::string, Shown> at_rest;
    for (const auto& [analysis, file] :
         {std::pair{"type = \"static\"", "fields/static.vtu"},
          {"type = \"modes\"\nof = \"coupled\"\nn_modes = 1", "shapes/coupled"}}) {
        const std::string together =
            pictures(method + "\"distributed\"" + groups, analysis, "some");
        const std::string part = pictures(method + "\"embedded\"" + groups, analysis, "part");
        (void)pictures(method + "\"embedded\"", analysis, "whole");
        if (!app::writes())
            continue;
        for (const std::string& text : {together, part})
            CHECK_THAT(text, Contains("displacement and stress of zone, right alone: 5 elements, "
                                      "14 nodes"));
        std::filesystem::path at = file;
        if (at.extension() != ".vtu") // with the frequency in its name
            at /=
                std::filesystem::directory_iterator(files.folder / "some" / at)->path().filename();
        const auto shown = [&](const std::string& folder, long long n_cells) {
            const Shown found = shown_in(files.folder / folder / at);
            CHECK(found.n_cells == n_cells);
            return by_place(found, at_rest.try_emplace(folder, found).first->second);
        };
        const auto some = shown("some", 5), of_part = shown("part", 5), whole = shown("whole", 80);
        REQUIRE(some.size() == 14);
        REQUIRE(of_part.size() == 14);
        // A mode has either sign; of all columns but von Mises stress.
        const auto& [first, values] = *some.rbegin();
        const double sign = values[1] * whole.at(first)[1] < 0 ? -1 : 1;
        const std::size_t n_columns = values.size();
        for (std::size_t c = 0; c < n_columns; ++c) {
            double largest = 0;
            for (const auto& [place, all] : whole)
                largest = std::max(largest, std::abs(all[c]));
            for (const auto& [place, own] : some) {
                const double expected = whole.at(place)[c];
                // Reduced matrices that differ by 1e-10 at most; files have all digits.
                CHECK(std::abs((c + 1 < n_columns ? sign : 1) * own[c] - expected) <=
                      1e-9 * largest);
                CHECK(std::abs(std::abs(of_part.at(place)[c]) - std::abs(expected)) <=
                      1e-9 * largest);
            }
        }
    }
}

TEST_CASE("frames of a body that processes reduced are refused with the key that has them", "[app]")
{
    if (skipped())
        return;
    const Files files;
    app::Case c = files.read(strip, "method = \"guyan\", solver = \"distributed\"");
    c.output.fields_rate_hz = 1000;
    const app::BuiltModel built = app::build_model(c, {});
    CHECK_THAT(app::describe_model(c, built), Contains("none (reduction.recover names groups)"));
    CHECK_THROWS_WITH(app::refuse_frames_without_mesh(c, built),
                      Contains("output.fields_rate_hz = 1000") &&
                          Contains("reduction.recover names groups to show"));
}

TEST_CASE("what is recovered has a mesh and its groups", "[app]")
{
    const Files files;
    CHECK_THAT(files.message("method = \"guyan\", recover = [\"right\", \"zoen\"]"),
               Contains("case.toml:") &&
                   Contains("substructure.b.reduction.recover = [\"right\", \"zoen\"]") &&
                   Contains("did you mean zone?"));
    std::ofstream(files.folder / "case.toml")
        << "[[substructure]]\nname = \"b\"\ntype = \"lumped\"\n"
        << "masses = { m = { x = 1.0 } }\n"
        << "reduction = { recover = [\"m\"] }\n[analysis]\ntype = \"static\"\n";
    CHECK_THROWS_WITH(
        app::build_model(app::read_case(app::parse_case(files.folder / "case.toml")), {}),
        Contains("substructure.b.reduction.recover = [\"m\"]") &&
            Contains("a body of type lumped has no mesh to show"));
}
