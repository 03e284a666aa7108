#include "dynamics/frozen/frequency_response.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "base/to_vector.hpp"
#include "dynamics/frozen/receptances.hpp"
#include "dynamics/sliding/slide.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

constexpr Index block_columns =
    2048; // number of simultaneous sums over modes: 2 MB with their results

// A probe on the modes, and what each motion moves of it.
struct ProbeRows {
    RowMatrix rows; ///< probes x modes
    Matrix follow;  ///< probes x motions
};

[[noreturn]] void refuse_held(const assembly::CoupledModel& model, const Probe& probe,
                              const Matrix& follow, Index p, const std::string& key)
{
    std::vector<std::string> holders;
    for (std::size_t k = 0; k < model.motions.size(); ++k)
        if (follow(p, static_cast<Index>(k)) != 0)
            holders.push_back(model.motions[k].name);
    if (holders.empty())
        throw InputError(key, "\"" + probe.name + "\"", "a support or an imposed motion holds it");
    throw InputError(key, "\"" + probe.name + "\"",
                     "motion " + join(holders) + " imposes it" +
                         (key == "inputs" ? "; give" : ", so that no force moves it; give") +
                         " \"motion." + holders.front() + "\"" +
                         (key == "inputs" ? "" : " in inputs") +
                         " for the response to that motion");
}

ProbeRows rows_of(const assembly::CoupledModel& model, const ResponseModel& fixed,
                  const std::vector<Probe>& probes, const std::vector<std::size_t>& motions,
                  const std::string& key)
{
    const auto n = static_cast<Index>(probes.size());
    ProbeRows all{RowMatrix::Zero(n, fixed.n_modes()),
                  Matrix::Zero(n, static_cast<Index>(model.motions.size()))};
    for (Index p = 0; p < n; ++p) {
        const Probe& probe = probes[static_cast<std::size_t>(p)];
        const ModalRows row = fixed.modal.rows(probe.body, probe.row.transpose().sparseView(0, 0));
        const Matrix& Phi = fixed.modal.components[row.component].Phi;
        const double size = probe.row.cwiseAbs().sum(),
                     scale = Phi.size() > 0 ? size * Phi.cwiseAbs().maxCoeff() : 0;
        const bool held = !(row.rows.squaredNorm() > 1e-26 * scale * scale);
        all.follow.row(p) = row.follow;
        const bool follows =
            std::any_of(motions.begin(), motions.end(), [&](std::size_t k) -> bool {
                return row.follow(0, static_cast<Index>(k)) != 0;
            });
        if (held && !follows)
            refuse_held(model, probe, all.follow, p, key);
        if (!held)
            all.rows.row(p).segment(fixed.first[row.component], row.rows.cols()) = row.rows.row(0);
    }
    return all;
}

// Rows of the forces, then of the motions, and what of the result each of them makes.
void set_inputs(const assembly::CoupledModel& model, const FrequencyResponseOptions& options,
                ResponseModel& fixed)
{
    const ProbeRows outputs = rows_of(model, fixed, options.outputs, options.motions, "outputs");
    fixed.outputs = outputs.rows;
    fixed.inputs = rows_of(model, fixed, options.inputs, {}, "inputs").rows;
    Index row = fixed.inputs.rows();
    for (Index k = 0; k < row; ++k)
        fixed.of_result.push_back({k, std::nullopt});
    fixed.inputs.conservativeResize(row + 3 * static_cast<Index>(options.motions.size()),
                                    fixed.n_modes());
    fixed.inputs.bottomRows(fixed.inputs.rows() - row).setZero();
    for (const std::size_t k : options.motions) {
        const ModalMotion& motion = fixed.modal.motions[k];
        const Index first = fixed.first[motion.component], m = motion.inertia.size();
        ResponseModel::Input input{row, k};
        fixed.inputs.row(row++).segment(first, m) = motion.inertia.transpose();
        input.follow = row++;
        if (motion.drag.size() > 0) {
            input.drag = row;
            fixed.inputs.row(row++).segment(first, m) = motion.drag.transpose();
        }
        input.outputs = outputs.follow.col(static_cast<Index>(k));
        fixed.of_result.push_back(std::move(input));
    }
    fixed.inputs.conservativeResize(row, fixed.n_modes());
}

ResponseModel fixed_part(const assembly::CoupledModel& model, const ModalModel& modal,
                         const FrequencyResponseOptions& options)
{
    const bool driven = !options.inputs.empty() || !options.motions.empty();
    if (!driven || options.outputs.empty())
        throw InputError(driven ? "outputs" : "inputs", "[]",
                         "expected at least one \"substructure.port.component\"");
    if (options.frequencies_hz.empty())
        throw InputError("frequency_hz", "[]", "expected at least one frequency");
    for (const double f : options.frequencies_hz) {
        if (!(f >= 0) || !std::isfinite(f))
            throw InputError("frequency_hz", number_text(f), "expected a number >= 0");
        if (f == 0 && !options.motions.empty() && options.quantity < options.motion_quantity)
            throw InputError("frequency_hz", "0",
                             "at 0 Hz the response to a steady " +
                                 std::string(name_of(options.motion_quantity)) +
                                 " grows without end; begin above 0, or give motion_quantity = " +
                                 quoted_name(options.quantity));
    }
    if (options.threads < 1)
        throw std::invalid_argument("frequency_response: threads < 1");
    ResponseModel fixed(modal);
    fixed.first = fixed.modal.first_modes();
    fixed.omega.resize(fixed.n_modes());
    for (std::size_t c = 0; c < fixed.modal.components.size(); ++c) {
        const Vector& omega = fixed.modal.components[c].omega;
        fixed.omega.segment(fixed.first[c], omega.size()) = omega;
        const auto elastic = std::upper_bound(omega.begin(), omega.end(), 0.0); // ascending
        fixed.stiffness.push_back(elastic == omega.end() ? 1 : *elastic * *elastic);
    }
    set_inputs(model, options, fixed);
    return fixed;
}

std::vector<double> positions_of(const Slide& slide, const assembly::CoupledModel& model,
                                 const FrequencyResponseOptions& options)
{
    const bool timed = !options.times.empty();
    const std::vector<double>& given = timed ? options.times : options.positions;
    if (given.empty())
        return {slide.has_contact() ? slide.start() : 0.0};
    const auto [low, high] = std::minmax_element(given.begin(), given.end());
    const std::string key = timed               ? "times"
                            : given.size() == 1 ? "position"
                                                : "positions",
                      from = key + (key == "position" ? "" : ".from"),
                      to = key + (key == "position" ? "" : ".to");
    if (!slide.has_contact())
        throw InputError(from, number_text(*low), "the model has no sliding contact to place");
    const std::string& contact = model.sliding.front().name;
    const double tolerance = 1e-9 * slide.length();
    const bool elsewhere =
        timed || *low < slide.start() - tolerance || *high > slide.start() + tolerance;
    if (elsewhere && !slide.moves())
        throw InputError(from, number_text(*low),
                         "no motion slides the slave of contact " + contact +
                             " along its master; it stands at " + number_text(slide.start(), 8) +
                             " m");
    if (timed && *low < options.slide.t_start)
        throw InputError(from, number_text(*low),
                         "the motions begin at t_start = " + number_text(options.slide.t_start) +
                             " s");
    std::vector<double> positions = given;
    if (timed)
        for (double& value : positions)
            value = slide.position(value);
    for (const double end :
         {timed ? slide.position(*low) : *low, timed ? slide.position(*high) : *high})
        if (end < -tolerance || end > slide.length() + tolerance)
            throw InputError(
                timed || end > slide.length() ? to : from,
                number_text(timed || end > slide.length() ? *high : *low),
                "the master surface of contact " + contact + " reaches from 0 to " +
                    number_text(slide.length(), 8) + " m" +
                    (timed ? ", and the slave would be at " + number_text(end, 8) + " m" : ""));
    return positions;
}

FrequencyResponsePlan plan_of(const Slide& slide, const assembly::CoupledModel& model,
                              const FrequencyResponseOptions& options, double available)
{
    FrequencyResponsePlan plan;
    plan.positions = positions_of(slide, model, options);
    if (slide.moves())
        for (const double position : plan.positions)
            plan.times.push_back(slide.time(position));
    const double map = static_cast<double>(plan.positions.size()) *
                       static_cast<double>(options.frequencies_hz.size()) * sizeof(double);
    const double pairs = static_cast<double>((options.inputs.size() + options.motions.size()) *
                                             options.outputs.size());
    plan.bytes = (2 * pairs + 1) * map; // one more map while a file is written row by row
    if (plan.bytes > available)
        throw InputError("frequency_hz", std::to_string(options.frequencies_hz.size()) + " values",
                         "with " + std::to_string(plan.positions.size()) + " positions and " +
                             number_text(pairs) + " responses the result would take " +
                             number_text(plan.bytes / 1073741824, 3) + " GiB of memory, and " +
                             number_text(available / 1073741824, 3) +
                             " GiB are free; take larger steps");
    return plan;
}

// Truncates a result to the first positions and frequencies.
void keep(FrequencyResponse& result, Index n_positions, Index n_frequencies)
{
    result.position.conservativeResize(n_positions);
    if (result.time.size() > 0)
        result.time.conservativeResize(n_positions);
    result.frequency_hz.conservativeResize(n_frequencies);
    for (Response& response : result.responses) {
        response.real.conservativeResize(n_positions, n_frequencies);
        response.imag.conservativeResize(n_positions, n_frequencies);
    }
}

} // namespace

std::string response_unit(ResponseQuantity quantity, Measure output, Measure input)
{
    const std::string rate = quantity == ResponseQuantity::displacement ? ""
                             : quantity == ResponseQuantity::velocity   ? "/s"
                                                                        : "/s^2";
    return unit_on("m", output) + rate + (input == Measure::rotation ? "/(N m)" : "/N");
}

std::string transmissibility_unit(ResponseQuantity quantity, Measure output,
                                  ResponseQuantity motion_quantity, Measure motion)
{
    const auto unit = [](ResponseQuantity response_quantity, Measure measure) -> std::string {
        return unit_on("m", measure) + (response_quantity == ResponseQuantity::displacement ? ""
                                        : response_quantity == ResponseQuantity::velocity   ? "/s"
                                                                                          : "/s^2");
    };
    const std::string top = unit(quantity, output), bottom = unit(motion_quantity, motion);
    if (top == bottom)
        return "";
    return top +
           (motion_quantity == ResponseQuantity::displacement ? "/" + bottom : "/(" + bottom + ")");
}

FrequencyResponsePlan check_frequency_response(const assembly::CoupledModel& model,
                                               const ModalModel& modal,
                                               const FrequencyResponseOptions& options,
                                               double available)
{
    (void)fixed_part(model, modal, options);
    Slide slide(model, modal, options.slide);
    FrequencyResponsePlan plan = plan_of(slide, model, options, available);
    for (const double position : plan.positions)
        (void)slide.at(position);
    return plan;
}

FrequencyResponse frequency_response(const assembly::CoupledModel& model, const ModalModel& modal,
                                     const FrequencyResponseOptions& options,
                                     const Progress& progress)
{
    const OneThread alone; // besides the threads of the options; results do not depend on them
    const ResponseModel fixed = fixed_part(model, modal, options);
    Slide slide(model, modal, options.slide);
    const FrequencyResponsePlan plan = plan_of(slide, model, options, available_memory());
    FrequencyResponse result;
    result.position = to_vector(plan.positions);
    result.time = to_vector(plan.times);
    result.frequency_hz = to_vector(options.frequencies_hz);
    for (const Probe& output : options.outputs)
        result.outputs.push_back(output.name);
    for (const Probe& input : options.inputs)
        result.inputs.push_back(input.name);
    for (const std::size_t k : options.motions)
        result.inputs.push_back("motion." + model.motions[k].name);
    result.n_modes = fixed.n_modes();
    result.classical = fixed.modal.classical();
    const Index n = result.position.size(), n_f = result.frequency_hz.size();
    result.responses.assign(result.outputs.size() * result.inputs.size(),
                            {Matrix(n, n_f), Matrix(n, n_f)});

    auto asked = [&](double done) -> bool {
        return !progress || progress(done / static_cast<double>(n));
    };
    Index done = 0, n_done = 0; // positions; frequencies of the block that follows
    Index first_block = 0;      // positions
    try {
        while (done < n) {
            ResponseBlock block;
            block.first = done;
            n_done = 0;
            for (Index x = done; x < n; ++x) {
                if (!asked(static_cast<double>(done)))
                    throw Interrupted();
                block.at.push_back(slide.at(result.position(x)));
                block.n_rows = std::max(block.n_rows, block.at.back().n_rows());
                block.rates = block.rates || block.at.back().P_rate.rows() > 0;
                const auto kinds = static_cast<Index>(
                    kinds_of(block.n_rows, fixed.inputs.rows(), fixed.outputs.rows(), block.rates)
                        .size());
                if ((block.n_positions() + 1) * kinds > block_columns)
                    break;
            }
            if (done == 0)
                first_block = block.n_positions();
            prepare(fixed, block);
            result.n_rows = std::max(result.n_rows, block.n_rows);
            const auto n_x = static_cast<double>(block.n_positions());
            const std::optional<InfiniteResponse> bad = solve(
                fixed, options, block, result,
                [&](double part) { return asked(static_cast<double>(done) + part * n_x); }, n_done);
            if (bad)
                throw InputError(
                    "frequency_hz: at " + number_text(result.frequency_hz(bad->frequency)) + " Hz" +
                    (slide.has_contact()
                         ? ", position " + number_text(1e3 * result.position(bad->position), 8) +
                               " mm"
                         : "") +
                    " the response is infinite: the model resonates there without damping, or "
                    "moves freely; leave this frequency out, or damp or support the bodies");
            done += block.n_positions();
        }
    } catch (const Interrupted&) {
        result.interrupted = true;
        // If the first block is incomplete, keep the frequencies that all its positions have.
        keep(result, done > 0 ? done : first_block, done > 0 ? n_f : n_done);
    }
    return result;
}

} // namespace slideway::dynamics
