#pragma once

#include "app/case/case.hpp"
#include "contact/laws/lender.hpp"
#include "fem/substructure.hpp"

#include <filesystem>
#include <vector>

namespace slideway::app {

/// What surrounds a joint of a case and may press on it.
/// @param first  the port of its first body, @param body  the index of that
[[nodiscard]] contact::Lender lender_of(const Case& c, const JointEntry& entry,
                                        const fem::Port& first, std::size_t body);

/// Results of earlier runs that pressures are taken from: those that are there.
[[nodiscard]] std::vector<std::filesystem::path> pressure_files(const Case& c);

} // namespace slideway::app
