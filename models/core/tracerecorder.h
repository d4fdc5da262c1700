// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/time.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lockstep {

/// A request to trace a job's processes.
struct TraceOrder
{
    static constexpr Duration shortest = std::chrono::milliseconds(1);
    static constexpr Duration longest = std::chrono::seconds(60);

    std::string job;
    Duration length = std::chrono::milliseconds(500);
};

/// Progress of a trace recording: a message, or a piece of a file.
struct TraceUpdate
{
    std::string progress;
    std::string file; ///< file that the bytes belong to; empty: none
    std::string_view bytes; ///< owned by the caller, valid during the call
    bool isEnd = false; ///< of that file
};

/// Lets the processes of jobs on this node record traces. Any thread; calls block until done.
class TraceRecorder
{
public:
    virtual ~TraceRecorder() = default;

    /// @param sendUpdate returns false once the receiver is gone
    [[nodiscard]] virtual Status record(const TraceOrder& order, const std::stop_token& stop,
                                        const std::function<bool(const TraceUpdate&)>& sendUpdate)
        = 0;
};

/// Provides dumps that jobs on this node have written. Any thread; calls block until they are delivered.
class DumpSource
{
public:
    virtual ~DumpSource() = default;

    /// Delivers the latest dumps. @param job empty: any job  @param sendUpdate returns false once the receiver is gone
    [[nodiscard]] virtual Status fetch(const std::string& job, const std::stop_token& stop,
                                       const std::function<bool(const TraceUpdate&)>& sendUpdate) const = 0;
};

} // namespace lockstep
