// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/policies/heartbeat.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"
#include "models/core/sourcestatus.h"
#include "models/core/work/throttle.h"

#include <string>

namespace lockstep {

/// Why a source has its state.
struct ConnectionReason
{
    std::string text{}; ///< one sentence; may be empty
    ConnectionProblem problem = ConnectionProblem::Other;
};

/// Reports a source's own state as batches: each change once, rejected frames at most once per second. A plain value.
class StatusReport
{
public:
    /// @param isEngine see SourceStatus
    StatusReport(SourceId source, std::string peer, bool isEngine = false);

    /// A batch with the new state, or null if it is unchanged.
    [[nodiscard]] BatchPtr change(SourceState state, const ConnectionReason& reason, std::optional<Duration> nextTry);

    void refused(const std::string& why);
    /// A batch that reports frames rejected since the last batch, or that rejections have ended; null: nothing to
    /// report yet.
    [[nodiscard]] BatchPtr refusals(SteadyTime now);

    [[nodiscard]] SourceState state() const { return m_status.state; }
    [[nodiscard]] const SourceStatus& status() const { return m_status; }
    /// Reason of the first reported rejection, because later ones are often consequences.
    [[nodiscard]] const std::string& firstRefusal() const { return m_firstRefusal; }
    void startOver();

private:
    [[nodiscard]] BatchPtr makeBatch();

    const SourceId m_source;
    SourceStatus m_status;
    bool m_hasReported = false;
    std::string m_firstRefusal;
    std::string m_lastRefusal;
    Throttle<SteadyTime> m_refusals{std::chrono::seconds(1)};
    bool m_showsRefusals = false; ///< the current reason is about rejected frames
};

} // namespace lockstep
