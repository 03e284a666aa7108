#include "app/motions/harmonic/response_shapes.hpp"

#include "base/text.hpp"

#include <complex>
#include <numbers>

namespace slideway::app {

namespace {

Oscillation motion_at(const BuiltModel& built, const dynamics::ModalModel& modal,
                      const dynamics::HarmonicBalance& model,
                      const dynamics::HarmonicBalance::Evaluation& evaluation, double level)
{
    const contact::Harmonics& harmonics = model.harmonics();
    const Index m = modal.n_modes(), means = harmonics.means ? 1 : 0,
                n_x = static_cast<Index>(built.model.motions.size());
    Matrix q(m, harmonics.size());
    for (Index i = 0; i < m; ++i)
        q.row(i) = model.output(evaluation, {Vector::Unit(m, i), 0}).transpose();
    Oscillation motion;
    if (harmonics.means)
        motion.mean = modal.displacements(built.model, q.col(0), Vector::Zero(n_x));
    for (Index k = 1; k <= harmonics.n_h; ++k) {
        Vector real = Vector::Zero(n_x), imaginary = real;
        for (std::size_t j = 0; k == 1 && j < built.model.motions.size(); ++j)
            if (const auto& x = built.model.motions[j].harmonic) {
                const std::complex<double> a = level * std::polar(x->amplitude, x->phase);
                real(static_cast<Index>(j)) = a.real();
                imaginary(static_cast<Index>(j)) = a.imag();
            }
        const Index c = means + 2 * (k - 1);
        motion.harmonics.push_back({modal.displacements(built.model, q.col(c), real),
                                    modal.displacements(built.model, -q.col(c + 1), imaginary)});
    }
    return motion;
}

} // namespace

ResponseShape response_shape(const BuiltModel& built, const dynamics::ModalModel& modal,
                             const dynamics::HarmonicBalance& model, const VectorIn& r,
                             double Omega, double level)
{
    dynamics::HarmonicBalance::Evaluation evaluation(model);
    model.evaluate(r, Omega, level, evaluation);
    return {"level_" + number_text(level, 6) + "_" +
                number_text(Omega / (2 * std::numbers::pi), 6) + "_Hz",
            motion_at(built, modal, model, evaluation, level)};
}

void write_shape(const PictureFolder& folder, const Scene& scene, const ResponseShape& shape)
{
    write_animation(folder, scene, std::filesystem::path("shapes") / shape.name, shape.name,
                    shape.motion);
}

} // namespace slideway::app
