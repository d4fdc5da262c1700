// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvidialinks.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr double bytesPerKibibyte = 1024;
constexpr double bitsPerMegabyte = 8e6;
constexpr double bitsPerByte = 8;

/// A counter for a metric; the first one that a link has is used.
struct LinkCounter
{
    std::string_view metric;
    unsigned fieldId;
    int errorCounter;
    double scale = 1;
};

constexpr auto trafficCounters = std::to_array<LinkCounter>({
    {metrics::port::transmit, nvml::field::nvlinkDataTransmitted, -1, bytesPerKibibyte},
    {metrics::port::transmit, nvml::field::nvlinkBytesTransmitted, -1},
    {metrics::port::receive, nvml::field::nvlinkDataReceived, -1, bytesPerKibibyte},
    {metrics::port::receive, nvml::field::nvlinkBytesReceived, -1},
});

constexpr auto errorCounters = std::to_array<LinkCounter>({
    {metrics::port::linkDowned, nvml::field::nvlinkRecoveriesFailed, -1},
    {metrics::port::linkErrorRecovery, nvml::field::nvlinkRecoveryEvents, -1},
    {metrics::port::linkErrorRecovery, nvml::field::nvlinkRecoveries, nvml::linkRecoveries},
    {metrics::port::linkReplays, nvml::field::nvlinkReplays, nvml::linkReplays},
    {metrics::port::receiveErrors, nvml::field::nvlinkReceiveErrors, -1},
    {metrics::port::receiveErrors, nvml::field::nvlinkCrcErrors, nvml::linkCrcData},
    {metrics::port::symbolErrors, nvml::field::nvlinkSymbolErrors, -1},
    {metrics::port::symbolErrors, 0, nvml::linkCrcFlits},
    {metrics::port::eccErrors, 0, nvml::linkEccData},
    {metrics::port::linkIntegrityErrors, nvml::field::nvlinkIntegrityErrors, -1},
    {metrics::port::bufferOverrunErrors, nvml::field::nvlinkBufferOverruns, -1},
    {metrics::port::remotePhysicalErrors, nvml::field::nvlinkRemoteErrors, -1},
    {metrics::port::transmitDrops, nvml::field::nvlinkTransmitDiscards, -1},
    {metrics::port::transmitPackets, nvml::field::nvlinkPacketsTransmitted, -1},
    {metrics::port::receivePackets, nvml::field::nvlinkPacketsReceived, -1},
});

nvml::FieldValue fieldOf(unsigned fieldId, unsigned link)
{
    nvml::FieldValue field{};
    field.fieldId = fieldId;
    field.scopeId = link;
    return field;
}

std::optional<std::uint64_t> readField(const NvmlDevice& device, unsigned fieldId, unsigned link)
{
    std::array fields{fieldOf(fieldId, link)};
    device.readFields(fields);
    return NvmlDevice::countOf(fields.front());
}

/// NVML packs the value as m x 10^-e: e in the lowest eight bits, m in the four above.
double symbolErrorRatio(std::uint64_t packed)
{
    return static_cast<double>(packed >> 8U & 0xFU) * std::pow(10.0, -static_cast<double>(packed & 0xFFU));
}

} // namespace

NvidiaLinks::NvidiaLinks(const NvmlDevice& device, unsigned gpu)
    : m_device(device), m_errorsAfter(errorsEvery - std::chrono::seconds(gpu % (errorsEvery / std::chrono::seconds(1))))
{
    const unsigned links = linkCount();
    bool isAnyUp = false;
    for (unsigned index = 0; index < links; ++index)
        isAnyUp |= stateOf(index).value_or(false);
    for (unsigned index = 0; isAnyUp && index < links; ++index)
        addLink(index);
}

unsigned NvidiaLinks::linkCount() const
{
    const auto said = readField(m_device, nvml::field::nvlinkCount, 0);
    if (said)
        return static_cast<unsigned>(std::min<std::uint64_t>(*said, maxLinks));
    // Older drivers return states for links that the GPU does not have.
    unsigned count = 0;
    while (count < maxLinks && stateOf(count))
        ++count;
    return count;
}

std::optional<bool> NvidiaLinks::stateOf(unsigned link) const
{
    if (const auto state = readField(m_device, nvml::field::nvlinkState, link))
        return *state != nvml::linkInactive;
    return m_device.isLinkUp(link);
}

void NvidiaLinks::addLink(unsigned index)
{
    Link link{.index = index, .name = fmt::format("nvlink{}", index)};
    link.remoteType = m_device.linkRemoteType(index).value_or(-1);
    link.remote = m_device.linkRemoteAddress(index);
    link.remoteLink = readField(m_device, nvml::field::nvlinkRemoteLink, index);
    link.hasErrorRatio = readField(m_device, nvml::field::nvlinkSymbolErrorRatio, index).has_value();
    addCounters(link);
    m_links.push_back(std::move(link));
}

void NvidiaLinks::addCounters(Link& link) const
{
    const auto add = [&](std::vector<Counter>& counters, const LinkCounter& known) {
        if (std::ranges::find(counters, known.metric, &Counter::metric) != counters.end())
            return;
        Counter counter{.metric = known.metric, .scale = known.scale};
        if (known.fieldId != 0 && readField(m_device, known.fieldId, link.index))
            counter.fieldId = known.fieldId;
        else if (known.errorCounter >= 0 && m_device.linkErrors(link.index, known.errorCounter))
            counter.errorCounter = known.errorCounter;
        else
            return;
        counters.push_back(counter);
    };
    for (const LinkCounter& known : trafficCounters)
        add(link.traffic, known);
    for (const LinkCounter& known : errorCounters)
        add(link.errors, known);
}

bool NvidiaLinks::haveBecomeActive() const
{
    for (unsigned link = 0, links = m_links.empty() ? linkCount() : 0; link < links; ++link) {
        if (stateOf(link).value_or(false))
            return true;
    }
    return false;
}

void NvidiaLinks::addSwitches(NvlinkPeers& peers) const
{
    for (const Link& link : m_links) {
        if (link.remoteType == nvml::remoteSwitch && link.remote)
            peers.try_emplace(*link.remote);
    }
}

PeerDescriptor NvidiaLinks::peerOf(const Link& link, const std::string& node, const NvlinkPeers& peers) const
{
    const auto peer = link.remote ? peers.find(*link.remote) : peers.end();
    if (peer == peers.end())
        return {};
    return {node, peer->second + "/" + (link.remoteLink ? fmt::format("nvlink{}", *link.remoteLink) : "")};
}

void NvidiaLinks::declare(LayoutBuilder& layout, std::uint32_t gpu, const NvlinkPeers& peers)
{
    for (Link& link : m_links) {
        link.entity = layout.addEntity(EntityKind::Port, link.name, gpu);
        layout.connect(link.entity, peerOf(link, layout.nodeName(), peers));
        link.upSlot = layout.add(metrics::port::up, link.entity);
        link.rateSlot = layout.add(metrics::port::rate, link.entity);
        link.utilisationSlot = link.traffic.empty() ? Slot() : layout.add(metrics::port::utilisation, link.entity);
        link.errorRatioSlot = link.hasErrorRatio ? layout.add(metrics::port::symbolErrorRatio, link.entity) : Slot();
        for (std::vector<Counter>* counters : {&link.traffic, &link.errors}) {
            for (Counter& counter : *counters) {
                counter.slot = layout.add(counter.metric, link.entity);
                const MetricDescriptor* const total = lifetimeOf(counter.metric);
                counter.totalSlot = total != nullptr ? layout.add(*total, link.entity) : Slot();
            }
        }
    }
}

void NvidiaLinks::sample(TimePoint now, TickWriter& tick)
{
    if (m_links.empty())
        return;
    if (!m_nextErrors || now >= *m_nextErrors) {
        readErrors(now);
        m_nextErrors = now + (m_nextErrors ? errorsEvery : m_errorsAfter);
    }
    readTraffic(now);
    for (std::size_t at = 0; at < m_links.size(); ++at) {
        if (m_states[at])
            reportState(m_links[at], *m_states[at], tick);
        else
            m_links[at].isUp.reset();
        writeLink(m_links[at], tick);
    }
}

void NvidiaLinks::readTraffic(TimePoint now)
{
    m_fields.clear();
    for (const Link& link : m_links) {
        m_fields.push_back(fieldOf(nvml::field::nvlinkState, link.index));
        for (const Counter& counter : link.traffic)
            m_fields.push_back(fieldOf(counter.fieldId, link.index));
    }
    m_device.readFields(m_fields);
    m_states.assign(m_links.size(), std::nullopt);
    auto field = m_fields.begin();
    for (std::size_t at = 0; at < m_links.size(); ++at) {
        Link& link = m_links[at];
        const auto state = NvmlDevice::countOf(*field++);
        m_states[at] = state ? std::optional(*state != nvml::linkInactive) : m_device.isLinkUp(link.index);
        for (Counter& counter : link.traffic) {
            const auto count = NvmlDevice::countOf(*field++);
            counter.perSecond = count ? counter.rate.sample(*count, now) : std::nullopt;
            if (!count)
                counter.rate.clear();
        }
    }
}

void NvidiaLinks::readErrors(TimePoint now)
{
    m_fields.clear();
    for (const Link& link : m_links) {
        m_fields.push_back(fieldOf(nvml::field::nvlinkSpeed, link.index));
        m_fields.push_back(fieldOf(nvml::field::nvlinkSymbolErrorRatio, link.index));
        for (const Counter& counter : link.errors) {
            if (counter.fieldId != 0)
                m_fields.push_back(fieldOf(counter.fieldId, link.index));
        }
    }
    m_device.readFields(m_fields);
    const auto common = readField(m_device, nvml::field::nvlinkCommonSpeed, 0);
    auto field = m_fields.begin();
    for (Link& link : m_links) {
        const auto own = NvmlDevice::countOf(*field++);
        const auto speed = own ? own : common;
        link.bitsPerSecond
            = speed && *speed > 0 ? std::optional(static_cast<double>(*speed) * bitsPerMegabyte) : std::nullopt;
        const auto ratio = NvmlDevice::countOf(*field++);
        link.errorRatio = ratio ? std::optional(symbolErrorRatio(*ratio)) : std::nullopt;
        for (Counter& counter : link.errors) {
            const auto count = counter.fieldId != 0 ? NvmlDevice::countOf(*field++)
                                                    : m_device.linkErrors(link.index, counter.errorCounter);
            counter.perSecond = count ? counter.rate.sample(*count, now) : std::nullopt;
            counter.total = count ? std::optional(static_cast<double>(*count)) : std::nullopt;
            if (!count)
                counter.rate.clear();
        }
    }
}

void NvidiaLinks::writeLink(Link& link, TickWriter& tick) const
{
    const auto write = [&tick](const Counter& counter) {
        if (counter.perSecond)
            tick.set(counter.slot, *counter.perSecond * counter.scale);
        tick.set(counter.totalSlot, counter.total);
    };
    std::ranges::for_each(link.traffic, write);
    std::ranges::for_each(link.errors, write);
    tick.set(link.errorRatioSlot, link.errorRatio);
    if (link.isUp)
        tick.set(link.upSlot, *link.isUp ? 1.0 : 0.0);
    if (!link.isUp.value_or(false) || !link.bitsPerSecond)
        return; // a link that is down has no rate
    tick.set(link.rateSlot, link.bitsPerSecond);
    std::optional<double> busier;
    for (const Counter& counter : link.traffic) {
        if (counter.perSecond)
            busier = std::max(busier.value_or(0), *counter.perSecond * counter.scale);
    }
    if (busier)
        tick.set(link.utilisationSlot, *busier * bitsPerByte / *link.bitsPerSecond);
}

void NvidiaLinks::reportState(Link& link, bool isUp, TickWriter& tick)
{
    if (link.isUp && *link.isUp != isUp)
        tick.addEvent(isUp ? Severity::Information : Severity::Critical, link.entity,
                      isUp ? codes::portUp : codes::portDown,
                      fmt::format("NVLink {} is {}.", link.index, isUp ? "active again" : "no longer active"));
    link.isUp = isUp;
}

void NvidiaLinks::forgetRates()
{
    m_nextErrors.reset();
    for (Link& link : m_links) {
        link.isUp.reset();
        for (std::vector<Counter>* counters : {&link.traffic, &link.errors}) {
            for (Counter& counter : *counters)
                counter.rate.clear();
        }
    }
}

} // namespace lockstep
