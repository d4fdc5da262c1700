// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/batchpool.h"

#include "lockstep/v1/telemetry.pb.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Whether the frame has one or a few steady ticks. Frames for catching up or with identities are too large to keep.
bool isUsual(const v1::Frame& frame)
{
    constexpr int usualUpdates = 4;
    return frame.updates_size() <= usualUpdates && std::ranges::all_of(frame.updates(), [](const auto& update) {
               return !update.has_description() && update.layouts_size() == 0;
           });
}

} // namespace

FramePool::FramePool() = default;
FramePool::~FramePool() = default;

FramePool::Lent FramePool::take()
{
    std::unique_ptr<v1::Frame> frame;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_free.empty()) {
            frame = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    if (!frame)
        frame = std::make_unique<v1::Frame>();
    return {frame.release(), [this](v1::Frame* used) {
                recycle(std::unique_ptr<v1::Frame>(used));
            }};
}

void FramePool::recycle(std::unique_ptr<v1::Frame> frame)
{
    constexpr std::size_t maxKept = 16;
    if (!isUsual(*frame))
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_free.size() < maxKept)
        m_free.push_back(std::move(frame));
}

std::shared_ptr<Batch> BatchPool::take()
{
    std::unique_ptr<Batch> batch;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_free.empty()) {
            batch = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    if (!batch) {
        batch = std::make_unique<Batch>();
        batch->tick.emplace();
    }
    return {batch.release(), [pool = shared_from_this()](Batch* used) {
                pool->recycle(std::unique_ptr<Batch>(used));
            }};
}

void BatchPool::recycle(std::unique_ptr<Batch> batch)
{
    // A dropped tick, or one of unusual size, is not kept.
    constexpr std::size_t maxKept = 2048;
    constexpr std::size_t usualSamples = 16384;
    if (!batch->tick || batch->tick->values.capacity() > usualSamples)
        return;
    NodeTick tick = std::move(*batch->tick);
    tick.layout.reset();
    tick.values.clear();
    tick.spans.clear();
    tick.events.clear();
    *batch = Batch();
    batch->tick = std::move(tick);
    const std::scoped_lock lock(m_mutex);
    if (m_free.size() < maxKept)
        m_free.push_back(std::move(batch));
}

} // namespace lockstep
