// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/spans/spanlabels.h"

#include <algorithm>
#include <bit>

namespace lockstep {

namespace {

constexpr std::size_t fewLabels = 24; ///< searched linearly
constexpr std::uint32_t notFound = 0xFFFFFFFF;

/// Keeps the ten leading bits.
std::uint64_t rounded(std::uint64_t bytes)
{
    constexpr int kept = 10;
    const int dropped = std::max(0, static_cast<int>(std::bit_width(bytes)) - kept);
    return bytes >> dropped << dropped;
}

} // namespace

std::size_t SpanLabels::Hash::operator()(const SpanLabel& label) const noexcept
{
    const std::uint64_t names = std::uint64_t{label.job} << 32U | std::uint64_t{label.op} << 16U | label.communicator;
    std::uint64_t mixed = (label.bytes ^ names * 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
    mixed ^= mixed >> 32U;
    return mixed;
}

std::uint32_t SpanLabels::find(const SpanLabel& label)
{
    if (m_labels.size() <= fewLabels) {
        const auto found = std::ranges::find(m_labels, label, &Entry::label);
        return found == m_labels.end() ? notFound : static_cast<std::uint32_t>(found - m_labels.begin());
    }
    for (auto id = static_cast<std::uint32_t>(m_ids.size()); id < m_labels.size(); ++id)
        m_ids.emplace(m_labels[id].label, id);
    const auto found = m_ids.find(label);
    return found == m_ids.end() ? notFound : found->second;
}

std::uint32_t SpanLabels::add(const SpanLabel& label)
{
    // No real lane has more than a million kinds of spans: the last label represents the rest.
    if (m_labels.size() < maxLabels)
        m_labels.push_back({label});
    return static_cast<std::uint32_t>(m_labels.size() - 1);
}

std::uint32_t SpanLabels::idOf(const SpanLabel& label)
{
    if (!m_labels.empty()) {
        const std::uint32_t expected = m_labels[m_last].next;
        if (m_labels[expected].label == label)
            return m_last = expected;
    }
    SpanLabel kept = label;
    std::uint32_t id = find(kept);
    if (id == notFound && m_labels.size() >= exactLabels) {
        kept.bytes = rounded(kept.bytes);
        id = find(kept);
    }
    if (id == notFound)
        id = add(kept);
    m_labels[m_last].next = id;
    return m_last = id;
}

std::size_t SpanLabels::memoryBytes() const
{
    constexpr std::size_t hashNode = sizeof(SpanLabel) + 4 * sizeof(void*);
    return m_labels.capacity() * sizeof(Entry) + m_ids.size() * hashNode;
}

} // namespace lockstep
