// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/work/jobqueue.h"
#include "models/store/columns/columnblock.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lockstep {

/// Packs completed blocks on its own thread. Owned by ColumnStore, used from the GUI thread only; the thread starts
/// with the first request, and the destructor ends it after the current block.
class ColumnPacker
{
public:
    struct Order
    {
        MetricId metric;
        TickIndex block = 0;
        std::shared_ptr<const float[]> values; ///< no longer written
        std::uint32_t width = 0;
        ColumnBlock::Rows written = 0;
    };
    struct Packed
    {
        Order order;
        std::vector<std::uint8_t> bytes;
    };

    void add(Order order);
    /// Blocks packed since the last call.
    [[nodiscard]] std::vector<Packed> take();

private:
    std::mutex m_mutex;
    std::vector<Packed> m_ready; ///< guarded by m_mutex
    ColumnCodec m_codec; ///< the worker's
    std::vector<float> m_copy; ///< the worker's
    JobQueue m_worker; ///< last: ends before what it works on goes
};

} // namespace lockstep
