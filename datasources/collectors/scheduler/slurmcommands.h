// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulersource.h"
#include "datasources/text/childoutput.h"

namespace lockstep {

/// Queries Slurm by its commands if slurmrestd is not available: `squeue --json` and `scontrol show ... --json`, or
/// `sinfo --json` if scontrol has no JSON. One thread.
class SlurmCommands final : public SchedulerSource
{
public:
    SlurmCommands() = default;
    explicit SlurmCommands(const ChildLimits& limits) : m_limits(limits) { }

    [[nodiscard]] std::string name() const override { return "Slurm"; }
    [[nodiscard]] std::string where() const override { return "squeue and scontrol"; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override;

private:
    [[nodiscard]] Status readList(const std::vector<std::string>& command, const char* what,
                                  const RecordList::Take& take, const std::stop_token& stop) const;

    ChildLimits m_limits;
    bool m_hasScontrol = true; ///< which prints JSON
};

} // namespace lockstep
