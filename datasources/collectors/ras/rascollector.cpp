// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rascollector.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

RasCollector::RasCollector(RasClient::Options options) : m_options(std::move(options)) { }

InventoryItem RasCollector::detect()
{
    if (!m_client)
        m_client = std::make_unique<RasClient>(m_options);
    m_wasThere = m_isThere;
    m_reported = m_problem + m_dialect;
    const std::string where = fmt::format("{}:{}", m_options.address, m_options.port);
    if (!m_problem.empty())
        return off(fmt::format("{} answers, but {}", where, m_problem));
    if (!m_isThere)
        return off("no NCCL job answers at " + where);
    return active("asks " + where + (m_dialect.empty() ? "" : "; " + m_dialect));
}

bool RasCollector::hasChanged()
{
    return m_isThere != m_wasThere || m_problem + m_dialect != m_reported;
}

void RasCollector::declare(LayoutBuilder& layout)
{
    if (!m_isThere)
        return;
    m_communicatorsSlot = layout.add(metrics::node::ncclCommunicators);
    m_missingSlot = layout.add(metrics::node::ncclRanksMissing);
    m_behindSlot = layout.add(metrics::node::ncclRanksBehind);
}

void RasCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_client)
        return;
    const RasClient::News news = m_client->take();
    m_isThere |= news.isThere;
    m_problem = news.problem;
    m_dialect = news.dialect;
    // Without an answer, the number of missing ranks is unknown.
    if (news.isThere && m_wasThere) {
        tick.set(m_communicatorsSlot, static_cast<double>(news.communicators));
        tick.set(m_missingSlot, static_cast<double>(news.missing));
        tick.set(m_behindSlot, static_cast<double>(news.behind));
    }
    tell(now, news, tick);
}

void RasCollector::reportOne(Severity severity, const char* code, const std::string& text, TickWriter& tick)
{
    if (!m_words.has(1)) {
        ++m_unreported;
        return;
    }
    m_words.spend(1);
    const std::size_t unreported = std::exchange(m_unreported, 0);
    tick.addEvent(severity, LayoutBuilder::node, code,
                  "NCCL: " + text + (unreported > 0 ? fmt::format(" ({} more were not reported)", unreported) : ""));
}

void RasCollector::tell(TimePoint now, const RasClient::News& news, TickWriter& tick)
{
    m_words.fill(now);
    for (const RasJudge::Finding& finding : news.findings) {
        const Severity severity = finding.isOver ? Severity::Information
            : finding.isDead                     ? Severity::Critical
                                                 : Severity::Warning;
        reportOne(severity,
                  finding.kind == RasJudge::Finding::Kind::Missing ? codes::ncclRankMissing : codes::ncclRankBehind,
                  finding.text, tick);
    }
    for (const RasEvent& event : news.events) {
        const bool isDead = event.event == "PEER_DEAD";
        reportOne(isDead ? Severity::Critical : Severity::Information, codes::ncclPeerDead,
                  fmt::format("{}: process {} on {}{}{}", event.event, event.process, event.host,
                              event.gpu >= 0 ? fmt::format(", GPU {}", event.gpu) : "",
                              event.details.empty() ? "" : ": " + event.details),
                  tick);
    }
}

} // namespace lockstep
