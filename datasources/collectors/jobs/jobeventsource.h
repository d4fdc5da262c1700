// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/jobs/inbox/jobsender.h"
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
        SenderId sender = 0; ///< as the kernel says
        pid_t process = 0; ///< 0: not known
        JobEvent event;
    };

    virtual ~JobEventSource() = default;

    /// Opens it in the folder that the agent's sockets stand in. @return what the inventory says of it
    [[nodiscard]] virtual std::string open(const std::string& folder) = 0;
    virtual void declare(LayoutBuilder& layout) = 0;
    /// Within the tick, many times a second: takes what would be lost until its end.
    virtual void look() = 0;
    /// What has come since the last tick. @param now monotonic
    [[nodiscard]] virtual std::vector<Post> take(TimePoint now, TickWriter& tick) = 0;
};

} // namespace lockstep
