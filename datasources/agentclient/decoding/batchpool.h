// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lockstep {

namespace v1 {
class Frame;
} // namespace v1

/// Lends protobuf messages for parsing, so that ticks are parsed without allocation. Keeps as many as are parsed at the
/// same time, not one per stream. Thread-safe; must outlive the lent messages.
class FramePool
{
public:
    FramePool();
    ~FramePool();
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    using Lent = std::unique_ptr<v1::Frame, std::function<void(v1::Frame*)>>;
    /// A frame with the capacity of its last use; returned automatically.
    [[nodiscard]] Lent take();

private:
    void recycle(std::unique_ptr<v1::Frame> frame);

    std::mutex m_mutex;
    std::vector<std::unique_ptr<v1::Frame>> m_free;
};

/// Recycles batches. Ticks are allocated on gRPC's threads and released on the consumer's; reusing them avoids a
/// significant part of the cost per tick. Thread-safe; shared by decoders and the batches in flight.
class BatchPool : public std::enable_shared_from_this<BatchPool>
{
public:
    [[nodiscard]] static std::shared_ptr<BatchPool> create() { return std::shared_ptr<BatchPool>(new BatchPool); }

    /// A batch with an empty tick, whose lists have the capacity of their last use.
    [[nodiscard]] std::shared_ptr<Batch> take();

private:
    BatchPool() = default;
    void recycle(std::unique_ptr<Batch> batch);

    std::mutex m_mutex;
    std::vector<std::unique_ptr<Batch>> m_free;
};

} // namespace lockstep
