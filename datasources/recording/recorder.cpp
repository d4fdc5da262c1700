// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recorder.h"

#include "datasources/recording/segmentroll.h"
#include "models/core/budget.h"
#include "models/core/topology/topologybuilder.h"
#include "models/core/work/mutex.h"
#include "models/ingest/placedqueue.h"

#include <fmt/format.h>

#include <condition_variable>
#include <thread>

namespace lockstep {

namespace {

/// Half a minute of 2,048 nodes: a disk that hangs that long loses ticks, and the gap is recorded.
constexpr std::size_t queueCapacity = 65'536;
constexpr std::size_t maxWaitingDerived = 10'000;

/// The recorded part of results: without newest values and empty columns.
Derived recorded(const Derived& derived)
{
    Derived kept;
    for (const DerivedColumn& column : derived.columns) {
        const auto begin = column.values.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(usedWidth(column.values));
        kept.columns.push_back({column.metric, column.tick, std::vector<float>(begin, end), {}});
    }
    kept.events = derived.events;
    return kept;
}

std::size_t bytesOf(const Derived& derived)
{
    std::size_t bytes = sizeof(Derived);
    for (const DerivedColumn& column : derived.columns)
        bytes += sizeof(DerivedColumn) + column.values.size() * sizeof(float);
    for (const DerivedEvent& found : derived.events)
        bytes += sizeof(DerivedEvent) + found.event.text.size();
    return bytes;
}

} // namespace

struct Recorder::Parts
{
    Parts(RecorderOptions given, FolderLock taken, const TopologyPtr& start)
        : options(std::move(given)), lock(std::move(taken)), queue(queueCapacity), roll(options, start), topology(start)
    { }

    void work(const std::stop_token& stop);
    void takeTurn(const std::vector<Derived>& found);
    void apply(std::size_t& left);
    void say(const Status& status);
    [[nodiscard]] TopologyPtr newestTopology() const;

    const RecorderOptions options;
    FolderLock lock;
    PlacedQueue queue;
    SegmentRoll roll; ///< used by the worker only
    std::uint64_t applied = 0; ///< batches; used by the worker only

    mutable Mutex mutex;
    std::condition_variable_any wake;
    std::condition_variable_any written;
    TopologyPtr topology LOCKSTEP_GUARDED_BY(mutex); ///< of everything queued
    std::vector<Derived> derived LOCKSTEP_GUARDED_BY(mutex);
    std::size_t derivedBytes LOCKSTEP_GUARDED_BY(mutex) = 0;
    std::uint64_t droppedDerived LOCKSTEP_GUARDED_BY(mutex) = 0;
    std::uint64_t flushesAsked LOCKSTEP_GUARDED_BY(mutex) = 0;
    std::uint64_t flushesDone LOCKSTEP_GUARDED_BY(mutex) = 0;
    RecorderStatus status LOCKSTEP_GUARDED_BY(mutex);
    std::jthread worker; ///< last: stops before the members that it uses
};

/// Applies part of the @p left queued batches, at most as much as fits into one commit.
void Recorder::Parts::apply(std::size_t& left)
{
    std::size_t bytes = 0;
    while (left > 0 && bytes < roll.turnBytes() && !roll.isFull()) {
        const std::vector<PlacedBatchPtr> batches = queue.take(1);
        roll.setTopology(newestTopology());
        for (const PlacedBatchPtr& placed : batches) {
            bytes += PlacedRules::bytesOf(placed);
            roll.apply(*placed);
        }
        applied += batches.size();
        left = batches.empty() ? 0 : left - std::min(left, batches.size());
    }
}

TopologyPtr Recorder::Parts::newestTopology() const
{
    const Lock guard(mutex);
    return topology;
}

/// Writes the data received so far. Later data waits for the next turn.
void Recorder::Parts::takeTurn(const std::vector<Derived>& found)
{
    std::size_t left = queue.size();
    apply(left);
    for (const Derived& each : found)
        roll.apply(each);
    say(roll.commit());
    while (left > 0) {
        apply(left);
        say(roll.commit());
    }
}

void Recorder::Parts::say(const Status& outcome)
{
    const Lock guard(mutex);
    const bool wasWriting = std::exchange(status.isWriting, outcome.isOk());
    if (outcome.isOk())
        status.problem = roll.summaryProblem();
    else if (wasWriting || status.problem.empty()) // later problems would only hide the first one
        status.problem
            = fmt::format("Not recording: {}; recording resumes as soon as writing succeeds", outcome.error().message);
    status.retentionReason = roll.retentionReason();
    status.committedBatches = outcome.isOk() ? applied : status.committedBatches;
    status.droppedTicks = queue.droppedTicks();
    status.lostRows = roll.lostRows() + droppedDerived;
    status.segment = roll.currentPath();
}

void Recorder::Parts::work(const std::stop_token& stop)
{
    roll.stopWith(stop);
    roll.keepCaps();
    Lock guard(mutex);
    for (bool isLast = false; !isLast;) {
        wake.wait_for(guard, stop, options.commitInterval,
                      [&]() LOCKSTEP_REQUIRES(mutex) { return flushesDone < flushesAsked; });
        isLast = stop.stop_requested();
        const std::uint64_t asked = flushesAsked;
        const std::vector<Derived> found = std::exchange(derived, {});
        derivedBytes = 0;
        guard.unlock();
        takeTurn(found);
        guard.lock();
        flushesDone = asked;
        written.notify_all();
    }
    guard.unlock();
    say(roll.close());
}

Recorder::Recorder(std::unique_ptr<Parts> parts) : m_parts(std::move(parts))
{
    m_parts->worker = std::jthread([&own = *m_parts](const std::stop_token& stop) { own.work(stop); });
}

Recorder::~Recorder() = default;

Result<std::unique_ptr<Recorder>> Recorder::start(RecorderOptions options, TopologyPtr start)
{
    Result<FolderLock> lock = FolderLock::take(options.folder);
    if (!lock.isOk())
        return lock.error();
    return std::unique_ptr<Recorder>(new Recorder(std::make_unique<Parts>(
        std::move(options), std::move(lock).value(), start ? std::move(start) : TopologyBuilder().build())));
}

void Recorder::record(const PlacedBatches& placed)
{
    {
        const Lock guard(m_parts->mutex);
        m_parts->topology = placed.topology; // before anything that needs it
    }
    for (const PlacedBatchPtr& each : placed.batches)
        m_parts->queue.push(each);
}

void Recorder::record(const Derived& derived)
{
    Derived kept = recorded(derived);
    const std::size_t bytes = bytesOf(kept);
    const Lock guard(m_parts->mutex);
    if (m_parts->derived.size() >= maxWaitingDerived || m_parts->derivedBytes + bytes > budget::queueBytes) {
        m_parts->droppedDerived += kept.columns.size() + kept.events.size();
        return;
    }
    m_parts->derivedBytes += bytes;
    m_parts->derived.push_back(std::move(kept));
}

void Recorder::flush()
{
    Lock guard(m_parts->mutex);
    const std::uint64_t asked = ++m_parts->flushesAsked;
    m_parts->wake.notify_all();
    m_parts->written.wait(guard, [&]() LOCKSTEP_REQUIRES(m_parts->mutex) { return m_parts->flushesDone >= asked; });
}

RecorderStatus Recorder::finish()
{
    m_parts->worker.request_stop();
    if (m_parts->worker.joinable())
        m_parts->worker.join();
    return status();
}

RecorderStatus Recorder::status() const
{
    const Lock guard(m_parts->mutex);
    return m_parts->status;
}

const std::string& Recorder::folder() const
{
    return m_parts->options.folder;
}

} // namespace lockstep
