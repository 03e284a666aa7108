#pragma once

#include "assembly/coupled_model.hpp"

namespace slideway::assembly {

/// Creates a bond between two ports of two bodies.
///
/// Coincident nodes are tied node to node, in all components. Two curves whose nodes do not match
/// are tied in the mean (mortar method). With u_s, u_m the displacements along the edge:
///
///   integral psi_i (u_s - u_m) ds = 0   for every node i of the finer curve s,
///
/// The functions psi_i are biorthogonal to the shape functions of s, so that each of its
/// nodes is a combination of a few nodes of the other curve. At a supported node of s,
/// psi_i is omitted and its neighbours take its share. The bond represents constant stress
/// exactly and converges at the order of the elements. Source: Wohlmuth, SIAM J. Numer.
/// Anal. 38(3), 2000, doi:10.1137/S0036142999350929.
///
/// @param tolerance  largest distance between the ports as a fraction of a length. For curves the
///                   length is the local edge; for groups of points it is their smallest spacing.
///                   For two points it is the mean edge of the bodies (the shorter one), or
///                   without a mesh the extent of their ports. Bodies that are points must
///                   coincide to round-off
/// @throws InputError  ports of different components, without positions (several nodes), or on one
///                     body; single nodes with curves; a gap (names the distance)
[[nodiscard]] Bond make_bond(const std::string& name, const std::vector<fem::Substructure>& bodies,
                             std::size_t first_body, const fem::Port& first,
                             std::size_t second_body, const fem::Port& second,
                             double tolerance = 1e-3);

} // namespace slideway::assembly
