// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/traceevent.h"

namespace lockstep {

namespace {

std::optional<Duration> timeOf(simdjson::dom::element value)
{
    const auto number = numberOf(value);
    return number ? fromMicroseconds(*number) : std::nullopt;
}

} // namespace

TraceEvent readTraceEvent(simdjson::dom::object object)
{
    TraceEvent event;
    for (const auto& [key, value] : object) {
        if (key == "ph") {
            const auto phase = textOf(value);
            event.phase = phase.empty() ? '\0' : phase.front();
        } else if (key == "cat") {
            event.category = textOf(value);
        } else if (key == "name") {
            event.name = textOf(value);
        } else if (key == "pid") {
            event.pid = integerOf(value).value_or(0);
        } else if (key == "tid") {
            event.tid = integerOf(value).value_or(0);
        } else if (key == "ts") {
            event.start = timeOf(value);
        } else if (key == "dur") {
            event.duration = timeOf(value);
        } else if (key == "args") {
            event.args = value;
        }
    }
    return event;
}

} // namespace lockstep
