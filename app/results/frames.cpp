#include "app/results/frames.hpp"

#include "app/results/paraview.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "io/vtk_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace slideway::app {

namespace {

std::vector<PointContact> points_of(const dynamics::FieldFrame& frame)
{
    std::vector<PointContact> points;
    for (const dynamics::FieldFrame::Point& p : frame.points)
        points.push_back(
            {p.contact, p.slave, p.segment, p.lambda, p.friction, p.projection, p.state});
    return points;
}

// Reason why no body can be shown.
std::string unshown(const BuiltModel& built)
{
    for (const BuiltBody& body : built.bodies)
        if (body.distributed && body.n_nodes > 0)
            return " (of " + body.name + ", which several processes reduce, reduction.recover " +
                   "names groups to show)";
    return "";
}

} // namespace

void write_frames(const PictureFolder& folder, const BuiltModel& built,
                  const std::vector<dynamics::FieldFrame>& frames)
{
    const Scene scene(built);
    if (frames.empty() || scene.empty())
        return;
    std::filesystem::create_directories(folder / "fields");
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (!folder.takes_next())
            continue;
        const dynamics::FieldFrame& frame = frames[k];
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "frame_%05zu.vtu", k);
        io::VtkGrid grid = scene.grid(scene.displacement(frame.u), scene.stress(frame.u));
        if (!frame.points.empty())
            scene.add_contacts(grid, points_of(frame));
        io::write_vtu(folder / "fields" / name.data(), grid);
        steps.emplace_back(frame.time, std::filesystem::path("fields") / name.data());
    }
    io::write_pvd(folder / "transient.pvd", steps);
}

void refuse_frames_without_mesh(const Case& c, const BuiltModel& built)
{
    if (c.output.fields_rate_hz > 0 && Scene(built).empty())
        throw InputError(c.output.places.of("fields_rate_hz"), "output.fields_rate_hz",
                         number_text(c.output.fields_rate_hz),
                         "no body has a mesh to show" + unshown(built) + "; expected 0");
}

ModalFrames::ModalFrames(const BuiltModel& built, const dynamics::ModalModel& modal,
                         const dynamics::TransientOptions& rates,
                         std::vector<dynamics::ModalOutput>& outputs)
    : first_(outputs.size())
{
    if (!(rates.fields_rate_hz > 0) || Scene(built).empty())
        return;
    every_ = static_cast<std::size_t>(
        std::clamp(std::round(rates.history_rate_hz / rates.fields_rate_hz), 1.0, 0x1p53));
    double n_dofs = 0;
    for (const fem::Substructure& body : built.model.bodies)
        n_dofs += static_cast<double>(body.n());
    const double n_frames =
        (rates.t_end - rates.t_start) * rates.history_rate_hz / static_cast<double>(every_);
    limit_results(8 * n_frames * n_dofs, "the frames", "lower fields_rate_hz");
    const Index m = modal.n_modes();
    for (Index i = 0; i < m; ++i)
        outputs.push_back({Vector::Unit(m, i), 0});
}

std::vector<dynamics::FieldFrame> ModalFrames::take(const BuiltModel& built,
                                                    const dynamics::ModalModel& modal, double Omega,
                                                    dynamics::History& history) const
{
    std::vector<dynamics::FieldFrame> frames;
    if (every_ == 0)
        return frames;
    Vector q(modal.n_modes()), x = Vector::Zero(static_cast<Index>(built.model.motions.size()));
    for (std::size_t k = 0; k < history.time.size(); k += every_) {
        dynamics::FieldFrame& frame = frames.emplace_back();
        frame.time = history.time[k];
        for (Index i = 0; i < q.size(); ++i)
            q(i) = history.points[first_ + static_cast<std::size_t>(i)].u[k];
        for (std::size_t j = 0; j < built.model.motions.size(); ++j)
            if (const auto& harmonic = built.model.motions[j].harmonic)
                x(static_cast<Index>(j)) =
                    harmonic->amplitude * std::cos(Omega * frame.time + harmonic->phase);
        frame.u = modal.displacements(built.model, q, x);
    }
    history.points.resize(first_);
    return frames;
}

} // namespace slideway::app
