#include "assembly/primal.hpp"

#include "assembly/configuration.hpp"
#include "base/sparse.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace slideway::assembly {

namespace {

SparseMatrix block_diagonal(const CoupledModel& model, const std::vector<Index>& offset,
                            SparseMatrix fem::Substructure::*matrix)
{
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const SparseMatrix& A = model.bodies[b].*matrix;
        for (Index column = 0; column < A.outerSize(); ++column)
            for (SparseMatrix::InnerIterator it(A, column); it; ++it)
                entries.emplace_back(offset[b] + it.row(), offset[b] + column, it.value());
    }
    SparseMatrix result(offset.back(), offset.back());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

} // namespace

PrimalModel primal_model(const CoupledModel& model, bool coupled)
{
    PrimalModel primal;
    primal.offset = {0};
    std::vector<Index> held;
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        for (const Index dof : imposed_dofs(model, b))
            held.push_back(primal.offset[b] + dof);
        primal.offset.push_back(primal.offset[b] + model.bodies[b].n());
    }
    const Index n = primal.offset.back();
    std::vector<Index> dependent = held;
    std::vector<Eigen::Triplet<double>> entries; // of L in the columns of all dofs

    if (coupled) {
        require_single_contact(model);
        for (const Sliding& sliding : model.sliding) {
            if (sliding.mu != 0)
                throw InputError(sliding.where, "contact." + sliding.name + ".friction",
                                 number_text(sliding.mu),
                                 "coupled modes need 0: with friction the coupled matrices are not "
                                 "symmetric (override it by --set contact." +
                                     sliding.name + ".friction=0)");
            const Configuration at = undeformed_configuration(sliding);
            const CoupledRow row =
                expand(sliding, at.segment, contact::compatibility_row(at.projection));
            Vector B_C = Vector::Zero(n);
            B_C.segment(primal.offset[sliding.master_body], row.master.size()) += row.master;
            B_C.segment(primal.offset[sliding.slave_body], row.slave.size()) += row.slave;
            for (const Index dof : held)
                B_C(dof) = 0;
            Index pivot = 0;
            if (!(B_C.cwiseAbs().maxCoeff(&pivot) > 0))
                throw InputError(sliding.where, "contact." + sliding.name +
                                                    ": both sides are held; nothing can move");
            dependent.push_back(pivot);
            for (Index dof = 0; dof < n; ++dof)
                if (dof != pivot && B_C(dof) != 0)
                    entries.emplace_back(pivot, dof, -B_C(dof) / B_C(pivot));
        }
    }

    std::sort(dependent.begin(), dependent.end());
    const std::vector<Index> independent = complement(n, dependent);
    std::vector<Index> all(static_cast<std::size_t>(n));
    for (Index dof = 0; dof < n; ++dof)
        all[static_cast<std::size_t>(dof)] = dof;
    for (const Index dof : independent)
        entries.emplace_back(dof, dof, 1.0);
    SparseMatrix square(n, n);
    square.setFromTriplets(entries.begin(), entries.end());
    primal.L = submatrix(square, all, independent);

    auto assemble = [&](SparseMatrix fem::Substructure::*matrix) -> SparseMatrix {
        return primal.L.transpose() * (block_diagonal(model, primal.offset, matrix) * primal.L);
    };
    primal.M = assemble(&fem::Substructure::M);
    primal.C = assemble(&fem::Substructure::C);
    primal.K = assemble(&fem::Substructure::K);
    return primal;
}

} // namespace slideway::assembly
