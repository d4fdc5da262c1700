// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvidiacollector.h"

#include "models/core/eventcodes.h"
#include "models/core/xid.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lockstep {

NvidiaCollector::NvidiaCollector(std::string libraryPath) : m_path(std::move(libraryPath)) { }

NvidiaCollector::~NvidiaCollector()
{
    close();
}

void NvidiaCollector::close()
{
    if (m_events && m_library->eventSetFree)
        m_library->eventSetFree(m_events);
    m_events = nullptr;
    m_gpus.clear();
    m_library.reset();
}

InventoryItem NvidiaCollector::detect()
{
    close();
    auto loaded = NvmlLibrary::load(m_path);
    if (!loaded.isOk())
        return off(loaded.error().message);
    m_library = std::move(loaded).value();

    unsigned count = 0;
    if (const nvml::Return result = m_library->deviceGetCount(&count); result != nvml::success) {
        std::string reason = "NVML cannot count the GPUs: " + m_library->describe(result);
        close();
        return off(std::move(reason));
    }
    std::vector<std::string> unreachable;
    for (unsigned index = 0; index < count; ++index) {
        nvml::Device device = nullptr;
        if (const nvml::Return result = m_library->deviceGetHandleByIndex(index, &device); result == nvml::success)
            m_gpus.emplace_back(*m_library, device, index);
        else
            unreachable.push_back(fmt::format("gpu{} cannot be reached: {}", index, m_library->describe(result)));
    }
    if (m_gpus.empty()) {
        close();
        return off(unreachable.empty() ? "NVML finds no GPU" : unreachable.front());
    }
    std::string detail
        = fmt::format("{} x {}, driver {}", m_gpus.size(), m_gpus.front().model(), m_library->driverVersion());
    std::size_t links = 0;
    for (const NvidiaGpu& gpu : m_gpus)
        links += gpu.links().count();
    if (links > 0)
        detail += fmt::format(", {} NVLinks", links);
    if (!watchEvents())
        detail += ", XID events not available";
    for (const std::string& reason : unreachable)
        detail += "; " + reason;
    InventoryItem item = active(std::move(detail));
    item.properties = compared();
    return item;
}

/// GPUs of a node that differ say so: "off, on".
std::vector<NodeProperty> NvidiaCollector::compared() const
{
    const auto joined = [this](const auto& valueOf) {
        std::set<std::string> values;
        for (const NvidiaGpu& gpu : m_gpus) {
            if (const auto value = valueOf(gpu))
                values.insert(*value);
        }
        return fmt::format("{}", fmt::join(values, ", "));
    };
    const auto joinedModes = [&](std::optional<bool> (NvmlDevice::*mode)() const) {
        return joined([mode](const NvidiaGpu& gpu) -> std::optional<std::string> {
            const std::optional<bool> isOn = (gpu.device().*mode)();
            return isOn ? std::optional<std::string>(*isOn ? "on" : "off") : std::nullopt;
        });
    };
    std::vector<NodeProperty> all{
        {std::string(properties::gpuModel), joined([](const NvidiaGpu& gpu) { return std::optional(gpu.model()); })},
        {std::string(properties::gpuCount), std::to_string(m_gpus.size())},
        {"GPU driver", m_library->driverVersion()},
        {"CUDA", m_library->cudaVersion()},
        {"VBIOS", joined([](const NvidiaGpu& gpu) { return gpu.device().vbiosVersion(); })},
        {"ECC mode", joinedModes(&NvmlDevice::hasEcc)},
        {"MIG mode", joinedModes(&NvmlDevice::hasMig)},
        {"persistence mode", joinedModes(&NvmlDevice::isPersistent)},
    };
    std::erase_if(all, [](const NodeProperty& each) { return each.value.empty(); });
    return all;
}

bool NvidiaCollector::watchEvents()
{
    if (!m_library->eventSetCreate || !m_library->deviceRegisterEvents
        || m_library->eventSetCreate(&m_events) != nvml::success)
        return false;
    return std::ranges::all_of(m_gpus, [&](const NvidiaGpu& gpu) {
        return m_library->deviceRegisterEvents(gpu.handle(), nvml::eventXid, m_events) == nvml::success;
    });
}

bool NvidiaCollector::hasChanged()
{
    if (!m_library) {
        const auto loaded = NvmlLibrary::load(m_path);
        unsigned count = 0;
        return loaded.isOk() && loaded.value()->deviceGetCount(&count) == nvml::success && count > 0;
    }
    // A lost GPU stays in the list without data; only another number reported by the driver is a change.
    unsigned count = 0;
    return (m_library->deviceGetCount(&count) == nvml::success && count != m_gpus.size())
        || std::ranges::any_of(m_gpus, [](const NvidiaGpu& gpu) { return gpu.links().haveAwoken(); });
}

void NvidiaCollector::declare(LayoutBuilder& layout)
{
    const NvlinkPeers peers = declareSwitches(layout);
    for (NvidiaGpu& gpu : m_gpus)
        gpu.declare(layout, peers);
}

/// Far ends of the NVLinks of this machine's GPUs: other GPUs, and switches on the board, which NVML identifies only by
/// PCI address. They are numbered in that order.
NvlinkPeers NvidiaCollector::declareSwitches(LayoutBuilder& layout) const
{
    NvlinkPeers peers;
    for (const NvidiaGpu& gpu : m_gpus)
        gpu.links().addSwitches(peers);
    std::size_t number = 0;
    for (auto& [address, name] : peers) {
        name = fmt::format("nvswitch{}", number++);
        layout.addEntity(EntityKind::Switch, name);
    }
    for (const NvidiaGpu& gpu : m_gpus) {
        layout.addEntity(EntityKind::Gpu, gpu.name());
        if (const auto address = gpu.pciAddress())
            peers.insert_or_assign(*address, gpu.name());
    }
    return peers;
}

void NvidiaCollector::sampleFast(TimePoint now)
{
    for (NvidiaGpu& gpu : m_gpus)
        gpu.sampleFast(now);
}

void NvidiaCollector::sample(TimePoint now, TickWriter& tick)
{
    for (NvidiaGpu& gpu : m_gpus)
        gpu.sample(now, tick);
    reportXids(tick);
}

void NvidiaCollector::reportXids(TickWriter& tick)
{
    constexpr int maxPerTick = 64; // an XID storm must not delay the tick; the rest follows with later ticks
    nvml::EventData event{};
    for (int i = 0; m_events && i < maxPerTick && m_library->eventSetWait(m_events, &event, 0) == nvml::success; ++i) {
        if (event.eventType != nvml::eventXid)
            continue;
        const auto gpu = std::ranges::find(m_gpus, event.device, &NvidiaGpu::handle);
        const std::uint32_t entity = gpu == m_gpus.end() ? LayoutBuilder::node : gpu->entity();
        const XidMeaning meaning = meaningOfXid(event.eventData);
        tick.addEvent(meaning.severity, entity, codes::gpuXid,
                      fmt::format("XID {}: {}.", event.eventData, meaning.text),
                      {.xid = static_cast<std::uint32_t>(event.eventData)});
    }
}

} // namespace lockstep
