// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/layoutbuilder.h"
#include "datasources/collectors/tickwriter.h"
#include "models/core/nodeidentity.h"
#include "models/core/time.h"

#include <string_view>

namespace lockstep {

/// Reads one kind of hardware or one part of the kernel. If it is absent, the collector is off, gives the reason and
/// costs nothing. Owned by a NodeAgent; all calls come from its sampling thread. Order of calls: detect, declare, then
/// per tick any number of sampleFast and one sample. If hasChanged, detect again; if any collector's hardware changed,
/// declare again, because all slots move.
class Collector
{
public:
    virtual ~Collector() = default;

    /// Stable word for the inventory and the configuration ("network").
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Detects the hardware. Known devices keep their state, so that counters continue.
    [[nodiscard]] virtual InventoryItem detect() = 0;

    /// Whether detect would find a change. Cheap: called every few seconds.
    [[nodiscard]] virtual bool hasChanged() = 0;

    /// Whether a change must be declared before the next detection of all hardware, as for new jobs. Cheap: called each
    /// tick.
    [[nodiscard]] virtual bool needsRedeclaration() { return false; }

    /// Declares entities and columns of the detected hardware, if any.
    virtual void declare(LayoutBuilder& layout) = 0;

    /// Samples the few counters whose bursts matter, within the tick. Must be cheap.
    /// @param now monotonic: only differences count
    virtual void sampleFast([[maybe_unused]] TimePoint now) { }

    /// Writes one value per declared slot; a slot left out has no data in this tick.
    /// @param now monotonic: only differences count
    virtual void sample(TimePoint now, TickWriter& tick) = 0;

protected:
    [[nodiscard]] InventoryItem active(std::string detail) const
    {
        return {std::string(name()), true, std::move(detail)};
    }
    [[nodiscard]] InventoryItem off(std::string reason) const
    {
        return {std::string(name()), false, "off: " + std::move(reason)};
    }
};

} // namespace lockstep
