// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulerview.h"
#include "datasources/collectors/scheduler/slurmrecords.h"

#include <string_view>
#include <utility>

namespace lockstep {

/// Converts Slurm's records into a view, from either source. Lives for one query.
class SlurmTaker
{
public:
    /// Consumers for the records of a list; must not outlive this.
    [[nodiscard]] RecordList::Take nodes()
    {
        return [this](std::string_view record) {
            return take(parseSlurmNode(record));
        };
    }
    [[nodiscard]] RecordList::Take reservations()
    {
        return [this](std::string_view record) {
            return take(parseSlurmReservation(record));
        };
    }
    [[nodiscard]] RecordList::Take jobs()
    {
        return [this](std::string_view record) {
            return takeJob(record);
        };
    }

    SchedulerView view;

private:
    [[nodiscard]] Status takeJob(std::string_view record)
    {
        auto parsed = parseSlurmJob(record, m_room);
        if (!parsed.isOk())
            return parsed.error();
        view.add(std::move(parsed).value(), m_now);
        return success();
    }
    template <class Parsed>
    [[nodiscard]] Status take(Parsed parsed)
    {
        if (!parsed.isOk())
            return parsed.error();
        view.add(std::move(parsed).value());
        return success();
    }

    TimePoint m_now = wallClockNow();
    std::size_t m_room = SchedulerView::maxPlacements;
};

} // namespace lockstep
