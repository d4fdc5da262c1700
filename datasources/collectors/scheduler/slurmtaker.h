// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "datasources/collectors/scheduler/slurmrecords.h"

#include <string_view>
#include <utility>

namespace lockstep {

/// Puts Slurm's records into a view, whichever way they came. Lives for one reading.
class SlurmTaker
{
public:
    [[nodiscard]] Status node(std::string_view record) { return take(parseSlurmNode(record)); }
    [[nodiscard]] Status reservation(std::string_view record) { return take(parseSlurmReservation(record)); }
    [[nodiscard]] Status job(std::string_view record)
    {
        auto parsed = parseSlurmJob(record, m_room);
        if (!parsed.isOk())
            return parsed.error();
        view.add(std::move(parsed).value(), m_now);
        return success();
    }

    SchedulerView view;

private:
    template <class Parsed>
    [[nodiscard]] Status take(Parsed parsed)
    {
        if (!parsed.isOk())
            return parsed.error();
        view.add(std::move(parsed).value());
        return success();
    }

    TimePoint m_now = wallClockNow();
    std::size_t m_room = SchedulerView::mostPlacements;
};

} // namespace lockstep
