// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/tracerecorder.h"

#include <functional>
#include <stop_token>
#include <string>

namespace lockstep {

/// Provides dumps that jobs on this node have written. Any thread; calls block until they are delivered.
class DumpSource
{
public:
    virtual ~DumpSource() = default;

    /// Delivers the latest dumps. @param job empty: any job  @param tell returns false once the receiver is gone
    [[nodiscard]] virtual Status fetch(const std::string& job, const std::stop_token& stop,
                                       const std::function<bool(const TraceNews&)>& tell) const = 0;
};

} // namespace lockstep
