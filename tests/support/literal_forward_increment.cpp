#include "support/literal_forward_increment.hpp"

#include "base/sparse.hpp"
#include "support/independent.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::test {

namespace {

// Returns dofs of a body that motions impose; each of their rows has one dof.
std::vector<Index> imposed_dofs(const assembly::CoupledModel& model, std::size_t body)
{
    std::vector<Index> dofs;
    for (const assembly::Motion& motion : model.motions)
        if (motion.on.body == body)
            for (Index column = 0; column < motion.on.rows.outerSize(); ++column)
                if (SparseMatrix::InnerIterator(motion.on.rows, column))
                    dofs.push_back(column);
    std::sort(dofs.begin(), dofs.end());
    return dofs;
}

} // namespace

LiteralForwardIncrement::LiteralForwardIncrement(const assembly::CoupledModel& model, double h,
                                                 double duration, const std::vector<Vector>& u0,
                                                 Index segment, bool published)
    : h_(h), velocity_(model.motions.front().velocity), ramp_(model.motions.front().ramp),
      mu_(std::get<contact::ConstantFriction>(model.sliding.front().friction).mu), segment_(segment)
{
    offset_ = {0};
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        n_.push_back(model.bodies[b].n());
        free_.push_back(complement(model.bodies[b].n(), imposed_dofs(model, b)));
        offset_.push_back(offset_.back() + static_cast<Index>(free_[b].size()));
    }
    const Index n = offset_.back();
    // Stacks columns (or entries) of one body, restricted to its free dofs.
    auto stacked = [&](std::size_t b, const Matrix& rows) -> Matrix {
        Matrix result = Matrix::Zero(rows.rows(), n);
        for (std::size_t k = 0; k < free_[b].size(); ++k)
            result.col(offset_[b] + static_cast<Index>(k)) = rows.col(free_[b][k]);
        return result;
    };

    Matrix M = Matrix::Zero(n, n), C = M;
    K_ = M;
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const fem::Substructure& body = model.bodies[b];
        const Index at = offset_[b], size = offset_[b + 1] - at;
        M.block(at, at, size, size) = submatrix(body.M, free_[b], free_[b]);
        C.block(at, at, size, size) = submatrix(body.C, free_[b], free_[b]);
        K_.block(at, at, size, size) = submatrix(body.K, free_[b], free_[b]);
    }
    const Matrix I = Matrix::Identity(n, n);
    M_inverse_ = independent::solve_cholesky(M, I);
    if (published) {
        W_ = M_inverse_;
        A_ = I - h * (W_ * C);
    } else {
        W_ = independent::solve_cholesky(Matrix(M + h / 2 * C), I);
        A_ = W_ * (M - h / 2 * C);
    }

    const std::size_t driven = model.motions.front().on.body;
    const Vector Me = model.bodies[driven].M * model.bodies[driven].rigid.col(0);
    Me_ = stacked(driven, Me.transpose()).transpose();
    f_ = Vector::Zero(n);
    for (const assembly::Load& load : model.loads) {
        const Vector p = stacked(load.body, load.row.transpose()).transpose();
        if (const auto* constant = std::get_if<assembly::Constant>(&load.signal))
            f_ += constant->force * p;
        else if (const auto* noise = std::get_if<assembly::Noise>(&load.signal))
            signals_.push_back(
                {p, BandNoise(noise->rms, noise->band_low, noise->band_high, noise->seed,
                              BandNoise::record_duration(noise->band_high, duration))});
    }

    const assembly::Sliding& sliding = model.sliding.front();
    slave_ = stacked(sliding.slave_body, Matrix(sliding.slave_rows));
    master_ = stacked(sliding.master_body, Matrix(sliding.master_rows));
    slave_X_ = sliding.slave_X.row(0).transpose();
    master_X_ = sliding.master_X;

    u_.resize(n);
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        for (std::size_t k = 0; k < free_[b].size(); ++k)
            u_(offset_[b] + static_cast<Index>(k)) = u0[b](free_[b][k]);
    u_before_ = u_;
}

void LiteralForwardIncrement::step()
{
    const double t = elapsed();
    const double rate = std::numbers::pi / ramp_;
    Vector f = f_ - K_ * u_;
    for (const Signal& signal : signals_)
        f += signal.noise(t) * signal.p;
    if (t < ramp_)
        f -= 0.5 * velocity_ * rate * std::sin(rate * t) * Me_;

    // (28). The first step is half of the acceleration at the start, which is at rest.
    const bool first = n_steps_ == 0;
    const Matrix& W = first ? M_inverse_ : W_;
    const double h2 = first ? h_ * h_ / 2 : h_ * h_;
    Vector u = u_ + A_ * (u_ - u_before_) + h2 * (W * f); // of equal places at first
    ++n_steps_;
    const double next = elapsed();
    x_ = velocity_ * (next < ramp_ ? (next - std::sin(rate * next) / rate) / 2 : next - ramp_ / 2);

    // (33)-(36) with the predicted positions; the adjacent segment if C is past the end
    Eigen::Vector2d C = slave_X_ + slave_ * u;
    C.x() += x_;
    Eigen::Vector2d T1, t_vector, n_vector;
    double alpha = 0;
    for (bool found = false; !found;) {
        auto node = [&](Index k) -> Eigen::Vector2d {
            return master_X_.row(k).transpose() + master_.middleRows(2 * k, 2) * u;
        };
        T1 = node(segment_);
        const Eigen::Vector2d T2 = node(segment_ + 1);
        const double gamma = std::atan2(T2.y() - T1.y(), T2.x() - T1.x());
        t_vector = {std::cos(gamma), std::sin(gamma)};
        n_vector = {-std::sin(gamma), std::cos(gamma)};
        alpha = t_vector.dot(C - T1) / (T2 - T1).norm();
        if (alpha >= 1 && segment_ + 2 < master_X_.rows())
            ++segment_;
        else if (alpha < 0 && segment_ > 0)
            --segment_;
        else
            found = true;
    }
    // (38)-(44), sliding along t: friction in B_E only
    auto row = [&](const Eigen::Vector2d& direction) -> Vector {
        return (1 - alpha) * master_.middleRows(2 * segment_, 2).transpose() * direction +
               alpha * master_.middleRows(2 * segment_ + 2, 2).transpose() * direction -
               slave_.transpose() * direction;
    };
    const Vector B_C = row(n_vector), B_E = row(n_vector - mu_ * t_vector);
    const Vector WB_E = W * B_E;
    const double penetration = -n_vector.dot(C - T1); // B_C (X + u*)
    lambda_ = penetration / (h2 * B_C.dot(WB_E));     // (32)
    u -= h2 * lambda_ * WB_E;                         // (27), (29)
    u_before_ = u_;
    u_ = u;
}

Vector LiteralForwardIncrement::displacement(std::size_t body) const
{
    Vector u = Vector::Zero(n_[body]);
    for (std::size_t k = 0; k < free_[body].size(); ++k)
        u(free_[body][k]) = u_(offset_[body] + static_cast<Index>(k));
    return u;
}

} // namespace slideway::test
