// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/recorder.h"

#include "datasources/storage/segmentroll.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lockstep {

namespace {

/// Half a minute of 2,048 nodes: a disk that hangs that long loses ticks, and the gap is told.
constexpr std::size_t queueCapacity = 65'536;
constexpr std::size_t batchesPerTurn = 4096;
constexpr std::size_t mostWaitingDerived = 10'000;

} // namespace

struct Recorder::Parts
{
    Parts(RecorderOptions given, FolderLock taken, const TopologyPtr& start)
        : options(std::move(given)), lock(std::move(taken)), queue(queueCapacity), roll(options, start)
    { }

    void work(const std::stop_token& stop);
    void drain();
    void say(const Status& status);

    const RecorderOptions options;
    FolderLock lock;
    BatchQueue queue;
    SegmentRoll roll; ///< the worker's alone
    std::uint64_t applied = 0; ///< batches; the worker's alone

    mutable std::mutex mutex;
    std::condition_variable_any wake;
    std::condition_variable_any written;
    std::optional<TopologyPtr> anew; ///< guarded, as all below
    std::vector<Derived> derived;
    std::uint64_t flushesAsked = 0;
    std::uint64_t flushesDone = 0;
    RecorderStatus status;
    std::jthread worker; ///< last: stops before what it works on goes
};

void Recorder::Parts::drain()
{
    for (;;) {
        const std::vector<BatchPtr> batches = queue.take(batchesPerTurn);
        for (const BatchPtr& batch : batches)
            roll.apply(*batch);
        applied += batches.size();
        if (batches.size() < batchesPerTurn)
            return;
    }
}

void Recorder::Parts::say(const Status& outcome)
{
    const std::scoped_lock guard(mutex);
    status.isWriting = outcome.isOk();
    status.problem = outcome.isOk()
        ? std::string()
        : fmt::format("Not recorded: {}; it goes on once that can be written", outcome.error().message);
    status.committedBatches = outcome.isOk() ? applied : status.committedBatches;
    status.droppedTicks = queue.droppedTicks();
    status.lostRows = roll.lostRows();
    status.segment = roll.currentPath();
}

void Recorder::Parts::work(const std::stop_token& stop)
{
    std::unique_lock guard(mutex);
    while (!stop.stop_requested()) {
        wake.wait_for(guard, stop, options.commitInterval, [&] { return flushesDone < flushesAsked || anew; });
        const std::uint64_t asked = flushesAsked;
        const std::optional<TopologyPtr> topology = std::exchange(anew, std::nullopt);
        const std::vector<Derived> found = std::exchange(derived, {});
        guard.unlock();
        if (topology)
            roll.beginAnew(*topology);
        drain();
        for (const Derived& each : found)
            roll.apply(each);
        say(roll.commit());
        guard.lock();
        flushesDone = asked;
        written.notify_all();
    }
    const std::vector<Derived> found = std::exchange(derived, {});
    guard.unlock();
    drain();
    for (const Derived& each : found)
        roll.apply(each);
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
    return std::unique_ptr<Recorder>(
        new Recorder(std::make_unique<Parts>(std::move(options), std::move(lock).value(), start)));
}

void Recorder::record(std::span<const BatchPtr> batches)
{
    for (const BatchPtr& batch : batches)
        m_parts->queue.push(batch);
}

void Recorder::record(const Derived& derived)
{
    const std::scoped_lock guard(m_parts->mutex);
    if (m_parts->derived.size() < mostWaitingDerived)
        m_parts->derived.push_back(derived);
}

void Recorder::beginAnew(TopologyPtr topology)
{
    const std::scoped_lock guard(m_parts->mutex);
    m_parts->anew = std::move(topology);
    m_parts->wake.notify_all();
}

void Recorder::flush()
{
    std::unique_lock guard(m_parts->mutex);
    const std::uint64_t asked = ++m_parts->flushesAsked;
    m_parts->wake.notify_all();
    m_parts->written.wait(guard, [&] { return m_parts->flushesDone >= asked; });
}

RecorderStatus Recorder::status() const
{
    const std::scoped_lock guard(m_parts->mutex);
    return m_parts->status;
}

const std::string& Recorder::folder() const
{
    return m_parts->options.folder;
}

} // namespace lockstep
