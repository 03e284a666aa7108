#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

// Matrices that Abaqus and CalculiX wrote, from the case file to frequencies. The models are a
// steel block of 4 x 2 x 1 bricks, 200 x 60 x 30 mm, and its reductions to both end faces. Right
// numbers were computed from the matrices in SI by another program (LAPACK).

using namespace slideway;
using namespace slideway::test;

namespace {

using Frequencies = std::vector<double>;

const Frequencies block{5553.640726, 6566.491514, 7408.670669, 13441.55359, 14142.01734},
    block_held{1071.541788, 1587.689909, 4060.321728, 5710.800681, 7207.544464},
    craig_bampton{5576.204711, 6900.008007, 7470.842959, 14276.33833, 14610.48754},
    craig_bampton_held{1071.597048, 1587.863558, 4074.41214, 5716.718064, 7221.390848},
    guyan{6368.789057, 6972.682198, 8588.634873, 14326.57468},
    rigid_faces{5580.36017, 7046.620156, 7482.033564, 14358.14782, 15697.95369},
    rigid_faces_held{1071.606846, 1587.894224, 4086.901124, 5718.250078, 7225.567676};

const std::string samples = source_dir() + "/tests/fem/matrix_files/samples/";

// Case with one imported body; file names in `keys` begin with @.
std::string imported(std::string keys, std::size_t n_modes)
{
    for (auto at = keys.find('@'); at != std::string::npos; at = keys.find('@'))
        keys.replace(at, 1, samples);
    return "[[substructure]]\nname = \"b\"\ntype = \"matrices\"\n" + keys +
           "\n[analysis]\ntype = \"modes\"\nof = \"bodies\"\nn_modes = " + std::to_string(n_modes) +
           "\n";
}

// @param epsilon  the digits of the file
// @param rigid    largest frequency of a rigid motion: the square root of the round-off of K
void check_frequencies(const std::string& keys, const Frequencies& expected, std::size_t n_rigid,
                       double epsilon = 1e-9, double rigid = 0.03)
{
    CAPTURE(keys);
    const RunCase run(imported(keys, n_rigid + expected.size()));
    const std::vector<double> found = run.h5().numbers("modes/b/frequency");
    REQUIRE(found.size() == n_rigid + expected.size());
    for (std::size_t k = 0; k < n_rigid; ++k)
        CHECK(found[k] < rigid);
    for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(found[n_rigid + k] == Approx(expected[k]).epsilon(epsilon));
}

} // namespace

TEST_CASE("matrices of Abaqus and CalculiX give the frequencies of the block", "[app]")
{
    const std::string mesh = "mesh = \"@block.inp\"\nunits = \"mm-t-s\"\n";
    for (const std::string files :
         {"M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n",
          "file = [\"@block_MASS1.mtx\", \"@block_STIF1.mtx\"]\n",
          "M = \"@block_coordinate_MASS1.mtx\"\n"
          "K = \"@block_coordinate_lower_unsorted_STIF1.mtx\"\n",
          "file = \"@block.sti\"\n", "M = \"@block.mas\"\nK = \"@block.sti\"\n"}) {
        check_frequencies(files + mesh, block, 6);
        check_frequencies(files + mesh + "fixed = [\"FOOT\"]\n", block_held, 0);
    }
    check_frequencies("M = \"@block_M.mtx\"\nK = \"@block_K.mtx\"\ndofs = \"@block_dofs.csv\"\n",
                      block, 6);
    check_frequencies("file = \"@block_clamped.sti\"\n" + mesh, block_held, 0);
    check_frequencies("file = \"@block_substructure.mtx\"\n" + mesh, craig_bampton, 6);
    check_frequencies("file = \"@block_substructure.mtx\"\n" + mesh + "fixed = [\"FOOT\"]\n",
                      craig_bampton_held, 0);
    check_frequencies("file = \"@block_substructure_guyan.mtx\"\n" + mesh, guyan, 6);
}

TEST_CASE("DMIG of Nastran gives the frequencies of the superelement", "[app]")
{
    for (const std::string file : {"se.pch", "se_e10.pch", "se_unsorted_free.bdf"}) {
        const std::string keys = "file = \"@" + file + "\"\nunits = \"mm-t-s\"\n";
        check_frequencies(keys, rigid_faces, 6);
        check_frequencies(keys + "names = { K = \"kaax\", M = \"MAAX\" }\nfixed = [\"n901\"]\n",
                          rigid_faces_held, 0);
    }
    check_frequencies("file = \"@two_masses_small.bdf\"\n", {2.778637004, 4.558043363}, 0);
}

TEST_CASE("OP4 in every form gives the frequencies of the superelement", "[app]")
{
    for (const std::string file :
         {"se_dense_le.op4", "se_dense_be.op4", "se_sparse_le.op4", "se_bigmat_be.op4",
          "se_bigmat_i64.op4", "se_ascii.op4", "se_ascii_sparse_D.op4"}) {
        const std::string keys =
            "file = \"@" + file + "\"\ndofs = \"@se.asm.csv\"\nunits = \"mm-t-s\"\n";
        check_frequencies(keys, rigid_faces, 6);
        check_frequencies(keys + "fixed = [\"901\"]\n", rigid_faces_held, 0);
    }
    const std::string table = "dofs = \"@se.asm.csv\"\nunits = \"mm-t-s\"\n";
    // ten digits of K: an entry of 1e6 N/mm has an error of 5e-5 N/mm
    check_frequencies("file = \"@se_ascii_bigmat_narrow.op4\"\n" + table, rigid_faces, 6, 1e-8);
    // seven digits; held, because K of single precision resists rigid motions below zero
    check_frequencies("file = \"@se_single.op4\"\n" + table + "fixed = [\"901\"]\n",
                      rigid_faces_held, 0, 1e-6);
}

TEST_CASE("an external superelement of Nastran has its dofs in the punch file", "[app]")
{
    // Displacements of node 11 are in a coordinate system of the punch file. Right numbers were
    // computed from the matrices in basic axes by another program (LAPACK).
    const std::string keys = "file = [\"@outboard.op4\", \"@outboard.pch\"]\n";
    check_frequencies(keys, {1.75766246, 1.79286861, 3.64929155, 4.14937627}, 6, 1e-8, 1e-3);
    const CaseFolder folder(imported(keys, 3));
    const std::string text = run_ok(folder, "check case.toml").out;
    CHECK_THAT(text, Contains("mass 1.59038"));
    CHECK_THAT(text, Contains("12 translations, 12 rotations, 22 internal dofs"));
}

TEST_CASE("check reports forces against rigid motions", "[app]")
{
    // A punch file whose node 11 lost its displacement system, and a part that its file holds.
    const CaseFolder folder(imported("file = [\"@outboard.op4\", \"basic.pch\"]\n", 3));
    std::ifstream punch(samples + "outboard.pch");
    std::ofstream basic(folder / "basic.pch");
    for (std::string line; std::getline(punch, line);) {
        if (line.starts_with("*        0.300000000E+03              10"))
            line.replace(38, 2, " 0");
        basic << line << "\n";
    }
    basic.close();
    const std::string text = run_ok(folder, "check case.toml").out;
    CHECK_THAT(text, Contains(" meets a force at n") && Contains("a free body meets none"));
    const CaseFolder held(imported("file = \"@block_clamped.sti\"\nmesh = \"@block.inp\"\n"
                                   "units = \"mm-t-s\"\n",
                                   3));
    CHECK_THAT(run_ok(held, "check case.toml").out, Contains(" meets a force at n2"));
    const CaseFolder right(imported("file = [\"@outboard.op4\", \"@outboard.pch\"]\n", 3));
    CHECK_THAT(run_ok(right, "check case.toml").out, !Contains("meets a force"));
}

TEST_CASE("dofs without mass follow the others", "[app]")
{
    // Rotations of a beam with lumped masses. Right numbers: condensed by another program (LAPACK).
    const std::string beam = "file = \"@lumped_beam.pch\"\n";
    for (const std::string units : {"", "units = \"mm-t-s\"\n"}) {
        check_frequencies(beam + units + "fixed = [\"n1\"]\n",
                          {50.92709822, 299.3363115, 792.6796058, 1381.634061}, 0);
        check_frequencies(beam + units + "fixed = [\"n1.y\", \"n5.y\"]\n",
                          {147.0073677, 583.9389974, 1239.829131}, 0);
    }
    const CaseFolder folder(imported(beam + "fixed = [\"n1\"]\n", 1));
    CHECK_THAT(
        run_ok(folder, "check case.toml").out,
        Contains("n2.rotation, n3.rotation, n4.rotation, n5.rotation have no mass and follow "
                 "the other dofs statically"));
    // One direction over twelve rotations, each of which has mass, of a real superelement.
    const std::string inboard = "file = [\"@inboard.op4\", \"@inboard.pch\"]\n";
    check_frequencies(inboard, {47.9274596, 47.9874926, 53.2732295, 136.8026316}, 6, 1e-8, 1e-3);
    CHECK_THAT(run_ok(CaseFolder(imported(inboard, 3)), "check case.toml").out,
               Contains("mass 1.75505") && Contains("not reduced, 31 dofs") &&
                   Contains(" has no mass and follows the other dofs statically"));

    // Rows without any entry: rotations of the nodes of a solid.
    const std::string brick = "file = \"@gset_one_brick.op4\"\ndofs = \"@gset_one_brick.csv\"\n";
    check_frequencies(brick, {35530.06335, 55244.43343, 70197.54649}, 6, 1e-9, 1);
    CHECK_THAT(run_ok(CaseFolder(imported(brick, 3)), "check case.toml").out,
               Contains("24 dofs are left out, without mass and stiffness: 111.rotation_x, "));
    const CaseFolder port(imported(brick + "fixed = [\"111.rotation_x\"]\n", 1));
    const ProgramRun refused = run_program(port, "check case.toml");
    CHECK(refused.exit_status == 2);
    CHECK_THAT(refused.err, Contains("substructure.b.fixed = \"111.rotation_x\"; ") &&
                                Contains("no component \"rotation_x\""));
}

TEST_CASE("dofs without mass follow in statics and frequency responses", "[app]")
{
    // A cantilever of 0.4 m with EI = 175 N m^2: 1 N at its end displaces it by l^3/3EI and turns
    // it by l^2/2EI; a moment turns it by l/EI.
    const std::string body = "[[substructure]]\nname = \"b\"\ntype = \"matrices\"\nfile = \"" +
                             samples + "lumped_beam.pch\"\nfixed = [\"n1\"]\n";
    const double l = 0.4, EI = 175;
    const RunCase force(body + "[analysis]\ntype = \"frf\"\ninputs = [\"b.n5.y\"]\n"
                               "outputs = [\"b.n5.rotation\", \"b.n5.y\"]\n"
                               "quantity = \"displacement\"\nfrequency_hz = [0.0, 10.0]\n");
    const io::Hdf5Reader found = force.h5();
    CHECK(found.numbers("frf/b.n5.rotation.displacement/b.n5.y/real")[0] ==
          Approx(l * l / (2 * EI)).epsilon(1e-9));
    CHECK(found.numbers("frf/b.n5.y.displacement/b.n5.y/real")[0] ==
          Approx(l * l * l / (3 * EI)).epsilon(1e-9));
    // The response to a moment at the end, quasi-static at 1e-3 Hz: the turn of a massless dof.
    const RunCase turned(body + "[analysis]\ntype = \"frf\"\ninputs = [\"b.n5.rotation\"]\n"
                                "outputs = [\"b.n5.rotation\", \"b.n5.y\", \"b.n4.rotation\"]\n"
                                "quantity = \"displacement\"\nfrequency_hz = [1e-3, 60.0]\n");
    const auto response = [&](const std::string& output) {
        return turned.h5().numbers("frf/b." + output + ".displacement/b.n5.rotation/real");
    };
    CHECK(response("n5.rotation")[0] == Approx(l / EI).epsilon(1e-8));
    CHECK(response("n5.y")[0] == Approx(l * l / (2 * EI)).epsilon(1e-8));
    CHECK(response("n4.rotation")[0] == Approx(0.75 * l / EI).epsilon(1e-8));
    const RunCase moment(body + "[[load]]\nname = \"turn\"\non = \"b.n5.rotation\"\n"
                                "force = 1.0\n[analysis]\ntype = \"static\"\n[output]\n"
                                "history = [\"b.n5.y\", \"b.n5.rotation\"]\n");
    CHECK(moment.quantities.value("b.n5.y.displacement") == Approx(l * l / (2 * EI)).epsilon(1e-9));
    CHECK(moment.quantities.value("b.n5.rotation.displacement") == Approx(l / EI).epsilon(1e-9));
    const std::string spring = "[[joint]]\nname = \"spring\"\nlaw = \"linear\"\n"
                               "between = [\"b.n5.rotation\", \"ground\"]\nstiffness = 10.0\n",
                      frf = "[analysis]\ntype = \"frf\"\ninputs = [\"b.n5.y\"]\n"
                            "outputs = [\"b.n5.y\"]\nfrequency_hz = [10.0]\n";
    const CaseFolder folder(body + spring + frf);
    const ProgramRun refused = run_program(folder, "check case.toml");
    CHECK(refused.exit_status == 2);
    CHECK_THAT(refused.err, Contains("b.n5.rotation has no mass; expected a mass > 0 in every dof "
                                     "on which joints, contacts, loads or motions act"));
}

TEST_CASE("a free body in single precision has rigid motions and a positive mass", "[app]")
{
    check_frequencies("file = \"@se_single.op4\"\ndofs = \"@se.asm.csv\"\n"
                      "units = \"mm-t-s\"\n",
                      rigid_faces, 6, 1e-6, 0.6);
}

TEST_CASE("matrices of Ansys have their rows in a mapping, or in the vector BACK", "[app]")
{
    const std::string text = "K = \"@block_K.mmf\"\nM = \"@block_M.mmf\"\n"
                             "dofs = \"@block_BACK.mmf\"\n",
                      boeing = "K = \"@block_K.matrix\"\nM = \"@block_M.matrix\"\n"
                               "dofs = \"@block.mapping\"\n";
    for (const std::string& keys : {text, boeing}) {
        check_frequencies(keys, block, 6);
        check_frequencies(keys + "fixed = [\"n111\", \"n112\", \"n121\", \"n122\", "
                                 "\"n131\", \"n132\"]\n",
                          block_held, 0);
    }
    // Mass and size come from positions, in the unit of the heading or of `units`.
    for (const std::string mesh :
         {"mesh = \"@block_nodes.txt\"\n", "mesh = \"@block_nodes_comma.txt\"\n"}) {
        const CaseFolder folder(imported(boeing + mesh, 3));
        CHECK_THAT(run_ok(folder, "check case.toml").out,
                   Contains("size 0.2 m x 0.06 m x 0.03 m, mass 2.16216 kg"));
    }
    const CaseFolder folder(imported("M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                                     "units = \"mm-t-s\"\nmesh = \"@block.bdf\"\n",
                                     3));
    CHECK_THAT(run_ok(folder, "check case.toml").out,
               Contains("size 0.2 m x 0.06 m x 0.03 m, mass 2.16216 kg"));
}

TEST_CASE("loads of a file are ports with the factor of each case", "[app]")
{
    // 10 N and 20 N on 902.z; the displacement of 902.z under 1 N was computed by LAPACK.
    for (const auto& [on, newtons] :
         {std::pair{"b.load_1", 10.0}, {"b.load_2.factor", 20.0}, {"b.n902.z", 1.0}}) {
        std::string text = imported("file = [\"@se.pch\", \"@loads.pch\"]\nunits = \"mm-t-s\"\n"
                                    "fixed = [\"n901\"]\n[[load]]\nname = \"push\"\non = \"" +
                                        std::string(on) + "\"\nforce = 1.0\n",
                                    1);
        text.erase(text.find("[analysis]"));
        const RunCase run(text + "[analysis]\ntype = \"static\"\n[output]\n"
                                 "history = [\"b.n902.z\"]\n");
        CHECK(run.quantities.value("b.n902.z.displacement") ==
              Approx(newtons * 5.257831117e-08).epsilon(1e-8));
    }
}

TEST_CASE("groups of a case name nodes by label, and scalar points are nodes", "[app]")
{
    const std::string keys = "M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                             "units = \"mm-t-s\"\n";
    check_frequencies(keys + "groups = { foot = [111, 112, \"n121\", \"122\", 131, 132] }\n"
                             "fixed = [\"foot\"]\n",
                      block_held, 0);
    const CaseFolder folder(imported(keys + "groups = { foot = [111, 999] }\n", 1));
    CHECK_THAT(run_program(folder, "check case.toml").err,
               Contains("substructure.b.groups.foot = \"999\"; the matrices have no such node"));

    // A modal coordinate, held or loaded as a length: 1 N on s9001 of a mode with K = omega^2 t
    // mm^2/s^2 per mm^2 gives 1 / omega^2 mm per N, whatever its unit in SI.
    std::string text = imported("file = \"@se.pch\"\nunits = \"mm-t-s\"\n"
                                "fixed = [\"n901\", \"n902\"]\n[[load]]\nname = \"push\"\n"
                                "on = \"b.s9001.x\"\nforce = 1.0\n",
                                1);
    text.erase(text.find("[analysis]"));
    const RunCase run(text + "[analysis]\ntype = \"static\"\n[output]\n"
                             "history = [\"b.s9001.x\"]\n");
    const double omega = 2 * std::numbers::pi * 5318.246539; // of the first fixed-interface mode
    CHECK(run.quantities.value("b.s9001.x.displacement") ==
          Approx(1e-3 / (omega * omega)).epsilon(1e-8));
}

TEST_CASE("an imported body far away and turned, or as two halves, has the same frequencies",
          "[app]")
{
    // The grids of the superelement lie, and move, in a system that is turned and 100 m away.
    const CaseFolder folder(imported("file = \"twin.pch\"\nunits = \"mm-t-s\"\n", 11));
    std::ifstream punch(samples + "se.pch");
    std::ofstream twin(folder / "twin.pch");
    twin << "CORD2R,5,,1.+5,-2.+4,3.+4,1.00001+5,-19998.,30002.\n,100005.,-19999.,30001.\n";
    bool second = false; // line of a grid
    for (std::string line; std::getline(punch, line); twin << line << "\n") {
        if (second)
            line = line.substr(0, 24) + "               5";
        second = line.starts_with("GRID*");
        if (second)
            line.replace(24, 16, "               5");
    }
    twin.close();
    (void)run_ok(folder, "run case.toml --quiet --output out");
    const std::vector<double> found =
        io::Hdf5Reader(folder / "out/results.h5").numbers("modes/b/frequency");
    REQUIRE(found.size() == 6 + rigid_faces.size());
    for (std::size_t k = 0; k < rigid_faces.size(); ++k)
        CHECK(found[6 + k] == Approx(rigid_faces[k]).epsilon(1e-9));
    CHECK_THAT(run_ok(folder, "check case.toml").out,
               Contains("mass 2.16216 kg, centre of mass (100.09, -19.9934, 29.968) m"));

    // Halves with half of the unit of mass, bonded at their nodes: they move alike as the whole, or
    // against each other with resting nodes, at the frequencies of the fixed interface.
    std::string text;
    for (const std::string name : {"a", "b"})
        text += "[[substructure]]\nname = \"" + name + "\"\ntype = \"matrices\"\nfile = \"" +
                samples + "se.pch\"\nunits = { length = 1e-3, mass = 0.5e3, time = 1 }\n";
    for (const std::string node : {"n901", "n902"})
        text += "[[bond]]\nname = \"" + node + "\"\nbetween = [\"a." + node + "\", \"b." + node +
                "\"]\n";
    const RunCase halves(text + "[analysis]\ntype = \"modes\"\nn_modes = 10\n");
    const std::vector<double> both = halves.h5().numbers("modes/coupled/frequency");
    const Frequencies expected{5318.246539, rigid_faces[0], 6584.859948, rigid_faces[1]};
    REQUIRE(both.size() == 6 + expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(both[6 + k] == Approx(expected[k]).epsilon(1e-9));
}

TEST_CASE("Craig-Bampton on two rigid faces has the modes and the statics of the block", "[app]")
{
    const std::string keys = "M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                             "mesh = \"@block.inp\"\nunits = \"mm-t-s\"\n"
                             "ports = { foot = { group = \"FOOT\" }, tip = { group = \"TIP\" } }\n";
    const auto reduced = [&](int n_modes) -> std::string {
        return keys +
               "reduction = { method = \"craig-bampton\", n_modes = " + std::to_string(n_modes) +
               ", boundary = [\"foot\", \"tip\"] }\n";
    };
    // Rayleigh quotients: frequencies fall towards those of the block, which all modes have.
    std::vector<double> above;
    for (const int n_modes : {6, 20}) {
        const RunCase run(imported(reduced(n_modes), 6 + block.size()));
        const std::vector<double> found = run.h5().numbers("modes/b/frequency");
        REQUIRE(found.size() == 6 + block.size());
        for (std::size_t k = 0; k < 6; ++k)
            CHECK(found[k] == 0);
        for (std::size_t k = 0; k < block.size(); ++k) {
            CHECK(found[6 + k] > block[k]);
            CHECK(found[6 + k] < (above.empty() ? 1.1 * block[k] : above[6 + k]));
        }
        above = found;
    }
    check_frequencies(reduced(90 - 12), block, 6, 1e-9);

    // Statics of the six components of each face: the reduction is exact, and reactions follow
    // from equilibrium about the centre of the foot.
    std::string loads = "[[load]]\nname = \"push\"\non = \"b.tip.z\"\nforce = 1000.0\n"
                        "[[load]]\nname = \"turn\"\non = \"b.tip.rotation_x\"\nforce = 5.0\n",
                history;
    for (const std::string c : {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"}) {
        loads +=
            "[[motion]]\nname = \"" + c + "\"\non = \"b.foot." + c + "\"\ndisplacement = 0.0\n";
        history += (history.empty() ? "\"b.tip." : ", \"b.tip.") + c + "\"";
    }
    const auto solved = [&](const std::string& body) -> RunCase {
        std::string text = imported(body + loads, 1);
        text.erase(text.find("[analysis]"));
        return RunCase(text + "[analysis]\ntype = \"static\"\n[output]\nhistory = [" + history +
                       "]\n");
    };
    const RunCase whole = solved(keys), small = solved(reduced(0));
    for (const std::string c : {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"}) {
        const std::string name = "b.tip." + c + ".displacement";
        CHECK(small.quantities.value(name) == Approx(whole.quantities.value(name)).epsilon(1e-7));
    }
    // ten digits of K; arms from (0, 30, 15) mm to (200, 24, 10.5) mm
    for (const RunCase* run : {&whole, &small})
        for (const auto& [c, value] : {std::pair{"x", 0.0},
                                       {"y", 0.0},
                                       {"z", -1000.0},
                                       {"rotation_x", -5.0 + 1000 * 0.006},
                                       {"rotation_y", 1000 * 0.2},
                                       {"rotation_z", 0.0}})
            CHECK(run->quantities.value(std::string(c) + ".force") ==
                  Approx(value).epsilon(1e-8).margin(1e-6));
}

TEST_CASE("malformed OP4 and Harwell-Boeing are refused in one line", "[app]")
{
    for (const auto& [file, said] :
         {std::pair{"op4_cut_off.op4", "matrix MAA, column "},
          {"op4_cut_off.op4", "the file ends within"},
          {"op4_row_beyond.op4", "op4_row_beyond.op4:2: KAA: row 40 of 18"},
          {"hb_pattern.matrix", "hb_pattern.matrix:3: type PSA has no values"},
          {"mm_complex_hermitian.mtx", "mm_complex_hermitian.mtx:1: "},
          {"outboard.pch", "no square matrix; give the file with the matrices too"}}) {
        CAPTURE(file);
        const CaseFolder folder(imported("file = \"@" + std::string(file) + "\"\n", 1));
        const ProgramRun run = run_program(folder, "check case.toml");
        CHECK(run.exit_status == 2);
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        CHECK_THAT(run.err, Contains(said) && Contains("substructure.b.file"));
    }
}

TEST_CASE("malformed DMIG is refused in one line", "[app]")
{
    for (const auto& [file, said] :
         {std::pair{"dmig_both_triangles.bdf",
                    ":5: K2: (7, 0) and (101, 1) given above and below the diagonal; IFO = 6 takes "
                    "it once"},
          {"dmig_no_header.bdf", ":2: K2: no header card (DMIG K2 0 ...) before its first column"},
          {"dmig_component_7.bdf", ":3: component \"7\"; expected a whole number from 0 to 6"},
          {"dmig_nan.bdf", ":3: \"NaN\"; expected a finite number"},
          {"dmig_cut_off.pch",
           "9001, 9002, 9003, 9004, 9005, 9006 have stiffness and no mass; is the "
           "file whole?"},
          {"loads.pch",
           ": no square matrix; give the file with the matrices too, as in file = "}}) {
        CAPTURE(file);
        const CaseFolder folder(imported("file = \"@" + std::string(file) + "\"\n", 1));
        const ProgramRun run = run_program(folder, "check case.toml");
        CHECK(run.exit_status == 2);
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        CHECK_THAT(run.err, Contains(said) && Contains("substructure.b.file = "));
    }
    const CaseFolder folder(
        imported("file = \"@se.pch\"\nnames = { K = \"KBBX\" }\nunits = \"mm-t-s\"\n", 1));
    CHECK_THAT(run_program(folder, "check case.toml").err,
               Contains("substructure.b.names.K = \"KBBX\"; no matrix has that name; did you mean "
                        "KAAX?"));
}

TEST_CASE("check reports what was imported, with mass, centre and size", "[app]")
{
    const CaseFolder folder(
        imported("file = \"@block_substructure.mtx\"\nmesh = \"@block.inp\"\n"
                 "units = \"mm-t-s\"\nreduction = { boundary = [\"n532.z\"] }\n",
                 3));
    const std::string text = run_ok(folder, "check case.toml").out;
    CHECK_THAT(text, Contains("size 0.2 m x 0.06 m x 0.03 m, mass 2.16216 kg, centre of mass ("));
    CHECK_THAT(text, Contains("from units mm-t-s (0.001 m, 1000 kg, 1 s)"));
    CHECK_THAT(text, Contains("ports: n532, load_1, FOOT, TIP; 12 nodes to name\n"));
    CHECK_THAT(text, Contains("a substructure of Abaqus: 36 translations, 6 internal dofs"));
    CHECK_THAT(
        text,
        Contains("not drawn: recovery vectors of the file; T_nodes gives the labels of its nodes"));
    CHECK_THAT(text, !Contains("meets a force"));
    CHECK_THAT(text, Contains("body b free: 6 rigid motions, then 5576.2, 6900.01, 7470.84 Hz\n"));
}

TEST_CASE("units give the frequencies of any system, and displacements in metres", "[app]")
{
    // Static tip displacement under 1 N: the same from files in mm and t, and in SI.
    const std::string load = "fixed = [\"FOOT\"]\n[[load]]\nname = \"push\"\non = \"b.n511.z\"\n"
                             "force = 1.0\n";
    const auto tip = [&](const std::string& keys, const std::string& replace) {
        std::string text = imported(keys + load, 1);
        text.erase(text.find("[analysis]"));
        text += "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"b.n511.z\"]\n";
        if (!replace.empty())
            for (auto at = text.find("n511"); at != std::string::npos; at = text.find("n511"))
                text.replace(at, 4, replace);
        return RunCase(text);
    };
    const double mm = tip("M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                          "mesh = \"@block.inp\"\nunits = \"mm-t-s\"\n",
                          "")
                          .quantities.value("b.n511.z.displacement");
    const double unnamed = tip("M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                               "mesh = \"@block.inp\"\n"
                               "units = { length = 1e-3, mass = 1e3, time = 1 }\n",
                               "")
                               .quantities.value("b.n511.z.displacement");
    CHECK(unnamed == Approx(mm).epsilon(1e-13));
    CHECK(mm > 1e-8); // without units it would be 1000 times as small
    CHECK(mm < 1e-6);
}

TEST_CASE("malformed matrices of Abaqus are refused in one line", "[app]")
{
    const auto message = [](const std::string& keys) -> std::string {
        const CaseFolder folder(imported(keys, 1));
        const ProgramRun run = run_program(folder, "check case.toml");
        CHECK(run.exit_status == 2);
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        return run.err;
    };
    CHECK_THAT(message("file = \"@abaqus_substructure_count.mtx\"\n"),
               Contains("substructure.b.file = ") && Contains("MASS: ") &&
                   Contains("666 expected for 36 dofs"));
    CHECK_THAT(message("M = \"@abaqus_matrix_conflict.mtx\"\nK = \"@block_STIF1.mtx\"\n"),
               Contains("substructure.b.M = ") &&
                   Contains("(111, 1) (112, 1) = 1.25978125e-05, but line 2 has (112, 1) (111, 1) "
                            "= 6.29890625e-06"));
    CHECK_THAT(message("file = \"@abaqus_element_file.mtx\"\n"),
               Contains("matrices of single elements") && Contains("*MATRIX GENERATE"));
    CHECK_THAT(message("M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                       "mesh = \"@block.inp\"\nunits = \"mm-t-s\"\nscale = 0.001\n"),
               Contains("case.toml:8: substructure.b.scale = 0.001; give either units, which "
                        "convert positions too, or scale"));
    CHECK_THAT(message("M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\nunits = \"cm\"\n"),
               Contains("case.toml:6: substructure.b.units = \"cm\"; "));
    CHECK_THAT(message("M = \"@block_coordinate_MASS1.mtx\"\n"
                       "K = \"@block_coordinate_lower_unsorted_STIF1.mtx\"\n"),
               Contains("missing key dofs: files of the form COORDINATE of Abaqus do not name "
                        "their rows"));
    CHECK_THAT(message("file = \"@block_STIF1.mtx\"\n"),
               Contains("body b has stiffness alone, no mass matrix; analysis.type = \"static\""));
    CHECK_THAT(message("file = \"@block_STIF1.mtx\"\nM = \"@block_MASS1.mtx\"\n"),
               Contains("substructure.b.M = ") && Contains("give either file, or M, C and K"));
}
