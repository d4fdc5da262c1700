// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/clientruntime.h"

namespace lockstep {

CallGate::Pass::Pass(std::shared_ptr<Count> count) : m_count(std::move(count))
{
    const std::scoped_lock lock(m_count->mutex);
    ++m_count->calls;
}

CallGate::Pass::~Pass()
{
    if (!m_count)
        return;
    const std::scoped_lock lock(m_count->mutex);
    if (--m_count->calls == 0)
        m_count->isEmpty.notify_all();
}

CallGate::~CallGate()
{
    // Cancelled calls end within milliseconds. The count outlives the gate, so that a call that hangs in the network
    // stack is abandoned, not waited for.
    constexpr auto timeout = std::chrono::seconds(5);
    std::unique_lock lock(m_count->mutex);
    m_count->isEmpty.wait_for(lock, timeout, [this] { return m_count->calls == 0; });
}

} // namespace lockstep
