// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/layoutbuilder.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/metrics/counterrate.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// The names that a node's spans refer to: an append-only list, index 0 is the empty name. Bounded in names and bytes,
/// with a fair share per user; further names of a user become "(other)". Once it isCrowded(), a new list replaces it,
/// because names accumulate while jobs come and go. Used on the sampling thread.
class NameList
{
public:
    explicit NameList(std::size_t capacity = budget::namesPerNode, std::size_t bytes = budget::namesBytesPerNode);

    /// @param owner user whose share a new name counts against
    [[nodiscard]] std::uint32_t indexOf(std::string_view name, std::uint32_t owner = 0);

    /// The list so far; the same pointer until a name is added.
    [[nodiscard]] std::shared_ptr<const std::vector<std::string>> snapshot();

    /// Names have become "(other)", or half of the capacity is used.
    [[nodiscard]] bool isCrowded() const;

    /// Number of names replaced by "(other)" since the last call.
    [[nodiscard]] std::uint64_t takeRefused() { return std::exchange(m_refused, 0); }

private:
    struct Share
    {
        std::size_t names = 0;
        std::size_t bytes = 0;
    };

    std::uint32_t append(std::string_view name);

    std::size_t m_capacity;
    std::size_t m_byteCapacity;
    std::size_t m_bytes = 0;
    std::uint64_t m_refused = 0;
    bool m_hasRefused = false;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_indices;
    std::unordered_map<std::uint32_t, Share> m_shares; ///< by owner
    std::shared_ptr<const std::vector<std::string>> m_snapshot;
};

/// Mean rate over one tick and the highest rate within it, in counts per second.
struct MeanAndPeak
{
    std::optional<double> mean;
    std::optional<double> peak;
};

/// Rate of a counter that is sampled several times per tick, so that bursts shorter than a tick are preserved. The mean
/// uses only the ends of the tick and is exact. A plain value, one per counter; used on the sampling thread.
class PeakRate
{
public:
    PeakRate() = default;
    /// @param rate how the counter wraps
    explicit PeakRate(const CounterRate& rate) : m_tick(rate), m_fast(rate) { }

    /// A sample within the tick. Samples closer together than 20 ms are skipped, because quantised counters would give
    /// false peaks.
    void sampleFast(std::uint64_t count, TimePoint time);

    /// The sample at the end of the tick.
    [[nodiscard]] MeanAndPeak sampleTick(std::uint64_t count, TimePoint time);

    /// Discards the state after a failed read, so that a gap is not averaged over.
    void clear();

private:
    CounterRate m_tick;
    CounterRate m_fast;
    std::optional<TimePoint> m_lastFast;
    std::optional<double> m_peak;
};

/// Receives the values of collectors for one tick. Values that are not written are "no data". Lives for one tick on the
/// sampling thread.
class TickWriter
{
public:
    /// @param tick with its layout set; its values are initialised to noData
    TickWriter(NodeTick& tick, NameList& names);

    void set(Slot slot, double value);
    void set(Slot slot, std::optional<double> value);
    /// Adds to the value of this tick.
    void add(Slot slot, double value);
    /// @param scale from counts per second to the metric's unit
    void set(PeakSlot slot, const MeanAndPeak& value, double scale = 1.0);

    /// Adds an event with the time of this tick. Events above a tick's limit are dropped and counted.
    void addEvent(Severity severity, std::uint32_t entity, std::string code, std::string text, EventFields fields = {});
    /// The tick so far: what was written before.
    [[nodiscard]] const NodeTick& tick() const { return m_tick; }

    void addSpan(const Span& span) { m_tick.spans.push_back(span); }
    /// Reports the number of dropped items. Call last.
    void finish();

    /// @param owner user whose share a new name counts against. @see NameList
    [[nodiscard]] std::uint32_t nameIndex(std::string_view name, std::uint32_t owner = 0)
    {
        return m_names.indexOf(name, owner);
    }

private:
    NodeTick& m_tick;
    NameList& m_names;
    std::vector<std::size_t> m_offsets; ///< of each column in the tick's values
    std::size_t m_eventBytes = 0;
    std::size_t m_pending = 0; ///< events
};

} // namespace lockstep
