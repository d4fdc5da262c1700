// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobeventcollector.h"

#include <fmt/format.h>

namespace lockstep {

JobEventCollector::JobEventCollector(std::string path) : m_path(path.empty() ? defaultJobSocketPath() : std::move(path))
{ }

InventoryItem JobEventCollector::detect()
{
    if (!m_socket) {
        auto opened = JobSocket::open(m_path);
        if (!opened.isOk())
            return off(opened.error().message);
        m_socket = std::move(opened).value();
    }
    return active("listens on " + m_socket->path());
}

bool JobEventCollector::hasChanged()
{
    if (m_socket)
        return false;
    // An agent that held the socket may have ended, or the folder may be there by now.
    if (auto opened = JobSocket::open(m_path); opened.isOk())
        m_socket = std::move(opened).value();
    return m_socket != nullptr;
}

void JobEventCollector::declare(LayoutBuilder& layout)
{
    if (!m_socket)
        return;
    m_spansSlot = layout.add("agent.job_events");
    m_malformedSlot = layout.add("agent.job_events_malformed");
    m_gpus.clear();
    while (const auto entity = layout.findEntity(EntityKind::Gpu, fmt::format("gpu{}", m_gpus.size())))
        m_gpus.push_back(*entity);
}

void JobEventCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_socket)
        return;
    const JobSocket::Inbox inbox = m_socket->take();
    for (const JobEvent& event : inbox.events)
        writeSpan(event, tick);
    tick.set(m_spansSlot, static_cast<double>(inbox.events.size()));
    tick.set(m_malformedSlot, static_cast<double>(inbox.malformed));
    report(now, inbox, tick);
}

void JobEventCollector::writeSpan(const JobEvent& event, TickWriter& tick) const
{
    Span span;
    span.start = event.start;
    span.end = event.end;
    span.kind = event.kind;
    // A GPU that no collector sees is no entity of this node; the lane still says which one it was.
    span.entity = event.gpu && *event.gpu < m_gpus.size() ? m_gpus[*event.gpu] : LayoutBuilder::node;
    span.lane = tick.nameIndex(event.lane);
    span.op = tick.nameIndex(event.op);
    span.communicator = tick.nameIndex(event.communicator);
    span.job = tick.nameIndex(event.job);
    span.rank = event.rank;
    span.step = event.step;
    span.sequence = event.sequence;
    span.bytes = event.bytes;
    tick.addSpan(span);
}

void JobEventCollector::report(TimePoint now, const JobSocket::Inbox& inbox, TickWriter& tick)
{
    constexpr auto quiet = std::chrono::seconds(10);
    m_malformed += inbox.malformed;
    m_dropped += inbox.dropped;
    if (!inbox.lastError.empty())
        m_lastError = inbox.lastError;
    if (m_malformed + m_dropped == 0 || (m_lastReport && now - *m_lastReport < quiet))
        return;
    if (m_malformed > 0)
        tick.addEvent(Severity::Warning, LayoutBuilder::node, "agent.job_event_malformed",
                      m_malformed == 1 ? fmt::format("A job event could not be read: {}.", m_lastError)
                                       : fmt::format("{} job events could not be read; the last one: {}.", m_malformed,
                                                     m_lastError));
    if (m_dropped > 0)
        tick.addEvent(
            Severity::Warning, LayoutBuilder::node, "agent.job_events_dropped",
            fmt::format("{} job events were dropped: jobs post more than the agent keeps for a tick.", m_dropped));
    m_malformed = m_dropped = 0;
    m_lastReport = now;
}

} // namespace lockstep
