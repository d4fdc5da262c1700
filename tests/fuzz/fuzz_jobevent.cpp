// SPDX-License-Identifier: GPL-3.0-or-later
// A posted job event is either valid within its limits or gives an error with a text.
#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "models/core/budget.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

namespace {

/// Two users post it: one becomes the owner, the other is rejected.
int passThroughInbox(const JobEvent& event)
{
    const auto start = JobInbox::Time() + std::chrono::hours(1);
    JobInbox inbox;
    inbox.add(1000, 0, event, start);
    inbox.add(1001, 0, event, start);
    const auto posts = inbox.take(10);
    const auto losses = inbox.takeLosses();
    if (posts.size() != 1 || losses.size() != 1 || losses[0].losses.refused != 1
        || losses[0].losses.rejectionReason.empty())
        std::abort();
    return 0;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr TimePoint now{std::chrono::seconds(1'790'000'000)};
    const auto result = parseJobEvent({reinterpret_cast<const char*>(data), size}, now);
    if (!result.isOk()) {
        if (result.error().message.empty())
            std::abort();
        return 0;
    }
    const JobEvent& event = result.value();
    const bool isInBounds = event.start <= event.end && event.end <= now + budget::maxAheadOfAgent
        && event.start >= now - budget::oldestJobEvent && event.end - event.start <= budget::maxSpanLength
        && !event.lane.empty() && event.op.size() <= budget::nameBytes && event.job.size() <= budget::nameBytes
        && event.lane.size() <= budget::nameBytes && event.communicator.size() <= budget::nameBytes;
    if (!isInBounds)
        std::abort();
    return passThroughInbox(event);
}
