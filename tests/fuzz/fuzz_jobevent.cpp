// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a job posts is either an event in its bounds or an error that says something.
#include "datasources/collectors/jobevent.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    const auto result = parseJobEvent({reinterpret_cast<const char*>(data), size});
    if (!result.isOk()) {
        if (result.error().message.empty())
            std::abort();
        return 0;
    }
    const JobEvent& event = result.value();
    const bool isInBounds = event.start <= event.end && event.start.time_since_epoch().count() > 0
        && !event.lane.empty() && event.op.size() <= longestJobEventName && event.job.size() <= longestJobEventName
        && event.lane.size() <= longestJobEventName && event.communicator.size() <= longestJobEventName;
    if (!isInBounds)
        std::abort();
    return 0;
}
