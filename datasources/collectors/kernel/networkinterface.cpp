// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/networkinterface.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// The columns of /proc/net/dev after the name (net/core/net-procfs.c).
struct InterfaceCounts
{
    std::uint64_t receivedBytes, receivedPackets, receiveErrors, receiveDrops;
    std::uint64_t sentBytes, sentPackets, sendErrors, sendDrops;

    explicit InterfaceCounts(std::string_view fields)
    {
        std::uint64_t skipped = 0;
        for (std::uint64_t* field : {&receivedBytes, &receivedPackets, &receiveErrors, &receiveDrops, &skipped,
                                     &skipped, &skipped, &skipped, &sentBytes, &sentPackets, &sendErrors, &sendDrops})
            *field = nextCount(fields);
    }
};

} // namespace

NetworkInterface::NetworkInterface(const SystemRoot& root, std::string name)
    : m_name(std::move(name)),
      m_flags(root.path("sys/class/net/" + m_name + "/flags")),
      m_operationState(root.path("sys/class/net/" + m_name + "/operstate")),
      m_speed(root.path("sys/class/net/" + m_name + "/speed"))
{ }

std::optional<double> NetworkInterface::askSpeed()
{
    const auto megabits = m_speed.readNumber();
    return megabits && *megabits > 0 ? std::optional(static_cast<double>(*megabits) * 1e6) : std::nullopt;
}

void NetworkInterface::declare(LayoutBuilder& layout)
{
    m_entity = layout.addEntity(EntityKind::Port, m_name);
    const auto add = [&](std::string_view metric) {
        return layout.add(metric, m_entity);
    };
    m_receiveSlot = layout.addWithPeak(metrics::port::receive, m_entity);
    m_transmitSlot = layout.addWithPeak(metrics::port::transmit, m_entity);
    m_receivePacketsSlot = add(metrics::port::receivePackets);
    m_transmitPacketsSlot = add(metrics::port::transmitPackets);
    m_receiveErrorsSlot = add(metrics::port::receiveErrors);
    m_transmitErrorsSlot = add(metrics::port::transmitErrors);
    m_receiveDropsSlot = add(metrics::port::receiveDrops);
    m_transmitDropsSlot = add(metrics::port::transmitDrops);
    m_receiveErrorsTotalSlot = add(metrics::port::receiveErrorsTotal);
    m_transmitErrorsTotalSlot = add(metrics::port::transmitErrorsTotal);
    m_receiveDropsTotalSlot = add(metrics::port::receiveDropsTotal);
    m_transmitDropsTotalSlot = add(metrics::port::transmitDropsTotal);
    m_upSlot = add(metrics::port::up);
    m_rateSlot = m_bitsPerSecond ? add(metrics::port::rate) : Slot();
    m_utilisationSlot = m_bitsPerSecond ? layout.addWithPeak(metrics::port::utilisation, m_entity) : PeakSlot();
}

void NetworkInterface::sampleFast(std::string_view fields, TimePoint now)
{
    const InterfaceCounts counts(fields);
    m_received.sampleFast(counts.receivedBytes, now);
    m_sent.sampleFast(counts.sentBytes, now);
}

void NetworkInterface::sampleCounts(std::string_view fields, TimePoint now, TickWriter& tick)
{
    const InterfaceCounts counts(fields);
    const MeanAndPeak received = m_received.sampleTick(counts.receivedBytes, now);
    const MeanAndPeak sent = m_sent.sampleTick(counts.sentBytes, now);
    tick.set(m_receiveSlot, received);
    tick.set(m_transmitSlot, sent);
    tick.set(m_receivePacketsSlot, m_receivedPackets.sample(counts.receivedPackets, now));
    tick.set(m_transmitPacketsSlot, m_sentPackets.sample(counts.sentPackets, now));
    tick.set(m_receiveErrorsSlot, m_receiveErrors.sample(counts.receiveErrors, now));
    tick.set(m_transmitErrorsSlot, m_sendErrors.sample(counts.sendErrors, now));
    tick.set(m_receiveDropsSlot, m_receiveDrops.sample(counts.receiveDrops, now));
    tick.set(m_transmitDropsSlot, m_sendDrops.sample(counts.sendDrops, now));
    tick.set(m_receiveErrorsTotalSlot, static_cast<double>(counts.receiveErrors));
    tick.set(m_transmitErrorsTotalSlot, static_cast<double>(counts.sendErrors));
    tick.set(m_receiveDropsTotalSlot, static_cast<double>(counts.receiveDrops));
    tick.set(m_transmitDropsTotalSlot, static_cast<double>(counts.sendDrops));
    if (!m_bitsPerSecond)
        return;
    tick.set(m_rateSlot, *m_bitsPerSecond);
    // std::optional orders nullopt below every value, so the busier direction that is known wins.
    const MeanAndPeak busier{std::max(received.mean, sent.mean), std::max(received.peak, sent.peak)};
    tick.set(m_utilisationSlot, busier, 8.0 / *m_bitsPerSecond);
}

void NetworkInterface::sampleState(TickWriter& tick)
{
    constexpr std::uint64_t administrativelyUp = 0x1; // IFF_UP
    const auto flags = m_flags.readCount();
    const std::string_view state = trimmed(m_operationState.read(m_buffer));
    if (state.empty() || !flags || (*flags & administrativelyUp) == 0) {
        m_isUp.reset(); // somebody switched it off: that is no fault
        return;
    }
    const bool isUp = state == "up" || state == "unknown"; // tunnels have no state of their own
    tick.set(m_upSlot, isUp ? 1.0 : 0.0);
    if (m_isUp && *m_isUp != isUp)
        tick.addEvent(isUp ? Severity::Information : Severity::Warning, m_entity,
                      isUp ? codes::portUp : codes::portDown,
                      fmt::format("Port {} is {}.", m_name, isUp ? "up again" : "down"));
    m_isUp = isUp;
}

} // namespace lockstep
