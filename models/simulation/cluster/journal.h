// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/span.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep::sim {

/// Spans and events of one node during a tick, in its own clock, and their names. A plain container, one per node;
/// owned by the simulation.
class Journal
{
public:
    Journal();

    /// Index of a name in this node's list, which only grows.
    std::uint32_t nameOf(const std::string& name);
    /// All names that spans refer to; the same pointer until a name is added.
    [[nodiscard]] const std::shared_ptr<const std::vector<std::string>>& names();

    void add(const Span& span) { spans.push_back(span); }
    void addEvent(TimePoint time, Severity severity, std::uint32_t entity, std::string code, std::string text,
                  EventFields fields = {});
    void clear();

    std::vector<Span> spans;
    std::vector<Event> events;
    Duration clockOffset{}; ///< this node's clock minus true time

private:
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_index;
    std::shared_ptr<const std::vector<std::string>> m_published;
};

/// A time in seconds, rounded to nanoseconds.
[[nodiscard]] inline Duration nanoseconds(double seconds)
{
    return Duration(static_cast<Duration::rep>(seconds * 1e9 + 0.5));
}

} // namespace lockstep::sim
