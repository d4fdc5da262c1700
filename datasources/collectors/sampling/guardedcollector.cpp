// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/guardedcollector.h"

#include "models/core/batch.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

namespace lockstep {

void CollectorWorker::loop()
{
    std::unique_lock lock(mutex);
    for (;;) {
        changed.wait(lock, [this] { return isEnding || request != Request::None; });
        if (request == Request::None)
            return;
        lock.unlock();
        serve();
        lock.lock();
        request = Request::None;
        changed.notify_all();
    }
}

void CollectorWorker::serve()
{
    switch (request) {
    case Request::Detect: {
        inventory = inner->detect();
        LayoutBuilder builder({}, withPeaks);
        inner->declare(builder);
        layout = std::make_shared<const NodeLayout>(builder.finish(0));
        break;
    }
    case Request::Check:
        hasChanged = inner->hasChanged();
        break;
    case Request::SampleFast:
        budget.take([this] { inner->sampleFast(now); });
        break;
    case Request::Sample: {
        tick = NodeTick();
        tick.layout = layout;
        TickWriter writer(tick, names);
        inner->sample(now, writer);
        static_cast<void>(budget.endTick(lastSample ? now - *lastSample : Duration::max()));
        lastSample = now;
        break;
    }
    case Request::None:
        break;
    }
}

GuardedCollector::GuardedCollector(std::unique_ptr<Collector> inner, bool withPeaks, Patience patience)
    : m_worker(std::make_shared<CollectorWorker>()), m_patience(patience)
{
    m_worker->inner = std::move(inner);
    m_worker->withPeaks = withPeaks;
    m_thread = std::thread([worker = m_worker] { worker->loop(); });
}

GuardedCollector::~GuardedCollector()
{
    std::unique_lock lock(m_worker->mutex);
    m_worker->isEnding = true;
    m_worker->changed.notify_all();
    const bool isIdle
        = m_worker->changed.wait_for(lock, m_patience.sample, [this] { return m_worker->request == Request::None; });
    lock.unlock();
    if (isIdle)
        m_thread.join();
    else
        m_thread.detach();
}

std::string_view GuardedCollector::name() const
{
    return m_worker->inner->name();
}

/// Makes the thread execute a request and waits for it. @return false: not done in time
bool GuardedCollector::run(Request request, TimePoint now, Duration patience)
{
    const auto until = std::chrono::steady_clock::now() + patience;
    std::unique_lock lock(m_worker->mutex);
    const auto isIdle = [this] {
        return m_worker->request == Request::None;
    };
    if (!m_worker->changed.wait_until(lock, until, isIdle))
        return false;
    m_worker->now = now;
    m_worker->request = request;
    m_worker->changed.notify_all();
    return m_worker->changed.wait_until(lock, until, isIdle);
}

InventoryItem GuardedCollector::detect()
{
    // A late detect has its result by now, if hasChanged reported so.
    const bool isDone
        = m_hasLateDetect ? run(Request::None, {}, m_patience.detect) : run(Request::Detect, {}, m_patience.detect);
    m_hasLateDetect = !isDone;
    m_innerLayout = isDone ? m_worker->layout : nullptr;
    m_isActive = isDone && m_worker->inventory.isActive;
    if (!isDone)
        return off("its driver has not responded yet");
    return m_worker->inventory;
}

bool GuardedCollector::hasChanged()
{
    if (m_hasLateDetect)
        return run(Request::None, {}, Duration::zero());
    return run(Request::Check, {}, m_patience.sample) && m_worker->hasChanged;
}

void GuardedCollector::declare(LayoutBuilder& layout)
{
    m_entities.assign(1, LayoutBuilder::node);
    m_slots.clear();
    if (!m_innerLayout)
        return;
    for (std::size_t i = 1; i < m_innerLayout->entities.size(); ++i) {
        const EntityDescriptor& entity = m_innerLayout->entities[i];
        m_entities.push_back(layout.addEntity(entity.kind, entity.name, m_entities[entity.parent]));
        // The worker's layout has no node name.
        if (const PeerDescriptor& peer = entity.peer; !peer.owner.empty() || !peer.port.empty())
            layout.connect(m_entities.back(), {peer.owner.empty() ? layout.nodeName() : peer.owner, peer.port});
    }
    for (const ColumnDescriptor& column : m_innerLayout->columns)
        for (const std::uint32_t entity : column.entities)
            m_slots.push_back(layout.add(m_innerLayout->metrics[column.metric], m_entities[entity]));
}

void GuardedCollector::sampleFast(TimePoint now)
{
    if (!m_isActive)
        return;
    const std::lock_guard lock(m_worker->mutex);
    if (m_worker->request != Request::None)
        return; // still busy with the last sample: skips this one
    m_worker->now = now;
    m_worker->request = Request::SampleFast;
    m_worker->changed.notify_all();
}

void GuardedCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_isActive)
        return;
    const bool isDone = run(Request::Sample, now, m_patience.sample);
    if (isDone)
        copyResult(tick);
    if (isDone == m_isHanging)
        tick.addEvent(
            isDone ? Severity::Information : Severity::Warning, LayoutBuilder::node,
            isDone ? codes::agentCollectorBack : codes::agentCollectorHangs,
            isDone ? fmt::format("Collector {} is responding again.", name())
                   : fmt::format("Collector {} has not responded for {} ms; its values are missing.", name(),
                                 std::chrono::duration_cast<std::chrono::milliseconds>(m_patience.sample).count()));
    m_isHanging = !isDone;
}

void GuardedCollector::copyResult(TickWriter& tick) const
{
    const NodeTick& result = m_worker->tick;
    for (std::size_t i = 0; i < m_slots.size() && i < result.values.size(); ++i)
        tick.set(m_slots[i], static_cast<double>(result.values[i]));
    for (const Event& event : result.events)
        tick.addEvent(event.severity, m_entities[event.entity], event.code, event.text, event.fields);
}

} // namespace lockstep
