// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/kinetoframe.h"
#include "datasources/traces/pieces/tracemeter.h"
#include "models/analysis/sync/matching/collectiveop.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Names the communicators of a Kineto trace consistently across ranks: by process group if the trace has it, otherwise
/// by CUDA stream, one per process group.
class KinetoCommunicators
{
public:
    /// `streams`: those that communication kernels ran on, in any order, repeated as they come.
    KinetoCommunicators(const KinetoFrame& frame, std::vector<std::int64_t> streams, TraceMeter& meter);

    [[nodiscard]] std::uint32_t indexOf(const KinetoComm& comm, std::int64_t stream);
    [[nodiscard]] static bool isPointToPoint(const KinetoComm& comm);

    [[nodiscard]] std::vector<Communicator> take() && { return std::move(m_communicators); }

private:
    struct Description
    {
        Communicator communicator; ///< without its members
        const std::vector<std::int32_t>* members = nullptr; ///< null: none are listed
    };

    [[nodiscard]] Description describe(const KinetoComm& comm, std::int64_t stream) const;

    const KinetoFrame& m_frame;
    TraceMeter& m_meter;
    std::vector<std::int64_t> m_streams; ///< ascending, each once
    std::vector<Communicator> m_communicators;
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> m_index; ///< by name and size
};

} // namespace lockstep
