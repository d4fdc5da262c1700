// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columnpacker.h"

#include "models/core/columncodec.h"
#include "models/core/metric.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lockstep {

namespace {

/// A block's rows; those that were never written are uninitialised memory and become no data.
std::span<const float> settled(const ColumnPacker::Order& order, std::vector<float>& copy)
{
    const std::span values(order.values.get(), std::size_t{order.width} * ColumnBlock::ticks);
    if (order.written == ~ColumnBlock::Rows{0})
        return values;
    copy.assign(values.size(), noData);
    for (TickIndex row = 0; row < ColumnBlock::ticks; ++row) {
        const auto begin = static_cast<std::size_t>(row) * order.width;
        if ((order.written & rowBit(row)) != 0)
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin), order.width,
                        copy.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    return copy;
}

} // namespace

void ColumnPacker::add(Order order)
{
    {
        const std::lock_guard lock(m_mutex);
        m_orders.push_back(std::move(order));
    }
    if (!m_thread)
        m_thread.emplace([this](const std::stop_token& stop) { work(stop); });
    m_hasOrders.notify_one();
}

std::vector<ColumnPacker::Packed> ColumnPacker::take()
{
    if (!m_thread)
        return {};
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_ready, {});
}

void ColumnPacker::work(const std::stop_token& stop)
{
    ColumnCodec codec;
    std::vector<float> copy;
    std::unique_lock lock(m_mutex);
    while (m_hasOrders.wait(lock, stop, [this] { return !m_orders.empty(); }) && !stop.stop_requested()) {
        Packed packed{std::move(m_orders.front()), {}};
        m_orders.pop_front();
        lock.unlock();
        const std::span<const float> values = settled(packed.order, copy);
        packed.bytes = codec.encode(values, {ColumnBlock::ticks, packed.order.width});
        packed.bytes.shrink_to_fit();
        lock.lock();
        m_ready.push_back(std::move(packed));
    }
}

} // namespace lockstep
