#include "tests/app/app_test.hpp"
#include "tests/app/two_masses.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <cstdlib>

using namespace slideway;
using namespace slideway::test;

namespace {

/// Limits the address space (`ulimit -v`) of programs that are started during its lifetime.
class AddressSpace {
public:
    explicit AddressSpace(double bytes)
    {
        getrlimit(RLIMIT_AS, &before_);
        const rlimit limit{static_cast<rlim_t>(bytes), before_.rlim_max};
        setrlimit(RLIMIT_AS, &limit);
    }
    ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

private:
    rlimit before_{};
};

const std::string beam_case = changed(
    model("beam"), {"[[load]] =", "[analysis] type = \"modes\"\nof = \"bodies\"\nn_modes = 2"});

} // namespace

// Runs the program as a batch system does. @param blas  value of OPENBLAS_NUM_THREADS; "": not set
ProgramRun run_bounded(const io::ScratchFolder& folder, int megabytes, const std::string& blas,
                       const std::string& arguments)
{
    const std::string variable = "OPENBLAS_NUM_THREADS";
    const std::string line = "cd '" + folder.path().string() + "' && unset " + variable +
                             (blas.empty() ? "" : " && export " + variable + "=" + blas) +
                             " && ulimit -v " + std::to_string(1000 * megabytes) +
                             " && exec timeout 30 '" + program_path() + "' " + arguments +
                             " >out.txt 2>err.txt";
    return what_it_left(folder, std::system(("exec sh -c \"" + line + "\"").c_str()));
}

TEST_CASE("a bound of the address space ends the program, but never holds it", "[app]")
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return; // shadow memory alone takes terabytes of address space
#endif
    // OpenBLAS tries for ever to get the 128 MiB that each of its threads, and each that computes
    // with it, works in: beside the program and its libraries, 120 MB, there is room for none to
    // three.
    const CaseFolder folder(beam_case);
    for (const std::string blas : {"", "2", "1"})
        for (const int megabytes : {200, 250, 300, 400, 600})
            for (const std::string arguments :
                 {"--version", "check case.toml", "run case.toml --quiet"}) {
                CAPTURE(blas, megabytes, arguments);
                const ProgramRun run = run_bounded(folder, megabytes, blas, arguments);
                CHECK((run.exit_status == 0 || run.exit_status == 1 || run.exit_status == 2));
                CHECK((run.exit_status == 0 ||
                       std::count(run.err.begin(), run.err.end(), '\n') == 1));
                if (megabytes > 500 || arguments == "--version")
                    CHECK(run.exit_status == 0);
                else if (megabytes < 250)
                    CHECK_THAT(run.err,
                               Contains("the BLAS, for 1 thread, would take about 0.14 GB; ") &&
                                   Contains(" are available. Raise ulimit -v"));
            }
}

TEST_CASE("a mesh takes no more memory than the program may, and its refusal reports it", "[app]")
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return;
#endif
    const CaseFolder folder(R"([[substructure]]
name = "plate"
type = "plane-stress"
mesh = "plate.geo"
material = { young = 210e9, poisson = 0.3, density = 7830 }
thickness = 0.01
[analysis]
type = "modes"
of = "bodies"
n_modes = 4
)");
    const std::string square = "Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {1, 1, 0};\n"
                               "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 1};\n"
                               "Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};\n"
                               "Physical Surface(1) = {1};\n";
    // By itself a mesh may take at least 2 GB.
    std::ofstream(folder / "plate.geo") << square;
    CHECK(run_bounded(folder, 1500, "", "check case.toml").exit_status == 0);
    std::ofstream(folder / "plate.geo") << square << "x() = LinSpace[0, 1, 500000000];\n";
    const ProgramRun run = run_bounded(folder, 1500, "", "check case.toml");
    CHECK(run.exit_status == 2);
    CHECK_THAT(
        run.err,
        (Contains("plate.geo: Gmsh needs more than the 1.54 GB of memory that it may take") &&
         Contains("or raise ulimit -v")) ||
            (Contains("plate.geo: Gmsh ended by signal") && Contains("with 1.54 GB")));
}

TEST_CASE("what would not fit in memory is refused beforehand with the estimate", "[app]")
{
#ifdef __SANITIZE_ADDRESS__
    return; // its shadow memory alone takes terabytes of address space
#endif
    const AddressSpace limit(2e9);
    // KEY: WHAT would take about N GB; N GB are available. REMEDY
    auto refused = [](const std::string& text, const std::string& which, const std::string& begin,
                      const std::string& estimate, const std::string& remedy) {
        const CaseFolder folder(text);
        std::ofstream(folder / "big.mtx") << "%%MatrixMarket matrix coordinate real symmetric\n"
                                             "2000000000 2000000000 2000000000\n1 1 1.0\n";
        for (const std::string command : {"check ", "run --quiet "}) {
            const ProgramRun run = run_program(folder, command + which);
            CAPTURE(command, run.err);
            CHECK(run.exit_status == 2);
            CHECK_THAT(run.err, Contains(begin) && Contains(estimate) &&
                                    Contains(" are available. ") && Contains(remedy));
            CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        }
    };
    refused(replaced(beam_case, "= 10", "= 1000000"), "case.toml",
            "case.toml:5: substructure.beam.elements = 1000000; the beam",
            "would take about 2.5 GB; ", "Take fewer elements");
    refused(replaced(replaced(beam_case, "= 10", "= 10000"), "n_modes = 2", "n_modes = 2000000000"),
            "case.toml", "case.toml:12: analysis.n_modes = 2000000000; modes of 30000 dofs",
            "would take about 29 GB; ", "Ask for fewer modes");
    refused(two_masses("m2", "0.3", "1.5",
                       "type = \"regimes\"\nmethod = \"simulation\"\ncycles = 1000000000"),
            "case.toml", "analysis: 1e+09 periods of the drive; the events of 1 contacts",
            "would take about 96 GB; ", "Give an earlier end (t_end, cycles)");
    refused(replaced(model("shaken_mass"), "20.0", "2e7"), "case.toml",
            "case.toml:6: load.shaker.noise: its record of 268435456 samples",
            "would take about 6.4 GB; ", "Lower band_hz, or end earlier");
    refused("[[substructure]]\nname = \"part\"\ntype = \"matrices\"\nM = \"big.mtx\"\n"
            "K = \"big.mtx\"\ndofs = \"d.csv\"\n[analysis]\ntype = \"static\"\n",
            "case.toml",
            "substructure.part.M = \"big.mtx\"; big.mtx: a 2000000000 x 2000000000 matrix",
            "would take about 2.1e+02 GB; ", "Is the line with the sizes right?");
    refused(two_masses("m2", "0.3", "1.5",
                       "type = \"transient\"\nscheme = \"event-driven\"\n"
                       "cycles = 1000000000"),
            "case.toml", "analysis: 1e+09 periods of the drive; the events of 1 contacts",
            "would take about 96 GB; ", "Give an earlier end (t_end, cycles)");
    refused(beam_case,
            "harmonic_balance/duffing --set analysis.n_h=40 --set analysis.max_points=1000000",
            "max_points = 1000000; so many points of 81 unknowns", "would take about 2.8 GB; ",
            "Give a smaller max_points");
}

TEST_CASE("a pipe and a device are refused where a case names files", "[app]")
{
    const CaseFolder folder(beam_case);
    std::ofstream(folder / "d.csv") << "dof,node,component,X,Y\n1,n,x,0,0\n";
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    auto refused = [&folder](const std::string& command, const std::string& message) {
        const ProgramRun run = run_program(folder, command);
        CHECK(run.exit_status == 2);
        CHECK_THAT(run.err, Contains(message));
    };
    refused("check fifo", "fifo: neither a file nor a shipped case");
    refused("check /dev/zero", "/dev/zero: neither a file nor a shipped case");
    for (const std::string file : {"fifo", "/dev/zero"}) {
        std::ofstream(folder / "case.toml")
            << "[[substructure]]\nname = \"b\"\ntype = \"matrices\"\nM = \"" << file
            << "\"\nK = \"d.csv\"\ndofs = \"d.csv\"\n[analysis]\ntype = \"modes\"\n";
        refused("check case.toml", "substructure.b.M = \"" + file + "\"; " + file +
                                       ": a pipe or a device; expected a file");
    }
}
