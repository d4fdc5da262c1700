// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/framepool.h"

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
                giveBack(std::unique_ptr<v1::Frame>(used));
            }};
}

void FramePool::giveBack(std::unique_ptr<v1::Frame> frame)
{
    constexpr std::size_t maxKept = 16;
    if (!isUsual(*frame))
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_free.size() < maxKept)
        m_free.push_back(std::move(frame));
}

} // namespace lockstep
