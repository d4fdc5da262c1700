// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/columnblock.h"

#include <deque>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep {

/// Packs blocks that are past on a thread of its own. Owned by ColumnStore, used from the GUI thread only; the thread
/// starts with the first order, the destructor ends it after the block in hand.
class ColumnPacker
{
public:
    struct Order
    {
        MetricId metric;
        TickIndex block = 0;
        std::shared_ptr<const float[]> values; ///< nobody writes to them any more
        std::uint32_t width = 0;
        ColumnBlock::Rows written = 0;
    };
    struct Packed
    {
        Order order;
        std::vector<std::uint8_t> bytes;
    };

    void add(Order order);
    /// What has become ready since the last call.
    [[nodiscard]] std::vector<Packed> take();

private:
    void work(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_hasOrders;
    std::deque<Order> m_orders; ///< guarded by m_mutex
    std::vector<Packed> m_ready; ///< guarded by m_mutex
    std::optional<std::jthread> m_thread; ///< last: ends before what it works on goes
};

} // namespace lockstep
