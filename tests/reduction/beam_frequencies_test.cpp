#include "base/symmetric_modes.hpp"
#include "base/two_pi.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace slideway;

// Reference frequencies of an independent implementation (QM6, consistent mass), 9 digits.

namespace {

std::vector<Index> upper_interface(const fem::Substructure& upper)
{
    std::vector<Index> dofs = reduction::port_dofs(fem::port(upper, "right"));
    for (const Index dof : reduction::port_dofs(fem::port(upper, "bottom_left")))
        dofs.push_back(dof);
    std::sort(dofs.begin(), dofs.end());
    return dofs;
}

} // namespace

TEST_CASE("The lower beam, clamped and free, has the reference frequencies", "[reduction]")
{
    const std::vector<double> reference{45.514362,    284.807616,   795.627168,   1553.970451,
                                        2558.046335,  3522.690117,  3801.940347,  5278.930809,
                                        6981.454862,  8901.313237,  10568.586352, 11029.858414,
                                        13358.173519, 15877.235189, 17616.028092, 18578.056560,
                                        21451.808365, 24489.917692, 24666.037319, 27684.145213};
    const fem::Substructure s = test::lower_beam({});
    const SymmetricModes modes = lowest_modes(s.K, s.M, 20);
    for (std::size_t j = 0; j < reference.size(); ++j) {
        CAPTURE(j + 1);
        CHECK(modes.omega(static_cast<Index>(j)) / two_pi == Approx(reference[j]).epsilon(1e-6));
    }
    // The axial modes are those of a rod, (2 j - 1) c / (4 L), higher by 5e-4 because the clamp
    // prevents the contraction across it.
    CHECK(modes.omega(5) / two_pi == Approx(1408.3089 / 0.4).epsilon(1e-3));
}

TEST_CASE("The upper beam with its interface held has 20 modes up to 149.5 kHz", "[reduction]")
{
    const std::vector<double> reference{1095.67817,   3255.87464,   6614.72373,   11141.19270,
                                        16779.58718,  23359.24677,  29608.28755,  33698.59814,
                                        41402.62264,  50955.40516,  60314.83854,  65887.51296,
                                        75302.66707,  87156.30011,  96058.09446,  103743.91829,
                                        116802.86533, 127989.71901, 135470.54892, 149511.04633};
    const fem::Substructure s = test::upper_beam({});
    const reduction::ReducedModel reduced = reduction::craig_bampton(s, upper_interface(s), 20);
    REQUIRE(reduced.n_constraint == 8);
    for (std::size_t j = 0; j < reference.size(); ++j) {
        CAPTURE(j + 1);
        CHECK(reduced.omega(static_cast<Index>(j)) / two_pi == Approx(reference[j]).epsilon(1e-6));
    }
    CHECK(reduced.omega(19) / two_pi == Approx(149511.046).epsilon(1e-8)); // to the digits given
}

TEST_CASE("The upper beam clamped at its end has the reference frequencies", "[reduction]")
{
    const std::vector<double> reference{219.42075,   1373.33246,  3838.08574,  7501.11304,
                                        12358.31069, 16981.39753, 18386.99623, 25561.67865,
                                        33853.69901, 43232.01274, 50950.64561, 53663.90254};
    const fem::Substructure s = test::upper_beam({});
    const std::vector<Index> end = reduction::port_dofs(fem::port(s, "right"));
    REQUIRE(end.size() == 6);
    const reduction::ReducedModel reduced = reduction::craig_bampton(s, end, 12);
    for (std::size_t j = 0; j < reference.size(); ++j) {
        CAPTURE(j + 1);
        CHECK(reduced.omega(static_cast<Index>(j)) / two_pi == Approx(reference[j]).epsilon(1e-6));
    }
}
