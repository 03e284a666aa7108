#include "app/results/modal_outputs.hpp"

#include "assembly/coupled_model.hpp"

namespace slideway::app {

std::vector<dynamics::ModalOutput> modal_outputs(const assembly::CoupledModel& model,
                                                 const dynamics::ModalModel& modal,
                                                 const std::vector<dynamics::Probe>& probes)
{
    const std::vector<Index> first = modal.first_modes();
    std::vector<dynamics::ModalOutput> outputs;
    for (const dynamics::Probe& probe : probes) {
        const dynamics::ModalRows row =
            modal.rows(probe.body, probe.row.transpose().sparseView(0, 0));
        dynamics::ModalOutput& output = outputs.emplace_back();
        output.name = probe.name;
        output.measure = probe.measure;
        output.row = Vector::Zero(first.back());
        output.row.segment(first[row.component], row.rows.cols()) = row.rows.row(0).transpose();
        for (std::size_t k = 0; k < model.motions.size(); ++k)
            if (const auto& x = model.motions[k].harmonic)
                output.follow +=
                    row.follow(0, static_cast<Index>(k)) * std::polar(x->amplitude, x->phase);
    }
    return outputs;
}

} // namespace slideway::app
