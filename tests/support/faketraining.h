// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

struct FakeTrainingOptions
{
    std::uint32_t gpusPerNode = 8; ///< as the FakeCluster's
    std::uint32_t ranks = 8;
    std::uint32_t firstNode = 0; ///< its ranks run on this node and the next ones
    std::uint32_t straggler = 3; ///< this rank computes slower; all others wait for it
    Duration step = std::chrono::milliseconds(400);
    TimePoint begin{}; ///< step 1 starts here
    std::string job = "llama-70b";
};

/// A training job on a FakeCluster: adds the spans that ended since the last tick to the cluster's batches. Each step
/// is forward, backward with all-reduces, wait for the straggler, optimizer; every 25th ends with a checkpoint.
/// Deterministic for the same options and times. For tests and pictures.
class FakeTraining
{
public:
    explicit FakeTraining(FakeTrainingOptions options);

    /// Adds spans of the second before @p time to the batches of a tick. Batches without a tick or without ranks are
    /// returned unchanged.
    [[nodiscard]] std::vector<BatchPtr> withSpans(const std::vector<BatchPtr>& batches, TimePoint time) const;

private:
    [[nodiscard]] std::vector<Span> stepSpans(std::uint32_t rank, std::uint32_t step) const;
    [[nodiscard]] Duration computeOf(std::uint32_t rank, std::uint32_t step) const;
    [[nodiscard]] TimePoint startOf(std::uint32_t step) const;

    FakeTrainingOptions m_options;
    std::shared_ptr<const std::vector<std::string>> m_names;
};

} // namespace lockstep
