#include "app/analyses/backbone/curve_file.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway::app {

namespace {

constexpr const char* kinds = "0 first slip, 1 further slip, 2 slider that leaves 0";

void write_kink(io::ArraySink& sink, const std::string& group, const dynamics::Kink& kink)
{
    std::vector<int> kind, side;
    std::vector<double> phase;
    for (const contact::OnsetPlace& place : kink.places) {
        kind.push_back(static_cast<int>(place.kind));
        side.push_back(place.side);
        phase.push_back(place.phase);
    }
    sink.write(group + "joint", std::vector<int>{static_cast<int>(kink.joint) + 1},
               "that begins to slip, from 1, in the order of joints");
    sink.write(group + "kind", kind, std::string("of each onset that coincides: ") + kinds);
    sink.write(group + "side", side, "of that slip: 0 forward, 1 back");
    sink.write(group + "phase", phase, "rad", "of the maximum that begins it");
    for (std::size_t k = 0; k < kink.also.size(); ++k)
        write_kink(sink, numbered(group + "also", k), kink.also[k]);
}

dynamics::Kink read_kink(const io::Hdf5Reader& h5, const std::string& group)
{
    dynamics::Kink kink;
    const std::vector<int> joint = h5.integers(group + "joint"), kind = h5.integers(group + "kind"),
                           side = h5.integers(group + "side");
    const std::vector<double> phase = h5.numbers(group + "phase");
    const int last = static_cast<int>(contact::OnsetKind::first_push);
    if (joint.size() != 1 || joint[0] < 1 || kind.empty() || side.size() != kind.size() ||
        phase.size() != kind.size() ||
        std::any_of(kind.begin(), kind.end(), [&](int k) { return k < 0 || k > last; }))
        throw std::invalid_argument("curve: onsets of a kink do not fit together");
    kink.joint = static_cast<std::size_t>(joint[0] - 1);
    for (std::size_t i = 0; i < kind.size(); ++i)
        kink.places.push_back({static_cast<contact::OnsetKind>(kind[i]), side[i], phase[i]});
    for (std::size_t k = 0; h5.holds(numbered(group + "also", k) + "joint"); ++k)
        kink.also.push_back(read_kink(h5, numbered(group + "also", k)));
    return kink;
}

} // namespace

void write_extrema_curve(io::ArraySink& sink, const std::string& group,
                         const dynamics::ExtremaCurve& curve, const BranchMeaning& meaning)
{
    sink.write(group + "ends", std::vector<std::string>{curve.begins, curve.ends},
               "why the curve begins and ends");
    sink.write(group + "closed", std::vector<int>{curve.closed ? 1 : 0},
               "1: it meets its beginning");
    write_curve(sink, group, curve.curve, meaning);
    for (std::size_t k = 0; k < curve.kinks.size(); ++k)
        if (curve.kinks[k])
            write_kink(sink, piece_group(group, k) + "kink/", *curve.kinks[k]);
}

dynamics::ExtremaCurve read_extrema_curve(const io::Hdf5Reader& h5, const std::string& group,
                                          const dynamics::HarmonicBalance& model)
{
    dynamics::ExtremaCurve curve;
    const std::vector<std::string> ends = h5.texts(group + "ends");
    const std::vector<int> closed = h5.integers(group + "closed");
    if (ends.size() != 2 || closed.size() != 1)
        throw std::invalid_argument("curve: it has two ends");
    curve.begins = ends[0];
    curve.ends = ends[1];
    curve.closed = closed[0] != 0;
    curve.curve = read_curve(h5, group);
    for (std::size_t k = 0; k < curve.curve.pieces.size(); ++k) {
        const std::string kink = piece_group(group, k) + "kink/";
        curve.kinks.emplace_back();
        if (h5.holds(kink + "joint"))
            curve.kinks.back() = read_kink(h5, kink);
        if (curve.curve.pieces[k].branch.x.rows() != model.n() + 1 ||
            (curve.kinks[k] && curve.kinks[k]->joint >= model.system().joints.size()))
            throw std::invalid_argument("curve: it is of another model");
    }
    return curve;
}

} // namespace slideway::app
