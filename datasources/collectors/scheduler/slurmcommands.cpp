// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/slurmcommands.h"

#include "datasources/collectors/scheduler/slurmtaker.h"

#include <utility>

namespace lockstep {

Status SlurmCommands::readList(const std::vector<std::string>& command, const char* what, const RecordList::Take& take,
                               const std::stop_token& stop) const
{
    RecordList list(what, take);
    const Status ran = streamOutputOf(
        command, m_limits, [&list](std::string_view piece) { return list.feed(piece); }, stop);
    return ran.isOk() ? list.finish(command.front()) : ran;
}

Result<SchedulerView> SlurmCommands::read(const std::stop_token& stop)
{
    SlurmTaker taker;
    if (m_hasScontrol) {
        const Status nodes = readList({"scontrol", "show", "nodes", "--json"}, "nodes", taker.nodes(), stop);
        m_hasScontrol = nodes.isOk() || nodes.error().message.find("--json") == std::string::npos;
        if (m_hasScontrol && !nodes.isOk())
            return nodes.error();
    }
    if (!m_hasScontrol) {
        if (const Status nodes = readList({"sinfo", "--json"}, "nodes", taker.nodes(), stop); !nodes.isOk())
            return nodes.error();
    }
    if (const Status jobs = readList({"squeue", "--json"}, "jobs", taker.jobs(), stop); !jobs.isOk())
        return jobs.error();
    taker.view.setKnowsReservations(
        m_hasScontrol
        && readList({"scontrol", "show", "reservations", "--json"}, "reservations", taker.reservations(), stop).isOk());
    return std::move(taker.view);
}

} // namespace lockstep
