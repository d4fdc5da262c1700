// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// A scheduler event, as one sentence.
struct SchedulerNews
{
    enum class About : std::uint8_t { Scheduler, Job, Node };

    Severity severity = Severity::Information;
    const char* code = ""; ///< from eventcodes.h
    About about = About::Scheduler;
    std::string subject; ///< id of the job, name of the node
    std::string text;
};

/// Changes between two views of a scheduler (the first may be null): jobs that began, ended or restarted, nodes that
/// were drained or returned, with reasons, and reservations. Limited; further ones are only counted. Pure.
[[nodiscard]] std::vector<SchedulerNews> changesBetween(const SchedulerView* before, const SchedulerView& now,
                                                        std::size_t max = 200);

/// "3 h 20 min".
[[nodiscard]] std::string waitText(Duration wait);

} // namespace lockstep
