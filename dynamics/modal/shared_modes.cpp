#include "dynamics/modal/shared_modes.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/other_parts.hpp"
#include "dynamics/modal/modal_source.hpp"

#include <algorithm>
#include <iterator>

namespace slideway::dynamics {

namespace {

constexpr double most_numbers = 64e6;
constexpr double least_of_one =
    1e5; // lower bound per model, which limits the number of small models

// Numbers of the modes and of their input matrices, as if all matrices were dense.
double numbers_of(const assembly::CoupledModel& model)
{
    double n = 0;
    for (const fem::Substructure& body : model.bodies)
        n += static_cast<double>(body.n());
    return least_of_one + 16 * n * n;
}

} // namespace

struct SharedModes::Entry {
    explicit Entry(const assembly::CoupledModel& model) : source(model) {}

    const ModalSource source;
    double numbers = 0; ///< estimated memory in numbers
    int times = 0;      ///< number of requests
    std::once_flag made;
    ModalModel modal; ///< constant once made
};

std::shared_ptr<SharedModes::Entry> SharedModes::entry(const assembly::CoupledModel& model)
{
    const std::lock_guard lock(mutex_);
    for (const std::shared_ptr<Entry>& e : entries_)
        if (e->source.equals(model)) {
            ++e->times;
            return e;
        }
    auto added = std::make_shared<Entry>(model);
    added->numbers = numbers_of(model);
    double total = added->numbers;
    for (const std::shared_ptr<Entry>& e : entries_)
        total += e->numbers;
    while (total > most_numbers && !entries_.empty()) {
        const auto least = std::min_element(
            entries_.rbegin(), entries_.rend(),
            [](const auto& a, const auto& b) -> bool { return a->times < b->times; });
        total -= (*least)->numbers;
        entries_.erase(std::prev(least.base()));
    }
    entries_.push_back(added);
    return added;
}

std::shared_ptr<const ModalModel> SharedModes::of(const assembly::CoupledModel& model,
                                                  const Progress& progress)
{
    const std::shared_ptr<Entry> e = entry(model);
    std::call_once(e->made, [&] { e->modal = modal_model(e->source, progress); });
    return {e, &e->modal};
}

std::size_t SharedModes::size() const
{
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

std::shared_ptr<const ModalModel> modal_model(const assembly::CoupledModel& model,
                                              SharedModes* shared, const Progress& progress,
                                              OtherParts other_parts)
{
    if (other_parts == OtherParts::taken)
        assembly::refuse_without_mass(model);
    else
        assembly::refuse_other_parts(model);
    return shared ? shared->of(model, progress)
                  : std::make_shared<const ModalModel>(modal_model(ModalSource(model), progress));
}

} // namespace slideway::dynamics
