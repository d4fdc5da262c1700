// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace lockstep {

/// Counts calls in progress, so that nothing they use is destroyed early. Thread-safe.
class CallGate
{
    struct Count
    {
        std::mutex mutex;
        std::condition_variable isEmpty;
        std::size_t calls = 0;
    };

public:
    /// Held by a call until gRPC has finished it.
    class Pass
    {
    public:
        explicit Pass(std::shared_ptr<Count> count);
        Pass(Pass&& other) noexcept = default;
        Pass& operator=(Pass&&) = delete;
        ~Pass();

    private:
        std::shared_ptr<Count> m_count;
    };

    ~CallGate(); ///< waits until all calls have ended, at most a few seconds

    [[nodiscard]] Pass enter() { return Pass(m_count); }

private:
    std::shared_ptr<Count> m_count = std::make_shared<Count>();
};

} // namespace lockstep
