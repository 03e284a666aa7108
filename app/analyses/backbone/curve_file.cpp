#include "app/analyses/backbone/curve_file.hpp"

#include "io/entries.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway::app {

namespace {

constexpr const char* kinds = "0 first slip, 1 further slip, 2 slider that leaves 0";

// @param inner  true for a joint that begins to slip at the same instant as another
void kink_arrays(io::Entries& a, dynamics::Kink& kink, bool inner = false)
{
    std::vector<int> kind, side;
    std::vector<double> phase;
    for (const contact::OnsetPlace& place : kink.places) {
        kind.push_back(static_cast<int>(place.kind));
        side.push_back(place.side);
        phase.push_back(place.phase);
    }
    int joint = static_cast<int>(kink.joint) + 1;
    a.array(joint, "joint", "", "joint that begins to slip, from 1, in the order of joints");
    a.array(kind, "kind", "", std::string("of each onset that coincides: ") + kinds, "k");
    a.array(side, "side", "", "side of that slip: 0 forward, 1 back", "k");
    a.array(phase, "phase", "rad", "phase of the maximum that begins it", "k");
    if (a.reads()) {
        const int last = static_cast<int>(contact::OnsetKind::first_push);
        if (joint < 1 || kind.empty() || side.size() != kind.size() ||
            phase.size() != kind.size() ||
            std::any_of(kind.begin(), kind.end(), [&](int k) { return k < 0 || k > last; }))
            throw std::invalid_argument("curve: onsets of a kink do not fit together");
        kink.joint = static_cast<std::size_t>(joint - 1);
        for (std::size_t i = 0; i < kind.size(); ++i)
            kink.places.push_back({static_cast<contact::OnsetKind>(kind[i]), side[i], phase[i]});
    }
    if (!inner || !a.describes())
        a.numbered(kink.also, "also", "K", "another joint that begins to slip at the same instant",
                   [&](dynamics::Kink& other) { kink_arrays(a, other, true); });
}

} // namespace

void arrays(io::Entries& a, dynamics::ExtremaCurve& curve, const BranchMeaning& meaning)
{
    std::vector<std::string> ends = {curve.begins, curve.ends};
    a.array(ends, "ends", "", "reasons why the curve begins and ends", "2");
    a.array(curve.closed, "closed", "", "1: the curve meets its beginning");
    arrays(a, curve.curve, meaning);
    curve.kinks.resize(curve.curve.pieces.size());
    a.numbered(curve.kinks, "pieces", "P", "the number of a piece",
               [&](std::optional<dynamics::Kink>& kink) {
                   a.optional(kink, "kink", "for a piece on a kink",
                              [&](dynamics::Kink& one) { kink_arrays(a, one); });
               });
    if (!a.reads())
        return;
    if (ends.size() != 2)
        throw std::invalid_argument("curve: it has two ends");
    curve.begins = ends[0];
    curve.ends = ends[1];
}

} // namespace slideway::app
