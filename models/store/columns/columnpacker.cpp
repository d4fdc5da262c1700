// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/columnpacker.h"

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
    m_worker.add([this, order = std::move(order)](const std::stop_token&) {
        Packed packed{order, {}};
        packed.bytes = m_codec.encode(settled(order, m_copy), {ColumnBlock::ticks, order.width});
        packed.bytes.shrink_to_fit();
        const std::scoped_lock lock(m_mutex);
        m_ready.push_back(std::move(packed));
    });
}

std::vector<ColumnPacker::Packed> ColumnPacker::take()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_ready, {});
}

} // namespace lockstep
