// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/traceevent.h"

namespace lockstep {

namespace {

std::optional<Duration> timeOf(simdjson::dom::element value)
{
    const auto number = numberOf(value);
    return number ? fromMicroseconds(*number) : std::nullopt;
}

char phaseOf(simdjson::dom::element value)
{
    const auto phase = textOf(value);
    return phase.empty() ? '\0' : phase.front();
}

} // namespace

TraceEvent readTraceEvent(simdjson::dom::object object)
{
    TraceEvent event;
    for (const auto& [key, value] : object) {
        switch (key.size()) { // by length first, because this runs for every member of every event
        case 2:
            if (key == "ts")
                event.start = timeOf(value);
            else if (key == "ph")
                event.phase = phaseOf(value);
            break;
        case 3:
            if (key == "dur")
                event.duration = timeOf(value);
            else if (key == "pid")
                event.pid = integerOf(value).value_or(0);
            else if (key == "tid")
                event.tid = integerOf(value).value_or(0);
            else if (key == "cat")
                event.category = textOf(value);
            break;
        case 4:
            if (key == "args")
                event.args = value;
            else if (key == "name")
                event.name = textOf(value);
            break;
        default:
            break;
        }
    }
    return event;
}

} // namespace lockstep
