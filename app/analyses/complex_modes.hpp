#pragma once

#include "app/analyses/slide_fields.hpp"
#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"
#include "dynamics/frozen/complex_modes.hpp"

namespace slideway::app {

struct ComplexModesResults {
    dynamics::ComplexModesOptions options;
    std::string about;
    std::vector<std::string> bodies; ///< names
    std::vector<std::string> groups; ///< names of the loci
    dynamics::ComplexModesResult found;
};

struct ComplexModes {
    using Result = ComplexModesResults;
    static constexpr std::string_view type = "complex-modes",
                                      about = "Eigenvalues of the bodies in sliding contact along "
                                              "the slide, and its unstable zones.";
    static constexpr Takes takes[] = {{"", has_any<&contact::Law::has_force>}};
    static constexpr bool leaves_out_harmonic_drives = true;
    SlideEntry slide;
    dynamics::ComplexModesOptions options; ///< without where along the slide
};

void fields(io::Fields& f, ComplexModes& e);
[[nodiscard]] std::string check(const ComplexModes& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] std::vector<std::string> notes(const ComplexModes& e, const BuiltModel& built);
void arrays(io::Entries& a, ComplexModesResults& r);
void quantities(io::Entries& q, ComplexModesResults& r);
[[nodiscard]] Outcome run(const ComplexModes& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
