// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lockstep {

/// Makes batches for ticks out of those that have been used up. Ticks are made on gRPC's threads and let go on the
/// consumer's; taking a few kilobytes from the heap here and giving them back there is a good part of what a tick
/// costs. Thread-safe; shared by decoders and by the batches under way, whoever ends last.
class BatchPool : public std::enable_shared_from_this<BatchPool>
{
public:
    [[nodiscard]] static std::shared_ptr<BatchPool> create() { return std::shared_ptr<BatchPool>(new BatchPool); }

    /// A batch that is empty but for its tick, whose lists are empty with room for what they last held.
    [[nodiscard]] std::shared_ptr<Batch> take();

private:
    BatchPool() = default;
    void giveBack(std::unique_ptr<Batch> batch);

    std::mutex m_mutex;
    std::vector<std::unique_ptr<Batch>> m_free;
};

} // namespace lockstep
