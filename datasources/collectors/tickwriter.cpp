// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/tickwriter.h"

#include "models/core/eventcodes.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

NameList::NameList(std::size_t capacity, std::size_t bytes) : m_capacity(capacity), m_byteCapacity(bytes)
{
    append({});
    append("(other)");
}

std::uint32_t NameList::append(std::string_view name)
{
    m_names.emplace_back(name);
    m_bytes += name.size();
    const auto index = static_cast<std::uint32_t>(m_names.size() - 1);
    m_indices.emplace(m_names.back(), index);
    m_snapshot.reset();
    return index;
}

std::uint32_t NameList::indexOf(std::string_view name, std::uint32_t owner)
{
    constexpr std::uint32_t other = 1;
    if (name.empty())
        return 0;
    if (const auto found = m_indices.find(std::string(name)); found != m_indices.end())
        return found->second;
    Share& share = m_shares[owner];
    if (share.names + m_names.size() >= m_capacity || share.bytes + m_bytes + name.size() > m_byteCapacity) {
        ++m_refused;
        m_hasRefused = true;
        return other;
    }
    ++share.names;
    share.bytes += name.size();
    return append(name);
}

bool NameList::isCrowded() const
{
    return m_hasRefused || m_names.size() > m_capacity / 2 || m_bytes > m_byteCapacity / 2;
}

std::shared_ptr<const std::vector<std::string>> NameList::snapshot()
{
    if (!m_snapshot)
        m_snapshot = std::make_shared<const std::vector<std::string>>(m_names);
    return m_snapshot;
}

void PeakRate::sampleFast(std::uint64_t count, TimePoint time)
{
    constexpr auto shortest = std::chrono::milliseconds(20);
    if (m_lastFast && time - *m_lastFast < shortest)
        return;
    m_lastFast = time;
    if (const auto rate = m_fast.sample(count, time))
        m_peak = std::max(m_peak.value_or(0.0), *rate);
}

MeanAndPeak PeakRate::sampleTick(std::uint64_t count, TimePoint time)
{
    sampleFast(count, time);
    MeanAndPeak result{m_tick.sample(count, time), std::nullopt};
    if (result.mean)
        result.peak = std::max(m_peak.value_or(*result.mean), *result.mean);
    m_peak.reset();
    return result;
}

void PeakRate::clear()
{
    m_tick.clear();
    m_fast.clear();
    m_lastFast.reset();
    m_peak.reset();
}

TickWriter::TickWriter(NodeTick& tick, NameList& names) : m_tick(tick), m_names(names)
{
    std::size_t offset = 0;
    m_offsets.reserve(tick.layout->columns.size());
    for (const ColumnDescriptor& column : tick.layout->columns) {
        m_offsets.push_back(offset);
        offset += column.entities.size();
    }
    tick.values.assign(offset, noData);
}

void TickWriter::set(Slot slot, double value)
{
    if (slot.isValid())
        m_tick.values[m_offsets[slot.column] + slot.row] = static_cast<float>(value);
}

void TickWriter::add(Slot slot, double value)
{
    if (!slot.isValid())
        return;
    float& sum = m_tick.values[m_offsets[slot.column] + slot.row];
    sum = std::isnan(sum) ? static_cast<float>(value) : sum + static_cast<float>(value);
}

void TickWriter::set(Slot slot, std::optional<double> value)
{
    if (value)
        set(slot, *value);
}

void TickWriter::set(PeakSlot slot, const MeanAndPeak& value, double scale)
{
    if (value.mean)
        set(slot.mean, *value.mean * scale);
    if (value.peak)
        set(slot.peak, *value.peak * scale);
}

void TickWriter::addEvent(Severity severity, std::uint32_t entity, std::string code, std::string text,
                          EventFields fields)
{
    constexpr std::size_t keptForTheRest = 2; // for finish(), and for the event about the agent's clock
    const std::size_t bytes
        = code.size() + text.size() + fields.job.size() + fields.variant.size() + fields.subject.size();
    if (m_tick.events.size() + keptForTheRest >= budget::eventsPerTick
        || m_eventBytes + bytes > budget::eventBytesPerTick) {
        ++m_pending;
        return;
    }
    m_eventBytes += bytes;
    m_tick.events.push_back({m_tick.time, severity, entity, std::move(code), std::move(text), std::move(fields)});
}

void TickWriter::finish()
{
    if (m_pending > 0)
        m_tick.events.push_back({m_tick.time, Severity::Warning, LayoutBuilder::node, codes::agentEventsDropped,
                                 fmt::format("{} dropped, because this tick has more events than an agent can report.",
                                             counted(m_pending, "event was", "events were"))});
}

} // namespace lockstep
