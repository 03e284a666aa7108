#pragma once

namespace slideway::assembly {

struct CoupledModel;

/// True if a body has antisymmetric parts of C or K.
[[nodiscard]] bool is_unsymmetric(const CoupledModel& model);
/// True if a body has structural damping, an imaginary part of K.
[[nodiscard]] bool has_structural_damping(const CoupledModel& model);

/// @throws InputError  a body has stiffness alone; names it
void refuse_without_mass(const CoupledModel& model);
/// @throws InputError  a body has antisymmetric parts of C or K; names it and analyses that take
///                     them
void refuse_unsymmetric(const CoupledModel& model);
/// Refuses bodies with more than M and symmetric C and K.
/// @throws InputError  such a body, also one with structural damping; names what takes it
void refuse_other_parts(const CoupledModel& model);

} // namespace slideway::assembly
