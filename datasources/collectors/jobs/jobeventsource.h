// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/layoutbuilder.h"
#include "datasources/collectors/tickwriter.h"

#include <string>
#include <vector>

namespace lockstep {

/// Another source of job activity besides the socket for job events. Its events are subject to the same limits and
/// claims. Owned by the job-event collector; sampling thread.
class JobEventSource
{
public:
    struct Post
    {
        SenderId sender = 0; ///< according to the kernel
        pid_t process = 0; ///< 0: unknown
        JobEvent event;
    };

    virtual ~JobEventSource() = default;

    /// Opens the source in the folder of the agent's sockets. @return text for the inventory
    [[nodiscard]] virtual std::string open(const std::string& folder) = 0;
    virtual void declare(LayoutBuilder& layout) = 0;
    /// Called many times per second: takes data that would otherwise be lost.
    virtual void look() = 0;
    /// Events since the last tick. @param now monotonic
    [[nodiscard]] virtual std::vector<Post> take(TimePoint now, TickWriter& tick) = 0;
};

} // namespace lockstep
