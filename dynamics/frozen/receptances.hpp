#pragma once

#include "dynamics/frozen/transfer_functions.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <optional>
#include <vector>

/// Sums and small systems of frequency_response, computed by blocks of positions.
namespace slideway::dynamics {

/// Parts of the model that do not depend on the position.
struct ResponseModel {
    explicit ResponseModel(const ModalModel& model) : modal(model) {}

    /// Input of the result as a combination of the rows of `inputs`. A force is one row. Motion x:
    /// Omega^2 inertia - j Omega drag, and what follows x without delay.
    struct Input {
        Index row = 0;                     ///< row of the force, or of the inertia
        std::optional<std::size_t> motion; ///< index of the motion in the model
        Index drag = -1, follow = -1;      ///< rows; -1: none. The row of `follow` is zero
        Vector outputs = {};               ///< part of x that each output follows
    };

    const ModalModel& modal;
    std::vector<Index> first; ///< first mode of each component; last: all modes
    RowMatrix inputs, outputs;
    std::vector<Input> of_result;
    Vector omega;
    std::vector<double> stiffness; ///< omega^2 of the lowest elastic mode of each component

    [[nodiscard]] Index n_modes() const { return first.back(); }
};

/// One kind of receptance between two rows, a H b, at every position of a block.
struct ReceptanceKind {
    enum Row { R, P, P_rate, input, output };
    Row a, b;
    Index i, j; ///< indices of the rows
};

/// Receptances of n_rows contact rows, in the order in which they are stored.
[[nodiscard]] std::vector<ReceptanceKind> kinds_of(Index n_rows, Index n_in, Index n_out,
                                                   bool rates);

/// Configurations at neighbouring positions, with the products of their rows for each mode.
struct ResponseBlock {
    Index first = 0; ///< index of the first position
    std::vector<LinearisedContacts> at;
    Index n_rows = 0; ///< largest number of rows of a configuration
    bool rates = false;
    std::vector<ReceptanceKind> kinds;
    /// Weights of a component: modes x (positions for each kind). Zero columns are left out.
    struct Weights {
        std::vector<Index> kind; ///< kind of each group of columns
        Matrix products;         ///< products for classical damping
    };
    std::vector<Weights> weights;

    [[nodiscard]] Index n_positions() const { return static_cast<Index>(at.size()); }
};

/// Position and frequency of an infinite response.
struct InfiniteResponse {
    Index position = 0, frequency = 0;
};

/// Computes kinds and weights of a block with given configurations.
void prepare(const ResponseModel& fixed, ResponseBlock& block);

/// The responses of a block at all frequencies, into `result`.
/// @param progress  asked with the fraction of them below `n_done`, by one thread at a time
/// @param n_done    gets the number of frequencies below the first that is missing
/// @return the first that is infinite
/// @throws Interrupted
[[nodiscard]] std::optional<InfiniteResponse> solve(const ResponseModel& fixed,
                                                    const FrequencyResponseOptions& options,
                                                    const ResponseBlock& block,
                                                    FrequencyResponse& result,
                                                    const Progress& progress, Index& n_done);

} // namespace slideway::dynamics
