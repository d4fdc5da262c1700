// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/clusterpublisher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t brokenOneIn = 4;
constexpr std::uint64_t stallTicks = 20;
constexpr std::uint32_t hugeSensors = 100'000;

Misbehaviour kindOf(std::size_t node)
{
    if (node % brokenOneIn != brokenOneIn - 1)
        return Misbehaviour::None;
    return static_cast<Misbehaviour>(1 + node / brokenOneIn % (misbehaviourCount - 1));
}

} // namespace

ChaoticNode::ChaoticNode(std::size_t node, std::uint64_t seed)
    : m_kind(kindOf(node)), m_random(sim::Random(seed).fork(node))
{
    if (m_kind == Misbehaviour::WrongClock)
        m_clockError = std::chrono::hours(7);
}

// Stall: collect, then send all. Reorder: collect five, then send them shuffled.
std::vector<NodeTick> ChaoticNode::holdBack(const NodeTick& tick)
{
    m_held.push_back(tick);
    const std::uint64_t heldTicks = m_kind == Misbehaviour::Stall ? stallTicks : 5;
    if (m_kind == Misbehaviour::Stall && m_ticks / stallTicks % 2 == 0)
        return std::exchange(m_held, {});
    if (m_held.size() < heldTicks)
        return {};
    std::vector<NodeTick> all = std::exchange(m_held, {});
    if (m_kind == Misbehaviour::Reorder) {
        for (std::size_t at = all.size() - 1; at > 0; --at)
            std::swap(all[at], all[m_random.below(static_cast<std::uint32_t>(at) + 1)]);
    }
    return all;
}

NodeTick ChaoticNode::withFalseLayout(const NodeTick& tick)
{
    NodeTick lie = tick;
    auto layout = std::make_shared<NodeLayout>(*tick.layout);
    layout->id = m_layoutId++;
    switch (m_random.below(4)) {
    case 0:
        lie.values.resize(lie.values.size() / 2);
        break;
    case 1:
        layout->columns.front().entities.push_back(1'000'000);
        break;
    case 2:
        layout->columns.front().metric = 77'777;
        break;
    default:
        layout->metrics.front().unit = Unit::Bytes;
        layout->metrics.front().entityKind = EntityKind::Rack;
    }
    lie.layout = std::move(layout);
    return lie;
}

NodeTick ChaoticNode::withInvalidValues(const NodeTick& tick)
{
    constexpr std::array<float, 6> strange{noData, INFINITY, -INFINITY, 3e38F, -1e30F, 1e-40F};
    NodeTick odd = tick;
    for (float& value : odd.values) {
        if (m_random.below(3) == 0)
            value = strange[m_random.below(strange.size())];
    }
    return odd;
}

NodeTick ChaoticNode::hugeTick(const NodeTick& tick)
{
    if (!m_hugeLayout) {
        auto layout = std::make_shared<NodeLayout>(*tick.layout);
        layout->id = m_layoutId++;
        ColumnDescriptor column{static_cast<std::uint32_t>(layout->metrics.size() - 1), {}};
        for (std::uint32_t sensor = 0; sensor < hugeSensors; ++sensor) {
            column.entities.push_back(static_cast<std::uint32_t>(layout->entities.size()));
            layout->entities.push_back({EntityKind::Sensor, fmt::format("bogus{}", sensor), 0});
        }
        layout->columns.push_back(std::move(column));
        m_hugeLayout = std::move(layout);
    }
    NodeTick huge = tick;
    huge.layout = m_hugeLayout;
    huge.values.resize(m_hugeLayout->sampleCount(), 1.0F);
    return huge;
}

NodeTick ChaoticNode::withInvalidSpans(const NodeTick& tick)
{
    NodeTick odd = tick;
    for (int count = 0; count < 40; ++count) {
        Span span;
        span.start = tick.time + Duration(static_cast<Duration::rep>(m_random.bits()) >> (1 + m_random.below(39)));
        span.end = span.start - Duration(static_cast<Duration::rep>(m_random.bits() >> 20));
        span.kind = static_cast<SpanKind>(m_random.below(9));
        span.entity = static_cast<std::uint32_t>(m_random.bits());
        span.lane = span.op = span.communicator = span.job = static_cast<std::uint32_t>(m_random.bits());
        span.bytes = m_random.bits();
        odd.spans.push_back(span);
    }
    std::string noise;
    for (int letter = 0; letter < 200; ++letter)
        noise += static_cast<char>(m_random.below(256));
    odd.events.push_back({tick.time, Severity::Critical, 0xFFFF, noise, noise});
    return odd;
}

NodeTick ChaoticNode::withWrongTime(const NodeTick& tick)
{
    if (m_random.below(20) == 0) // a leap, forward or back, by whole seconds
        m_clockError += std::chrono::seconds(m_random.below(600)) - std::chrono::seconds(300);
    NodeTick shifted = tick;
    shifted.time += m_clockError;
    for (Span& span : shifted.spans) {
        span.start += m_clockError;
        span.end += m_clockError;
    }
    return shifted;
}

std::vector<NodeTick> ChaoticNode::transform(const NodeTick& tick)
{
    ++m_ticks;
    switch (m_kind) {
    case Misbehaviour::None:
        break;
    case Misbehaviour::Stall:
    case Misbehaviour::Reorder:
        return holdBack(tick);
    case Misbehaviour::Flap:
        return m_ticks % 10 < 6 ? std::vector{tick} : std::vector<NodeTick>{};
    case Misbehaviour::Repeat:
        return {tick, tick};
    case Misbehaviour::LyingCatalogue:
        return {m_random.below(5) == 0 ? withFalseLayout(tick) : tick};
    case Misbehaviour::NotNumbers:
        return {withInvalidValues(tick)};
    case Misbehaviour::Huge:
        return {m_ticks % 10 == 0 ? hugeTick(tick) : tick};
    case Misbehaviour::Garbage:
        return {withInvalidSpans(tick)};
    case Misbehaviour::WrongClock:
        return {withWrongTime(tick)};
    }
    return {tick};
}

ClusterPublisher::ClusterPublisher(std::unique_ptr<sim::Simulation> simulation, TelemetryHub& hub)
    : m_simulation(std::move(simulation)), m_hub(hub), m_offsetsNs(m_simulation->nodeCount())
{
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node)
        m_indexOf.emplace(m_simulation->identity(node)->name, node);
    m_hub.setClock([this](const std::string& node) { return clockOf(node); });
}

void ClusterPublisher::setChaos(std::uint64_t seed)
{
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node)
        m_chaos.emplace_back(node, seed);
}

void ClusterPublisher::describeAll()
{
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node)
        m_hub.describe(m_simulation->identity(node));
}

TimePoint ClusterPublisher::clockOf(const std::string& node) const
{
    const TimePoint now = wallClockNow();
    const auto found = m_indexOf.find(node);
    return found == m_indexOf.end() ? now : now + Duration(m_offsetsNs[found->second].load());
}

void ClusterPublisher::publishNext()
{
    m_simulation->advance();
    for (std::size_t node = 0; node < m_simulation->nodeCount(); ++node) {
        m_offsetsNs[node] = m_simulation->clockOffset(node).count();
        const NodeTick* const tick = m_simulation->tick(node);
        if (tick == nullptr)
            continue;
        const std::string& name = m_simulation->identity(node)->name;
        if (m_chaos.empty()) {
            m_hub.publish(name, *tick, m_simulation->names(node));
            continue;
        }
        for (const NodeTick& sent : m_chaos[node].transform(*tick))
            m_hub.publish(name, sent, m_simulation->names(node));
        m_offsetsNs[node] += m_chaos[node].clockError().count();
    }
}

} // namespace lockstep
