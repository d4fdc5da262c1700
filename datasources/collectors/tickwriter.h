// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/layoutbuilder.h"
#include "datasources/collectors/namelist.h"
#include "datasources/collectors/peakrate.h"
#include "models/core/batch.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

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

    /// Something that happened within this tick; it gets the time of the tick. More than a tick holds is counted.
    void addEvent(Severity severity, std::uint32_t entity, std::string code, std::string text, EventFields fields = {});
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
