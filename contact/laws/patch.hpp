#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/patch/patch_law.hpp"

namespace slideway::contact {

/// Friction of a round contact area on the rows (x, y, rotation) of two ports: contact/patch.
struct Patch {
    static constexpr std::string_view keyword = "patch",
                                      about =
                                          "friction of a round contact area, slip and spin at once";
    static constexpr Directions directions = Directions::slip_and_spin;

    PatchLaw law;

    [[nodiscard]] const PatchLaw& patch() const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
};

/// Key, help and range of a length that scales a spin axis.
template <class F>
void spin_length_field(F& f, const std::string& help, bool required, SpinLength& rho)
{
    using Range = typename F::Range;
    bool number = false;
    f.choice_or_number({"rho", "m", help, required, Range::positive()}, rho.of, number, rho.length);
    if (number)
        rho.of = SpinLength::Of::length;
}

template <class F>
void fields(F& f, Patch& joint)
{
    using Range = typename F::Range;
    PatchOptions options;
    bool pressed = false, expanded = false;
    f.number({"friction", "", "Coulomb coefficient mu", true, Range::positive()}, options.friction);
    f.table({"pressure", "", "on a disc about the first port", true}, pressed, [&](F& p) {
        p.choice({"shape", "", "", true}, options.shape);
        p.number({"radius", "m", "of the disc", true, Range::positive()}, options.radius);
        p.number({"normal_force", "N", "resultant of the pressure", true, Range::positive()},
                 options.normal_force);
    });
    f.table({"expand", "", "how force and torque follow from slip and spin", false, {}, "exact"},
            expanded, [&](F& e) {
                e.choice({"form", "", "", true}, options.form);
                const bool series =
                    options.form == PatchForm::harmonic || options.form == PatchForm::potential;
                e.integer({"n", "", "terms; harmonic and potential need it", series,
                           Range::between(1, max_patch_terms)},
                          options.n);
                spin_length_field(e, "length that scales the spin axis; all but exact need it",
                                  options.form != PatchForm::exact, options.rho);
                if (options.form == PatchForm::exact && e.has("rho"))
                    e.refuse("rho", "the exact law has none; leave it out");
                if (!series && e.has("n"))
                    e.refuse("n", "only harmonic and potential have terms; leave it out");
            });
    // Else the keys are described, or one that is missing is told.
    if (options.friction > 0 && options.radius > 0 && options.normal_force > 0)
        joint.law = PatchLaw(options);
}

} // namespace slideway::contact
