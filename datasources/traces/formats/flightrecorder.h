// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/tracemeter.h"
#include "datasources/traces/trees/datatree.h"
#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/result.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Collects the Flight Recorder dump (version 2.x) of one rank from pickle or JSON. Durations are known only if the job
/// ran with TORCH_NCCL_ENABLE_TIMING. The watchdog's "discovered" times are the times of its checks, not those at which
/// a collective started or ended, so they only show roughly when the collective ran. A dump without entries means that
/// the rank has completed everything it entered; pg_status says how far it got.
class FlightRecorderBuilder
{
public:
    /// @param rank from the file's name, because the dump does not contain it. The meter must outlive it.
    FlightRecorderBuilder(TraceMeter& meter, std::optional<std::int32_t> rank);

    /// Adds a list of entries, all or some; other values are ignored.
    void add(DataValue entries);

    /// The trace, or an Error that names what is missing. `frame` is the dump, with or without its entries.
    [[nodiscard]] Result<CollectiveTrace> finish(DataValue frame, std::vector<std::string>& notes);

private:
    void addEntry(DataValue entry);
    struct Group
    {
        std::string name; ///< as in pg_config
        bool isTransfer = false;
        std::optional<std::pair<std::int32_t, std::int32_t>> peers; ///< in the group's numbering
    };

    std::uint32_t communicatorOf(DataValue group, Group of);
    std::uint32_t shapeIndex(std::string shape);
    void settleGroups(DataValue groups);
    void readProgress(DataValue frame);

    TraceMeter& m_meter;
    std::optional<std::int32_t> m_rank;
    CollectiveTrace m_trace;
    std::vector<Group> m_groups; ///< by communicator
    std::map<std::int64_t, std::string> m_groupsById; ///< as pg_config has them, by pg_id
    std::map<std::string, std::uint32_t> m_index;
    std::map<std::string, std::uint32_t> m_shapes;
    std::size_t m_entries = 0;
    std::size_t m_unreadable = 0;
};

} // namespace lockstep
