// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/ncclplugin/tracker.h"

#include <ctime>

namespace lockstep::nccl {

namespace {

constexpr auto relaxed = std::memory_order_relaxed;
/// A reader that sees this number also sees the stamp before it, so it cannot mistake it for part of an older record.
constexpr auto afterStamp = std::memory_order_release;
/// Only one in this many steps of proxy operations is tracked.
constexpr std::uint32_t stepsPerSample = 8;

Handle makeHandle(Tracker::Kind kind, std::uint32_t generation, std::uint32_t place)
{
    return static_cast<Handle>(kind) << 60U | static_cast<Handle>(generation) << 16U | place;
}
std::uint32_t placeOf(Handle handle)
{
    return static_cast<std::uint32_t>(handle & 0xFFFFU);
}
std::uint32_t generationOf(Handle handle)
{
    return static_cast<std::uint32_t>(handle >> 16U);
}

/// Never decreases, and never becomes 0, which means "not yet".
void raise(std::atomic<std::uint64_t>& latest, std::uint64_t value)
{
    std::uint64_t known = latest.load(relaxed);
    while (known < value && !latest.compare_exchange_weak(known, value, relaxed)) { }
}

void lower(std::atomic<std::uint64_t>& earliest, std::uint64_t value)
{
    std::uint64_t known = earliest.load(relaxed);
    while ((known == 0 || known > value) && !earliest.compare_exchange_weak(known, value, relaxed)) { }
}

std::uint64_t microseconds(std::uint64_t nanoseconds)
{
    const std::uint64_t whole = nanoseconds / 1000;
    return whole < 0xFFFFFFFFU ? whole : 0xFFFFFFFFU;
}

void showStage(OpenCell& cell, std::uint32_t generation, Stage stage)
{
    cell.stamp.store(static_cast<std::uint64_t>(generation) << 2U | static_cast<std::uint64_t>(stage),
                     std::memory_order_release);
}

} // namespace

/// State that decides whether a collective has ended, changed atomically: the thread that ends it, and no other, writes
/// it to the ring.
struct Tracker::Control
{
    std::uint32_t generation = 0;
    std::uint16_t open = 0; ///< parts that have started and not stopped
    std::uint8_t kernelsStopped = 0;
    bool isBusy = false; ///< the slot is used
    bool isHandedOver = false; ///< the program's call has returned
    bool hasBegun = false; ///< some part has started

    [[nodiscard]] static Control of(std::uint64_t packed)
    {
        Control control;
        control.generation = static_cast<std::uint32_t>(packed >> 32U);
        control.open = static_cast<std::uint16_t>(packed & 0xFFFFU);
        control.kernelsStopped = static_cast<std::uint8_t>(packed >> 16U & 0xFFU);
        control.isBusy = (packed >> 24U & 1U) != 0;
        control.isHandedOver = (packed >> 25U & 1U) != 0;
        control.hasBegun = (packed >> 26U & 1U) != 0;
        return control;
    }
    [[nodiscard]] std::uint64_t packed() const
    {
        return static_cast<std::uint64_t>(generation) << 32U | open | static_cast<std::uint64_t>(kernelsStopped) << 16U
            | static_cast<std::uint64_t>(isBusy) << 24U | static_cast<std::uint64_t>(isHandedOver) << 25U
            | static_cast<std::uint64_t>(hasBegun) << 26U;
    }
    /// No known part is running.
    [[nodiscard]] bool isSettled() const { return isBusy && isHandedOver && hasBegun && open == 0; }
};

std::uint64_t monotonicNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

void Tracker::drop()
{
    m_ring->dropped.fetch_add(1, relaxed);
}

Handle Tracker::handOver(const Work& work, std::uint64_t now)
{
    constexpr int tries = 8;
    Handle handle = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
        if (claim(m_nextPlace.fetch_add(1, relaxed) % openCollectives, work, now, handle))
            return handle;
    }
    drop();
    return 0;
}

bool Tracker::claim(std::uint32_t place, const Work& work, std::uint64_t now, Handle& handle)
{
    Progress& progress = m_progress[place];
    std::uint64_t packed = progress.control.load(std::memory_order_acquire);
    Control control = Control::of(packed);
    if (control.isBusy) {
        // After thousands of successors, it has ended if no part is running.
        if (control.isSettled())
            endIfSettled(place, control);
        packed = progress.control.load(std::memory_order_acquire);
        control = Control::of(packed);
        if (control.isBusy)
            return false;
    }
    Control taken;
    taken.generation = control.generation + 1;
    taken.isBusy = true;
    if (!progress.control.compare_exchange_strong(packed, taken.packed(), std::memory_order_acq_rel))
        return false;
    progress.lastStopNs.store(0, relaxed);
    progress.startNs.store(0, relaxed);
    progress.firstGpuNs.store(0, relaxed);
    progress.lastGpuNs.store(0, relaxed);
    for (auto& wait : progress.waitUs)
        wait.store(0, relaxed);
    progress.kernels.store(work.kernels, relaxed);
    progress.what.store(work.what.packed(), relaxed);
    OpenCell& cell = m_ring->open[place];
    showStage(cell, taken.generation, Stage::Free);
    cell.what.store(work.what.packed(), afterStamp);
    cell.sequence.store(work.sequence, afterStamp);
    cell.bytes.store(work.bytes, afterStamp);
    cell.handedOver.store(now, afterStamp);
    cell.start.store(0, afterStamp);
    cell.end.store(0, afterStamp);
    showStage(cell, taken.generation, Stage::HandedOver);
    handle = makeHandle(Kind::Work, taken.generation, place);
    return true;
}

/// Null if the operation has ended, or the handle is stale or from another process.
Tracker::Progress* Tracker::progressOf(Handle handle, Control& control)
{
    const std::uint32_t place = placeOf(handle);
    if (place >= openCollectives)
        return nullptr;
    Progress& progress = m_progress[place];
    control = Control::of(progress.control.load(std::memory_order_acquire));
    return control.isBusy && control.generation == generationOf(handle) ? &progress : nullptr;
}

void Tracker::handedOver(Handle work)
{
    Control seen;
    Progress* const progress = progressOf(work, seen);
    if (progress == nullptr)
        return;
    const std::uint32_t generation = seen.generation;
    for (std::uint64_t packed = seen.packed();;) {
        Control next = Control::of(packed);
        if (!next.isBusy || next.generation != generation)
            return;
        next.isHandedOver = true;
        if (progress->control.compare_exchange_weak(packed, next.packed(), std::memory_order_acq_rel))
            return settle(placeOf(work), next);
    }
}

/// Ends a collective without further parts. If there may be more parts, the agent is told that it seems to have ended.
void Tracker::settle(std::uint32_t place, const Control& control)
{
    if (!control.isSettled())
        return;
    const Progress& progress = m_progress[place];
    const std::uint8_t kernels = progress.kernels.load(relaxed);
    if (kernels > 0 && control.kernelsStopped >= kernels)
        endIfSettled(place, control);
    else if (kernels == 0)
        m_ring->open[place].end.store(progress.lastStopNs.load(relaxed), relaxed);
}

Handle Tracker::startPart(Part part, Handle work, std::uint64_t gpuTime, std::uint64_t now)
{
    Control seen;
    Progress* const progress = kindOf(work) == Kind::Work ? progressOf(work, seen) : nullptr;
    if (progress == nullptr) {
        if (work != 0)
            m_ring->late.fetch_add(1, relaxed);
        return 0;
    }
    const std::uint32_t generation = seen.generation;
    for (std::uint64_t packed = seen.packed();;) {
        Control next = Control::of(packed);
        if (!next.isBusy || next.generation != generation || next.open == 0xFFFFU)
            return 0;
        const bool isFirst = !next.hasBegun;
        ++next.open;
        next.hasBegun = true;
        if (!progress->control.compare_exchange_weak(packed, next.packed(), std::memory_order_acq_rel))
            continue;
        if (isFirst)
            begin(placeOf(work), generation, now);
        else if (next.open == 1)
            m_ring->open[placeOf(work)].end.store(0, relaxed);
        break;
    }
    if (gpuTime != 0)
        lower(progress->firstGpuNs, gpuTime);
    return makeHandle(part == Part::Kernel ? Kind::Kernel : Kind::Proxy, generation, placeOf(work));
}

void Tracker::begin(std::uint32_t place, std::uint32_t generation, std::uint64_t now)
{
    Progress& progress = m_progress[place];
    progress.startNs.store(now, relaxed);
    OpenCell& cell = m_ring->open[place];
    cell.start.store(now, relaxed);
    showStage(cell, generation, Stage::Running);
    const std::uint64_t what = progress.what.load(relaxed);
    const auto op = static_cast<Op>(what & 0xFFU);
    if (op != Op::Send && op != Op::Recv)
        endPredecessor(static_cast<std::uint16_t>(what >> 32U), makeHandle(Kind::Work, generation, place));
}

/// Collectives of one communicator run sequentially, unlike sends and receives: when the next one begins, a collective
/// whose known parts have all stopped has no others.
void Tracker::endPredecessor(std::uint16_t communicator, Handle successor)
{
    const Handle before = m_running[communicator % knownCommunicators].exchange(successor, std::memory_order_acq_rel);
    Control seen;
    if (before != 0 && progressOf(before, seen) != nullptr && seen.isSettled())
        endIfSettled(placeOf(before), seen);
}

void Tracker::stopKernelOnGpu(Handle kernel, std::uint64_t gpuTime)
{
    Control seen;
    Progress* const progress = kindOf(kernel) == Kind::Kernel ? progressOf(kernel, seen) : nullptr;
    if (progress != nullptr && gpuTime != 0)
        raise(progress->lastGpuNs, gpuTime);
}

void Tracker::stopPart(Handle part, std::uint64_t now)
{
    Control seen;
    Progress* const progress = progressOf(part, seen);
    if (progress == nullptr)
        return;
    const std::uint32_t generation = seen.generation;
    raise(progress->lastStopNs, now);
    for (std::uint64_t packed = seen.packed();;) {
        Control next = Control::of(packed);
        if (!next.isBusy || next.generation != generation || next.open == 0)
            return;
        --next.open;
        if (kindOf(part) == Kind::Kernel && next.kernelsStopped < 0xFFU)
            ++next.kernelsStopped;
        if (!progress->control.compare_exchange_weak(packed, next.packed(), std::memory_order_acq_rel))
            continue;
        return settle(placeOf(part), next);
    }
}

/// Ends it unless its state has changed; in that case the thread that changed the state ends it.
void Tracker::endIfSettled(std::uint32_t place, Control seen)
{
    Control ending = seen;
    ending.isHandedOver = false; // while it is written, it is neither settled nor free for other threads
    std::uint64_t packed = seen.packed();
    if (!m_progress[place].control.compare_exchange_strong(packed, ending.packed(), std::memory_order_acq_rel))
        return;
    write(place);
    showStage(m_ring->open[place], seen.generation, Stage::Free);
    Control free;
    free.generation = seen.generation;
    m_progress[place].control.store(free.packed(), std::memory_order_release);
}

void Tracker::write(std::uint32_t place)
{
    const Progress& progress = m_progress[place];
    const OpenCell& open = m_ring->open[place];
    const std::uint64_t at = m_ring->head.fetch_add(1, relaxed);
    EndedCell& cell = m_ring->ended[at % ringRecords];
    std::uint64_t stamp = cell.stamp.load(relaxed);
    // A thread that was paused here while the whole ring was overwritten is still writing, or was overtaken.
    if ((stamp & 1U) != 0 || stamp > 2 * at
        || !cell.stamp.compare_exchange_strong(stamp, 2 * at + 1, std::memory_order_acq_rel))
        return drop();
    const std::uint64_t gpuFrom = progress.firstGpuNs.load(relaxed);
    const std::uint64_t gpuTo = progress.lastGpuNs.load(relaxed);
    const std::uint64_t gpuUs = gpuFrom != 0 && gpuTo > gpuFrom ? microseconds(gpuTo - gpuFrom) : 0;
    cell.what.store(progress.what.load(relaxed), afterStamp);
    cell.sequence.store(open.sequence.load(relaxed), afterStamp);
    cell.bytes.store(open.bytes.load(relaxed), afterStamp);
    cell.start.store(progress.startNs.load(relaxed), afterStamp);
    cell.end.store(progress.lastStopNs.load(relaxed), afterStamp);
    cell.waits.store(progress.waitUs[0].load(relaxed)
                         | static_cast<std::uint64_t>(progress.waitUs[1].load(relaxed)) << 32U,
                     afterStamp);
    cell.moreWaits.store(progress.waitUs[2].load(relaxed) | gpuUs << 32U, afterStamp);
    cell.stamp.store(2 * at + 2, std::memory_order_release);
}

Handle Tracker::startStep(Handle proxyOperation)
{
    Control seen;
    if (kindOf(proxyOperation) != Kind::Proxy || progressOf(proxyOperation, seen) == nullptr)
        return 0;
    const std::uint32_t number = m_nextStep.fetch_add(1, relaxed);
    if (number % stepsPerSample != 0)
        return 0;
    const std::uint32_t place = number / stepsPerSample % steps;
    Step& step = m_steps[place];
    std::uint64_t use = step.use.load(std::memory_order_acquire);
    if ((use & 1U) != 0 || !step.use.compare_exchange_strong(use, use + 1, std::memory_order_acq_rel))
        return 0; // such a long step is already in the sample
    step.work.store(proxyOperation, relaxed);
    step.sinceNs.store(monotonicNs(), relaxed);
    step.waitsFor.store(static_cast<std::uint8_t>(WaitsFor::Nothing), relaxed);
    return makeHandle(Kind::Step, static_cast<std::uint32_t>(use + 1), place);
}

void Tracker::waitInStep(Handle handle, WaitsFor waitsFor, std::uint64_t now)
{
    const std::uint32_t place = placeOf(handle);
    if (kindOf(handle) != Kind::Step || place >= steps)
        return;
    Step& step = m_steps[place];
    if (static_cast<std::uint32_t>(step.use.load(std::memory_order_acquire)) != generationOf(handle))
        return;
    const auto before = static_cast<WaitsFor>(step.waitsFor.exchange(static_cast<std::uint8_t>(waitsFor), relaxed));
    const std::uint64_t since = step.sinceNs.exchange(now, relaxed);
    Control seen;
    Progress* const progress = progressOf(step.work.load(relaxed), seen);
    if (progress == nullptr || before == WaitsFor::Nothing || now <= since)
        return;
    progress->waitUs[static_cast<std::size_t>(before) - 1].fetch_add(
        static_cast<std::uint32_t>(microseconds(now - since)), relaxed);
}

void Tracker::stopStep(Handle handle, std::uint64_t now)
{
    waitInStep(handle, WaitsFor::Nothing, now);
    const std::uint32_t place = placeOf(handle);
    if (place >= steps)
        return;
    Step& step = m_steps[place];
    std::uint64_t use = step.use.load(std::memory_order_acquire);
    if (static_cast<std::uint32_t>(use) == generationOf(handle) && (use & 1U) != 0)
        step.use.compare_exchange_strong(use, use + 1, std::memory_order_acq_rel);
}

} // namespace lockstep::nccl
