#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

#include <complex>
#include <numbers>

// Stiffness alone, unsymmetric matrices and structural damping of files of other programs, from the
// case file to results. Right numbers were computed from the matrices by another program (LAPACK).

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string samples = source_dir() + "/tests/fem/matrix_files/samples/";

std::string body(const std::string& file, const std::string& keys)
{
    return "[[substructure]]\nname = \"b\"\ntype = \"matrices\"\nfile = \"" + samples + file +
           "\"\n" + keys;
}

std::string frf(const std::string& of, const std::string& hz)
{
    return "[analysis]\ntype = \"frf\"\ninputs = [\"" + of + "\"]\noutputs = [\"" + of +
           "\"]\nquantity = \"displacement\"\nfrequency_hz = [" + hz + "]\n";
}

std::complex<double> first_response(const RunCase& run)
{
    return {run.quantities.values("response.real")[0], run.quantities.values("response.imag")[0]};
}

std::string refusal(const std::string& text)
{
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 2);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    return run.err;
}

const std::string modes = "[analysis]\ntype = \"modes\"\nn_modes = 3\n",
                  complex_modes = "[analysis]\ntype = \"complex-modes\"\n",
                  transient = "[analysis]\ntype = \"transient\"\nscheme = \"runge-kutta\"\n"
                              "t_end = 0.01\n";

} // namespace

TEST_CASE("stiffness alone of a substructure of CalculiX is for statics", "[app]")
{
    const std::string block =
        body("substructure_matrix_form.mtx",
             "mesh = \"" + samples + "block.inp\"\nunits = \"mm-t-s\"\nfixed = [\"FOOT\"]\n");
    const std::string load = "[[load]]\nname = \"push\"\non = \"b.n511.z\"\nforce = 1.0\n";
    const RunCase run(block + load +
                      "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"b.n511.z\"]\n");
    CHECK(run.quantities.value("b.n511.z.displacement") == Approx(5.981779477e-08).epsilon(1e-8));
    for (const std::string& analysis :
         {modes, complex_modes, transient, frf("b.n511.z", "100.0"),
          std::string("[analysis]\ntype = \"modes\"\nof = \"bodies\"\nn_modes = 1\n")})
        CHECK_THAT(refusal(block + analysis),
                   Contains("body b has stiffness alone, no mass matrix; analysis.type = "
                            "\"static\" takes it"));
}

TEST_CASE("unsymmetric matrices keep both triangles", "[app]")
{
    const std::string b = body("unsymmetric.pch", "");
    const RunCase run(b + complex_modes);
    const std::vector<double> found = run.quantities.values("modes.frequency");
    const std::vector<double> expected{49.01373817, 53.01665406, 60.43584559};
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        CHECK(found[k] == Approx(expected[k]).epsilon(1e-9));
        CHECK(std::abs(run.quantities.values("modes.damping_ratio")[k]) < 1e-12);
    }
    CHECK_THAT(refusal(b + modes), Contains("body b: its stiffness matrix is not symmetric; "
                                            "analysis.type = \"complex-modes\""));
    CHECK_THAT(refusal(b + transient), Contains("body b: its stiffness matrix is not symmetric"));

    // Columns of K^-1 and of (K - Omega^2 M)^-1 at 50 Hz, by LAPACK. K = [300 20 0; -50 200 10; 0
    // 10 100] kN/m, M = diag(2, 2, 1) kg: the transpose of K would exchange the responses.
    const auto push = [&](const std::string& on) {
        return "[[load]]\nname = \"push\"\non = \"" + on + "\"\nforce = 1.0\n";
    };
    const RunCase statics(b + push("b.n1.x") +
                          "[analysis]\ntype = \"static\"\n[output]\n"
                          "history = [\"b.n1.x\", \"b.n1.y\", \"b.n2.x\"]\n");
    for (const auto& [name, u] : {std::pair{"b.n1.x", 3.2784184514003293e-06},
                                  {"b.n1.y", 8.237232289950576e-07},
                                  {"b.n2.x", -8.237232289950576e-08}})
        CHECK(statics.quantities.value(std::string(name) + ".displacement") ==
              Approx(u).epsilon(1e-12));
    for (const auto& [in, out, H] : {std::tuple{"b.n1.x", "b.n1.y", -7.574176080053055e-06},
                                     {"b.n1.y", "b.n1.x", 3.029670432021219e-06}}) {
        std::string analysis = frf(in, "50.0");
        analysis.replace(analysis.find("outputs = [\"") + 12, std::string(in).size(), out);
        CHECK(first_response(RunCase(b + analysis)).real() == Approx(H).epsilon(1e-10));
    }
}

TEST_CASE("structural damping is an imaginary part of the stiffness in frequency responses",
          "[app]")
{
    const std::string held = "units = \"mm-t-s\"\nfixed = [\"n901\"]\n";
    const auto check = [&](const std::string& text, std::complex<double> expected) {
        const std::complex<double> found = first_response(RunCase(text));
        CHECK(std::abs(found - expected) < 1e-7 * std::abs(expected));
    };
    check(body("se_complex_K.pch", held) + frf("b.n902.z", "300.0"),
          {5.685022456e-08, -1.230432898e-09});
    check(body("se_damped.pch", held) + frf("b.n902.z", "300.0"),
          {5.677649515e-08, -2.386798986e-09});
    // Viscous damping that is equal at 300 Hz.
    check(body("se_damped.pch", held + "damping = { viscous_at_hz = 300.0 }\n") +
              frf("b.n902.z", "300.0"),
          {5.677649515e-08, -2.386798986e-09});
    CHECK_THAT(run_ok(CaseFolder(body("se_damped.pch", held) + modes), "check case.toml").out,
               Contains("structural damping, an imaginary part of the stiffness, acts in frf and "
                        "complex-modes; modes and static leave it out"));
    CHECK_THAT(refusal(body("se_damped.pch", held) + transient),
               Contains("body b has structural damping") && Contains("viscous_at_hz = 300"));
    CHECK_THAT(refusal(body("se_damped.pch", held + "structural_damping = \"K5AAX\"\n") + modes),
               Contains("substructure.b.structural_damping = \"K5AAX\"; no matrix has that name"));
    CHECK_THAT(refusal(body("se.pch", held + "damping = { viscous_at_hz = 300.0 }\n") + modes),
               Contains("substructure.b.damping.viscous_at_hz = 300; the body has no structural "
                        "damping"));

    // A free body: rigid motions stay undamped and at rest.
    const RunCase free(body("se_complex_K.pch", "units = \"mm-t-s\"\n") + complex_modes +
                       "band_hz = [0, 8000]\n");
    const std::vector<double> ratio = free.quantities.values("modes.damping_ratio"),
                              hz = free.quantities.values("modes.frequency");
    CHECK(hz.size() == 3);
    CHECK(hz[0] == Approx(5580.36).epsilon(1e-3));
    for (const double z : ratio)
        CHECK(z > 1e-3);
    CHECK(free.quantities.value("zones.count") == 0);
}

TEST_CASE("a loss factor damps every mode alike", "[app]")
{
    // s = i omega sqrt(1 + i eta) of a mass and a spring; viscous at Omega: ratio eta omega/2
    // Omega.
    const double eta = 0.3, omega = std::sqrt(400.0 / 2), pi = std::numbers::pi;
    const std::string b = "[[substructure]]\nname = \"b\"\ntype = \"lumped\"\n"
                          "masses = { m = { x = 2.0 } }\n"
                          "springs = [{ between = [\"ground\", \"m\"], stiffness = 400.0 }]\n";
    const RunCase run(b + "damping = { loss_factor = 0.3 }\n" + complex_modes);
    const std::complex<double> s =
        std::complex<double>(0, omega) * std::sqrt(std::complex<double>(1, eta));
    CHECK(run.quantities.values("modes.frequency")[0] ==
          Approx(s.imag() / (2 * pi)).epsilon(1e-12));
    CHECK(run.quantities.values("modes.growth_rate")[0] == Approx(s.real()).epsilon(1e-12));
    const RunCase viscous(b + "damping = { loss_factor = 0.3, viscous_at_hz = 4.0 }\n" + modes);
    CHECK(viscous.quantities.values("coupled.damping_ratio")[0] ==
          Approx(eta * omega / (2 * 2 * pi * 4)).epsilon(1e-12));
    const std::complex<double> H =
        1.0 / (400.0 * std::complex<double>(1, eta) - 2 * std::pow(2 * pi * 3, 2));
    const std::complex<double> found =
        first_response(RunCase(b + "damping = { loss_factor = 0.3 }\n" + frf("b.m.x", "3.0")));
    CHECK(std::abs(found - H) < 1e-12 * std::abs(H));
}
