#include "dynamics/modal/modes.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "assembly/massless.hpp"
#include "assembly/other_parts.hpp"
#include "assembly/primal.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/symmetric_modes.hpp"
#include "dynamics/modal/damped_frequencies.hpp"
#include "reduction/modal_form.hpp"
#include "reduction/whole_modes.hpp"

#include <algorithm>
#include <numbers>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// Also takes the combinations of modes of equal frequency that the damping leaves uncoupled.
void set_damping(ModeSet& set, SymmetricModes& modes, const SparseMatrix& C,
                 const Progress& progress)
{
    if (C.nonZeros() == 0)
        return;
    const reduction::ModalForm form = reduction::damped_form(modes, C, progress);
    modes.Phi = form.Phi;
    set.classical = form.classical();
    DampedFrequencies damped = damped_frequencies(form, progress);
    set.damping_ratio = std::move(damped.ratio);
    set.damped_frequency_hz = std::move(damped.frequency_hz);
}

// The coupled model, or a single body.
struct Part {
    std::string name;
    std::vector<std::size_t> bodies; // of the model
    assembly::PrimalModel primal;
};

assembly::CoupledModel alone(const assembly::CoupledModel& model, std::size_t body)
{
    assembly::CoupledModel part;
    part.bodies.push_back(model.bodies[body]);
    for (assembly::Motion motion : model.motions)
        if (motion.on.body == body) {
            motion.on.body = 0;
            part.motions.push_back(motion);
        }
    return part;
}

void check_memory(const Part& part, int n_modes)
{
    const Index n = part.primal.n(), count = std::min<Index>(n_modes, n);
    require_memory_of_much(
        8 * static_cast<double>(n) * // including two copies of the shapes
            static_cast<double>(lowest_modes_vectors(n, count) + 2 * count),
        InputError("n_modes", std::to_string(n_modes), "modes of " + std::to_string(n) + " dofs"),
        "Ask for fewer modes");
}

// Refuses a part with massless dofs if all its modes are computed, or if the number of requested
// modes exceeds the number of dofs with mass. Massless dofs have no frequency.
void check_masses(const Part& part, const assembly::CoupledModel& model, int n_modes)
{
    const Index n_massive = (part.primal.M.diagonal().array() > 0).count();
    if (!needs_all_modes(part.primal.n(), n_modes) && n_massive >= std::max(2, n_modes))
        return;
    if (const std::string text = assembly::massless_text(model, part.bodies, part.primal);
        !text.empty())
        throw InputError("modes of " + part.name + ": " + text);
}

std::vector<Part> parts_of(const assembly::CoupledModel& model, const ModesOptions& options)
{
    if (options.n_modes < 1)
        throw InputError("n_modes", std::to_string(options.n_modes), "expected at least 1");
    assembly::refuse_without_mass(model);
    assembly::refuse_unsymmetric(model);
    std::vector<Part> parts;
    if (options.of == ModesOf::coupled) {
        parts.push_back({"coupled", {}, assembly::primal_model(model)});
        for (std::size_t b = 0; b < model.bodies.size(); ++b)
            parts.back().bodies.push_back(b);
    } else {
        for (std::size_t b = 0; b < model.bodies.size(); ++b)
            parts.push_back(
                {model.bodies[b].name, {b}, assembly::primal_model(alone(model, b), false)});
    }
    for (const Part& part : parts) {
        check_masses(part, model, options.n_modes);
        check_memory(part, options.n_modes);
    }
    return parts;
}

} // namespace

void check_modes(const assembly::CoupledModel& model, const ModesOptions& options)
{
    (void)parts_of(model, options);
}

std::vector<ModeSet> modes(const assembly::CoupledModel& model, const ModesOptions& options,
                           const Progress& progress)
{
    std::vector<ModeSet> result;
    for (const auto& [name, bodies, primal] : parts_of(model, options)) {
        SymmetricModes solution;
        try {
            solution =
                reduction::whole_modes(primal.K, primal.M, options.n_modes, nullptr, progress);
        } catch (const std::domain_error& error) {
            throw InputError("modes of " + name + ": " + error.what());
        }

        ModeSet set;
        set.name = name;
        set_damping(set, solution, primal.C, progress);
        for (Index first = 0, last = 0; first < solution.omega.size(); first = last) {
            last = reduction::whole_count(solution.omega, first + 1);
            if (last > first + 1)
                set.equal.push_back({first, last - first});
        }
        const Index n_modes = std::min<Index>(options.n_modes, solution.omega.size());
        set.frequency_hz = solution.omega.head(n_modes) / (2 * std::numbers::pi);
        if (set.damping_ratio.size() > 0) {
            set.damping_ratio.conservativeResize(n_modes);
            set.damped_frequency_hz.conservativeResize(n_modes);
        }
        const Matrix u = primal.L * solution.Phi.leftCols(n_modes);
        for (std::size_t b = 0; b < model.bodies.size(); ++b)
            set.shapes.emplace_back(Matrix::Zero(model.bodies[b].n(), u.cols()));
        for (std::size_t k = 0; k < bodies.size(); ++k)
            set.shapes[bodies[k]] =
                u.middleRows(primal.offset[k], primal.offset[k + 1] - primal.offset[k]);
        result.push_back(std::move(set));
    }
    return result;
}

} // namespace slideway::dynamics
