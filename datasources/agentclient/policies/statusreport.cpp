// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/statusreport.h"

#include "models/core/batch.h"

#include <fmt/format.h>

namespace lockstep {

StatusReport::StatusReport(SourceId source, std::string peer, bool isEngine) : m_source(source)
{
    m_status.peer = std::move(peer);
    m_status.isEngine = isEngine;
}

void StatusReport::startOver()
{
    m_hasReported = false;
    m_status.rejectedFrames = 0;
    m_refusals.forget();
    m_firstRefusal.clear();
    m_lastRefusal.clear();
    m_showsRefusals = false;
}

BatchPtr StatusReport::makeBatch()
{
    m_hasReported = true;
    auto batch = std::make_shared<Batch>();
    batch->source = m_source;
    batch->received = wallClockNow();
    batch->status = m_status;
    return batch;
}

BatchPtr StatusReport::change(SourceState state, const ConnectionReason& reason, std::optional<Duration> nextTry)
{
    if (m_hasReported && m_status.state == state && m_status.reason == reason.text && !nextTry)
        return nullptr;
    m_status.state = state;
    m_status.reason = reason.text;
    m_status.problem = reason.problem;
    m_status.nextTry = nextTry ? std::optional(wallClockNow() + *nextTry) : std::nullopt;
    m_showsRefusals = false;
    return makeBatch();
}

void StatusReport::refused(const std::string& why)
{
    ++m_status.rejectedFrames;
    m_refusals.count();
    if (m_firstRefusal.empty())
        m_firstRefusal = why;
    m_lastRefusal = why;
}

BatchPtr StatusReport::refusals(SteadyTime now)
{
    constexpr auto forgottenAfter = std::chrono::seconds(10);
    if (m_refusals.take(now) != 0) {
        m_showsRefusals = true;
        m_status.reason = m_lastRefusal == m_firstRefusal
            ? fmt::format("{} {} rejected: {}", m_status.rejectedFrames,
                          m_status.rejectedFrames == 1 ? "frame" : "frames", m_firstRefusal)
            : fmt::format("{} frames rejected; first: {}; last: {}", m_status.rejectedFrames, m_firstRefusal,
                          m_lastRefusal);
        return makeBatch();
    }
    if (m_showsRefusals && m_refusals.counted() == 0 && now - *m_refusals.last() >= forgottenAfter) {
        m_showsRefusals = false;
        m_firstRefusal.clear();
        m_status.reason.clear();
        return makeBatch();
    }
    return nullptr;
}

} // namespace lockstep
