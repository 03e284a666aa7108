#include "contact/laws/joint_phases.hpp"

#include "contact/laws/polynomial_terms.hpp"

namespace slideway::contact {

void JointPiece::clear(Index rows)
{
    constant.setZero(rows);
    at.setZero(rows);
    cubic.setZero(rows);
    stiffness.setZero(rows, rows);
    damping.setZero(rows, rows);
    terms.clear();
    corners.clear();
    guards.clear();
}

JointPiece::Guard& JointPiece::add_guard(Index row, double constant, double by_r, double by_v)
{
    const Index n = at.size();
    guards.push_back({constant, std::abs(constant), by_r * JointVector::Unit(n, row),
                      by_v * JointVector::Unit(n, row), static_cast<int>(row)});
    return guards.back();
}

void piece_of(const Law& law, const JointPhases& phases, JointPiece& out)
{
    out.clear(static_cast<Index>(phases.codes.size()));
    law.piece(phases, out);
}

void force_in(const JointPiece& piece, const JointVector& r, const JointVector& v,
              ForceAndTangent& out)
{
    const Index n = r.size();
    out.f = piece.constant;
    out.df_dr = piece.stiffness;
    out.df_dv = piece.damping;
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j)
            out.f(i) += piece.stiffness(i, j) * (r(j) - piece.at(j));
        for (Index j = 0; j < n; ++j)
            out.f(i) += piece.damping(i, j) * v(j);
        out.f(i) += piece.cubic(i) * r(i) * r(i) * r(i);
        out.df_dr(i, i) += 3 * piece.cubic(i) * r(i) * r(i);
    }
    for (const JointPiece::Term& term : piece.terms) {
        const TermValue value = value_at(term.of, r(term.row) - piece.at(term.row), v(term.row));
        out.f(term.row) += value.f;
        out.df_dr(term.row, term.row) += value.r;
        out.df_dv(term.row, term.row) += value.v;
    }
    for (const SmoothedCorner& corner : piece.corners) {
        const ForceAndSlope slope = force_at(corner, r(corner.row));
        out.f(corner.row) += slope.f;
        out.df_dr(corner.row, corner.row) += slope.df_dr;
    }
}

void add_guards(const JointPiece& piece, const JointVector& r, const JointVector& v,
                MotionSizes sizes, std::vector<JointGuard>& out)
{
    for (const JointPiece::Guard& guard : piece.guards)
        out.push_back(
            {guard.constant + guard.by_r.dot(r) + guard.by_v.dot(v),
             guard.size + guard.by_r.cwiseAbs().dot(sizes.r) + guard.by_v.cwiseAbs().dot(sizes.v),
             guard.row});
}

} // namespace slideway::contact
