// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/honestreader.h"

#include "datasources/agentclient/agentclient.h"
#include "models/core/batch.h"
#include "tests/support/hangtimeout.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace lockstep::test {

HonestReader::HonestReader(const std::string& address)
{
    AgentEndpoint endpoint;
    endpoint.address = address;
    m_client = std::make_unique<AgentClient>(SourceId{0}, std::move(endpoint),
                                             [this](const BatchPtr& batch) { read(*batch); });
    m_client->start();
}

HonestReader::~HonestReader()
{
    m_client->stop();
}

void HonestReader::read(const Batch& batch)
{
    if (!batch.tick)
        return;
    const std::scoped_lock lock(m_mutex);
    Node& node = m_nodes[batch.node];
    if (node.count == 0)
        node.first = batch.sequence;
    node.newest = std::max(node.newest, batch.sequence);
    ++node.count;
    m_samples += static_cast<std::uint64_t>(std::count_if(batch.tick->values.begin(), batch.tick->values.end(),
                                                          [](float value) { return !std::isnan(value); }));
}

std::uint64_t HonestReader::ticks() const
{
    const std::scoped_lock lock(m_mutex);
    std::uint64_t count = 0;
    for (const auto& [name, node] : m_nodes)
        count += node.count;
    return count;
}

std::uint64_t HonestReader::samples() const
{
    const std::scoped_lock lock(m_mutex);
    return m_samples;
}

std::uint64_t HonestReader::lostTicks() const
{
    const std::scoped_lock lock(m_mutex);
    std::uint64_t lost = 0;
    for (const auto& [name, node] : m_nodes)
        lost += node.newest - node.first + 1 - node.count;
    return lost;
}

bool HonestReader::waitForTicks(std::uint64_t count) const
{
    const std::uint64_t enough = ticks() + count;
    const auto end = std::chrono::steady_clock::now() + hangTimeout;
    while (ticks() < enough && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return ticks() >= enough;
}

} // namespace lockstep::test
