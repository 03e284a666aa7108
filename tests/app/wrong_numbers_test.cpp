#include "app/analyses/job.hpp"
#include "app/model/build_model.hpp"
#include "tests/io/scratch_folder.hpp"
#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// Cases from which wrong numbers once came without a word.

using namespace slideway;

namespace {

app::Summary run_file(const std::filesystem::path& file,
                      const std::vector<std::string>& overrides = {})
{
    const app::Job job = app::read_job(file, overrides);
    return app::run(job, app::build_model(job)).summary;
}

app::Summary run(const std::string& name, const std::vector<std::string>& overrides = {})
{
    return run_file(std::filesystem::path(test::source_dir()) / "tests/app/wrong_numbers" /
                        (name + ".toml"),
                    overrides);
}

std::vector<double> values(const app::Summary& summary, const std::string& quantity)
{
    for (const app::Quantity& q : summary.quantities)
        if (q.name == quantity)
            return q.value;
    FAIL("no quantity " << quantity);
    return {};
}

// A cantilever of steel, `size` long, with more tables after it.
std::string cantilever(double size, const std::string& rest)
{
    const std::string height = std::to_string(size / 20 * 1e9) + "e-9";
    return "title = \"Cantilever\"\n[[substructure]]\nname = \"beam\"\ntype = \"beam\"\nlength = " +
           std::to_string(size * 1e9) + "e-9\nelements = 20\nsection = { width = " + height +
           ", height = " + height +
           " }\nmaterial = { young = 210e9, density = 7830.0 }\naxial = false\n"
           "fixed = [\"start\"]\ndamping = { ratio = 0.01 }\n" +
           rest;
}

app::Summary run_text(const std::string& text)
{
    const io::ScratchFolder folder;
    std::ofstream(folder / "case.toml") << text;
    return run_file(folder / "case.toml");
}

} // namespace

TEST_CASE("a cantilever of 400 elements bends as one of 40 does", "[app]")
{
    const app::Summary fine = run("beam400"),
                       coarse = run("beam400", {"substructure.beam.elements=40"});
    for (std::size_t f = 0; f < 3; ++f) { // 40 elements: 2e-10 off, (beta L / 40)^4 / 720
        CHECK(values(fine, "response.real").at(f) ==
              Approx(values(coarse, "response.real").at(f)).epsilon(1e-8));
        CHECK(values(fine, "response.imag").at(f) ==
              Approx(values(coarse, "response.imag").at(f)).epsilon(1e-8));
    }
    CHECK(values(fine, "response.real").at(0) == Approx(6.09537e-5).epsilon(1e-6));
    const app::Summary modes =
        run("beam400", {"analysis={ type = \"modes\", of = \"bodies\", n_modes = 2 }"});
    CHECK(values(modes, "beam.frequency").at(0) == Approx(836.58).epsilon(1e-5));
}

TEST_CASE("a cantilever of 0.1 mm has the frequencies of its size", "[app]")
{
    const std::vector<double> f = values(run("micro_modes"), "beam.frequency");
    CHECK(f.at(0) == Approx(4.183e5).epsilon(1e-4));
    CHECK(f.at(1) == Approx(2.62e6).epsilon(2e-3));
    // Similar bodies of one material: frequencies go with 1 / size.
    const std::vector<double> large = values(
        run("micro_modes", {"substructure.beam.length=0.1", "substructure.beam.section.width=5e-3",
                            "substructure.beam.section.height=5e-3"}),
        "beam.frequency");
    for (std::size_t j = 0; j < 2; ++j)
        CHECK(f.at(j) == Approx(1000 * large.at(j)).epsilon(1e-9));
}

TEST_CASE("a body a thousand times smaller moves alike, a thousand times faster", "[app]")
{
    // Under one force a similar body of one material is softer by the size, u ~ F / (E size).
    auto step = [](double size) -> app::Summary {
        const std::string ms = std::to_string(size / 0.1) + "e-2";
        return run_text(cantilever(
            size, "[[load]]\nname = \"push\"\non = \"beam.end.y\"\nforce = 1.0\n[analysis]\n"
                  "type = \"transient\"\nscheme = \"modal-propagator\"\nstart = \"rest\"\n"
                  "t_end = " +
                      ms +
                      "\n[output]\nhistory = [\"beam.end.y\"]\n"
                      "history_rate_hz = " +
                      std::to_string(50e3 * 0.1 / size) + "\n"));
    };
    const double large = values(step(0.1), "beam.end.y.displacement.max").at(0);
    const double small = values(step(1e-4), "beam.end.y.displacement.max").at(0);
    CHECK(small == Approx(1000 * large).epsilon(1e-9));
    const double at_rest = 4 * std::pow(0.1, 3) / (210e9 * std::pow(0.005, 4));
    CHECK(large > 1.9 * at_rest); // twice, except for damping
    CHECK(large < 2.1 * at_rest);

    auto regime = [](double size) -> app::Summary {
        return run_text(cantilever(
            size, "reduction = { method = \"craig-bampton\", n_modes = 3 }\n"
                  "[[load]]\nname = \"push\"\non = \"beam.end.y\"\nforce = { amplitude = 1.0 }\n"
                  "[[joint]]\nname = \"tip\"\nlaw = \"coulomb\"\n"
                  "between = [\"beam.end.y\", \"ground\"]\nlimit = 0.2\n"
                  "[excitation]\nfrequency_hz = " +
                      std::to_string(20.0 / size) +
                      "\n"
                      "[analysis]\ntype = \"regimes\"\nmethod = \"steady-state\"\n"));
    };
    const double a = values(regime(0.1), "amplitude").at(0);
    const double b = values(regime(1e-4), "amplitude").at(0);
    CHECK(a > 0);
    CHECK(b == Approx(1000 * a).epsilon(1e-8));
}

TEST_CASE("a thin foil is softer than a thick plate by its thickness", "[app]")
{
    const std::vector<double> thin = values(run("thin_foil"), "response.real");
    CHECK(thin.at(0) == Approx(2.10).epsilon(2e-3));
    const std::vector<double> thick =
        values(run("thin_foil", {"substructure.lower.thickness=0.01"}), "response.real");
    for (std::size_t f = 0; f < thin.size(); ++f)
        CHECK(thin.at(f) == Approx(100 * thick.at(f)).epsilon(1e-7)); // slowest mode of K_r
}

TEST_CASE("a light body is no mechanism", "[app]")
{
    // Frequencies go with the root of the density.
    const double heavy = values(run("micro_modes"), "beam.frequency").at(0);
    for (const double density : {1e-3, 1e-9}) {
        const std::string key = "substructure.beam.material.density=";
        const double light =
            values(run("micro_modes", {key + std::to_string(density * 1e12) + "e-12"}),
                   "beam.frequency")
                .at(0);
        CHECK(light == Approx(heavy * std::sqrt(7830 / density)).epsilon(1e-12));
    }
}

TEST_CASE("no damping is dropped beside a much stronger one", "[app]")
{
    const app::Summary summary = run("damping");
    const double re = values(summary, "response.real").at(0),
                 im = values(summary, "response.imag").at(0);
    CHECK(std::hypot(re, im) == Approx(10002).epsilon(5e-5));
}

TEST_CASE("rotations of matrices are those of that name, in joints and in displacements", "[app]")
{
    const io::ScratchFolder folder;
    const std::string size = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n";
    std::ofstream(folder / "M.mtx") << size << "1 1 1\n2 2 1\n";
    std::ofstream(folder / "K.mtx") << size << "1 1 1000\n2 2 1000\n";
    std::ofstream(folder / "dofs.csv") << "dof,node,component,X,Y\n"
                                          "1,rim,radial,0,0\n2,rim,rotation_x,0,0\n";
    std::ofstream(folder / "case.toml")
        << "title = \"Rim\"\n[[substructure]]\nname = \"disc\"\ntype = \"matrices\"\n"
           "M = \"M.mtx\"\nK = \"K.mtx\"\ndofs = \"dofs.csv\"\n"
           "[[joint]]\nname = \"spring\"\nlaw = \"linear\"\nbetween = [\"disc.rim\", \"ground\"]\n"
           "stiffness = 3000\n"
           "[[load]]\nname = \"push\"\non = \"disc.rim.radial\"\nforce = 4.0\n"
           "[[load]]\nname = \"turn\"\non = \"disc.rim.rotation_x\"\nforce = 500.0\n"
           "[analysis]\ntype = \"static\"\n"
           "[output]\nhistory = [\"disc.rim.radial\", \"disc.rim.rotation_x\"]\n";
    const app::Summary summary = run_file(folder / "case.toml");
    CHECK(values(summary, "disc.rim.radial.displacement").at(0) == Approx(1e-3).epsilon(1e-12));
    CHECK(values(summary, "disc.rim.rotation_x.displacement").at(0) == Approx(0.5).epsilon(1e-12));
    CHECK(values(summary, "disc.displacement.max").at(0) == Approx(1e-3).epsilon(1e-12));
}
