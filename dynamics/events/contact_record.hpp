#pragma once

#include "dynamics/events/motion_record.hpp"

#include <vector>

namespace slideway::dynamics {

/// Number of samples of a run on n_modes modes.
/// @param columns     numbers kept of a sample beside time, energies and outputs
/// @param n_contacts  whose events are kept: about four in a period 2 pi / Omega
/// @throws InputError  t_end <= t_start; negative rates; q, v of another size; samples or events
///                     that would not fit in memory
[[nodiscard]] long long check_run(const EventDrivenOptions& options, Index n_modes, double columns,
                                  Index n_contacts, double Omega);

/// @param rows  of the joints
/// @throws std::invalid_argument  phases at the start of other contacts or joints
void check_phases(const EventDrivenOptions& options, Index n_contacts,
                  const std::vector<Index>& rows);

/// Histories of the outputs and dry contacts of a run, without samples yet.
[[nodiscard]] History history_of(const DryContacts& contacts,
                                 const std::vector<ModalOutput>& outputs);
/// Adds a sample of the dry contacts.
void record(History& history, const Vector& x, const Eigen::Ref<const Vector>& v,
            const Vector& force, const std::vector<int>& state);

/// Record of dry contacts: events, sliding distances, and the last period of the drive.
class ContactRecord {
public:
    /// @param x       displacements of the contacts at the start [m]
    /// @param window  start of the last period [s]
    ContactRecord(const Vector& x, double window);

    /// The contacts are at x, in these states since the last call.
    void move(const Vector& x, const std::vector<int>& state);
    /// Contact i is in another state from t on.
    void change(double t, Index i, int old, int value);
    /// The last period begins, with the contacts where the last move took them.
    void open_window();

    [[nodiscard]] bool in_window() const { return in_window_; }
    /// Dissipated since the start, up to displacements x in these states [J].
    [[nodiscard]] double dissipation(const Vector& limit, const Vector& x,
                                     const std::vector<int>& state) const;
    [[nodiscard]] const std::vector<ContactEvent>& events() const { return events_; }

    /// @param still     amplitudes up to still limit sum_i b_i^2 / max(omega_i, Omega)^2 count as
    ///                  no motion, without stops
    /// @param shortest  stops that last no longer do not count [s]
    [[nodiscard]] std::vector<ContactPeriod> last_period(const DrySystem& system, double t,
                                                         const std::vector<int>& state,
                                                         double still, double shortest) const;

private:
    double window_;
    bool in_window_ = false;
    Vector x_, path_; // m
    Vector x_min_, x_max_, path0_, stuck_since_, stuck_;
    std::vector<ContactEvent> events_;
};

} // namespace slideway::dynamics
