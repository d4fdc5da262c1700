// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/result.h"

#include <stop_token>
#include <string>

namespace lockstep {

/// Queries one scheduler. All sources deliver the same view. Owned by a SchedulerWorker; blocks its thread.
class SchedulerSource
{
public:
    virtual ~SchedulerSource() = default;

    /// "Slurm", for people.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Its address, for display.
    [[nodiscard]] virtual std::string where() const = 0;
    /// Reads the complete state. The Error names the source and the expected answer. @param stop ends it within a
    /// second
    [[nodiscard]] virtual Result<SchedulerView> read(const std::stop_token& stop) = 0;
};

} // namespace lockstep
