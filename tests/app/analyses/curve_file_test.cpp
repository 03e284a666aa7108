#include "app/analyses/backbone/curve_file.hpp"
#include "io/entries.hpp"
#include "tests/continuation/same_branch.hpp"
#include "tests/dynamics/harmonic/known_ridges.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace slideway;

namespace {

void walk(io::Entries& a, std::vector<dynamics::ExtremaCurve>& curves,
          const app::BranchMeaning& meaning)
{
    a.numbered(curves, "curves", "C", "the number of a curve",
               [&](dynamics::ExtremaCurve& curve) { arrays(a, curve, meaning); });
}

} // namespace

TEST_CASE("A curve of extrema read back is the one written, with its kinks and its points at any "
          "level",
          "[app]")
{
    const dynamics::HarmonicBalance hb = test::balance(test::blade_damper_blade(1.5e-5), 1);
    const dynamics::RidgesOptions options = test::between({1, 2.42, 6.3, 140}, 190, 225);
    const dynamics::Ridges found = dynamics::ridges(hb, options);
    REQUIRE(found.curves.size() == 2);
    const io::ScratchFolder folder;
    {
        io::Hdf5Writer h5(folder / "curves.h5");
        std::vector<dynamics::ExtremaCurve> curves = found.curves;
        io::write_arrays(h5, [&](io::Entries& a) {
            walk(a, curves, {"m", "motion", "", "ln level", "the level"});
        });
        h5.close();
    }
    const io::Hdf5Reader h5(folder / "curves.h5");
    std::vector<dynamics::ExtremaCurve> read;
    io::read_arrays(h5, [&](io::Entries& a) { walk(a, read, {}); });
    REQUIRE(read.size() == found.curves.size());
    dynamics::MotionFamily motions(hb);
    for (std::size_t c = 0; c < found.curves.size(); ++c) {
        const dynamics::ExtremaCurve &curve = found.curves[c], &again = read[c];
        CHECK(again.begins == curve.begins);
        CHECK(again.ends == curve.ends);
        CHECK(again.closed == curve.closed);
        REQUIRE(again.curve.pieces.size() == curve.curve.pieces.size());
        for (std::size_t k = 0; k < curve.curve.pieces.size(); ++k) {
            const continuation::Piece &a = again.curve.pieces[k], &b = curve.curve.pieces[k];
            CHECK(a.equations == b.equations);
            CHECK(a.begins == b.begins);
            CHECK(a.ends == b.ends);
            if (k > 0)
                CHECK(a.begins == again.curve.pieces[k - 1].ends);
            test::check_same_points(a.branch, b.branch);
            REQUIRE(again.kinks[k].has_value() == curve.kinks[k].has_value());
        }
        // Also at a level that the run did not list.
        for (const double level : {2.42, 5.2, 48.04}) {
            std::vector<std::string> lost;
            const auto at = [&](const dynamics::ExtremaCurve& of) {
                return dynamics::extrema_at(motions, of, level, options.extrema, lost);
            };
            const std::vector<dynamics::Extremum> here = at(again), there = at(curve);
            CHECK(lost.empty());
            REQUIRE(here.size() == there.size());
            for (std::size_t i = 0; i < here.size(); ++i) {
                CHECK(here[i].x == there[i].x);
                CHECK(here[i].piece == there[i].piece);
            }
        }
    }
}
