// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lockstep {

/// Recycles batches. Ticks are allocated on gRPC's threads and released on the consumer's; reusing them avoids a
/// significant part of the cost per tick. Thread-safe; shared by decoders and the batches in flight.
class BatchPool : public std::enable_shared_from_this<BatchPool>
{
public:
    [[nodiscard]] static std::shared_ptr<BatchPool> create() { return std::shared_ptr<BatchPool>(new BatchPool); }

    /// A batch with an empty tick, whose lists have the capacity of their last use.
    [[nodiscard]] std::shared_ptr<Batch> take();

private:
    BatchPool() = default;
    void giveBack(std::unique_ptr<Batch> batch);

    std::mutex m_mutex;
    std::vector<std::unique_ptr<Batch>> m_free;
};

} // namespace lockstep
