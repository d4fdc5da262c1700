// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvidiacollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/core/xid.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr double kibibyte = 1024.0;
constexpr double utilisationPercent = 1e-2;

/// Of the agent: a self-test.
bool isOwnChild(pid_t process)
{
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    std::string line;
    std::getline(file, line);
    std::string_view fields = fieldsOfProcess(line);
    nextWord(fields); // the state
    return nextCount(fields) == static_cast<std::uint64_t>(::getpid());
}

constexpr std::size_t pcieTransmit = 2; ///< index into the traffic fields
constexpr std::size_t pcieReceive = 3;

} // namespace

NvidiaGpu::NvidiaGpu(const NvmlLibrary& library, nvml::Device handle, unsigned index)
    : m_library(library),
      m_device(library, handle),
      m_links(m_device, index),
      m_name(fmt::format("gpu{}", index)),
      m_model(m_device.model()),
      m_slowdownLimit(m_device.temperatureLimit(nvml::thresholdSlowdown)),
      m_shutdownLimit(m_device.temperatureLimit(nvml::thresholdShutdown)),
      m_traffic{{{nvml::field::nvlinkDataTransmitted, metrics::gpu::nvlinkTransmit, kibibyte},
                 {nvml::field::nvlinkDataReceived, metrics::gpu::nvlinkReceive, kibibyte},
                 {nvml::field::pcieBytesTransmitted, metrics::gpu::pcieTransmit, 1.0},
                 {nvml::field::pcieBytesReceived, metrics::gpu::pcieReceive, 1.0}}}
{
    findTraffic();
}

void NvidiaGpu::findTraffic()
{
    for (Traffic& traffic : m_traffic) {
        unsigned width = 64;
        traffic.isSupported = m_device.field(traffic.fieldId, &width).has_value();
        // PCIe transfers 4 GiB in less time than between two samples, so a 32-bit byte counter gives no rate.
        if (width == 32 && traffic.bytesPerCount < kibibyte)
            traffic.isSupported = false;
        traffic.rate = PeakRate(CounterRate(width));
    }
}

void NvidiaGpu::declare(LayoutBuilder& layout, const NvlinkPeers& peers)
{
    m_entity = layout.addEntity(EntityKind::Gpu, m_name);
    const auto add = [&](bool isSupported, std::string_view metric) {
        return isSupported ? layout.add(metric, m_entity) : Slot();
    };
    const bool hasThrottle = m_device.throttleReasons().has_value();
    const bool hasUtilisation = m_device.utilisation().has_value();
    const bool hasMemory = m_device.memory().has_value();
    m_slots.temperature = add(true, metrics::gpu::temperature);
    m_slots.memoryTemperature = add(m_device.memoryTemperature().has_value(), metrics::gpu::memoryTemperature);
    m_slots.slowdownLimit = add(m_slowdownLimit.has_value(), metrics::gpu::temperatureSlowdownLimit);
    m_slots.shutdownLimit = add(m_shutdownLimit.has_value(), metrics::gpu::temperatureShutdownLimit);
    m_slots.margin = add(m_slowdownLimit.has_value(), metrics::gpu::temperatureMargin);
    m_slots.power = m_device.power() ? layout.addWithPeak(metrics::gpu::power, m_entity) : PeakSlot();
    m_slots.powerLimit = add(m_device.powerLimit().has_value(), metrics::gpu::powerLimit);
    m_slots.smClock = add(m_device.clock(nvml::clockSm).has_value(), metrics::gpu::clockSm);
    m_slots.memoryClock = add(m_device.clock(nvml::clockMemory).has_value(), metrics::gpu::clockMemory);
    m_slots.throttleReasons = add(hasThrottle, metrics::gpu::throttleReasons);
    m_slots.throttled = add(hasThrottle, metrics::gpu::throttled);
    m_slots.utilisation = add(hasUtilisation, metrics::gpu::utilisation);
    m_slots.memoryUtilisation = add(hasUtilisation, metrics::gpu::memoryUtilisation);
    m_slots.memoryUsed = add(hasMemory, metrics::gpu::memoryUsed);
    m_slots.memoryTotal = add(hasMemory, metrics::gpu::memoryTotal);
    m_slots.processes = add(m_device.processes().has_value(), metrics::gpu::processes);
    m_slots.correctedErrors = add(m_device.eccErrors(nvml::errorsCorrected).has_value(), metrics::gpu::eccCorrected);
    m_slots.uncorrectedErrors
        = add(m_device.eccErrors(nvml::errorsUncorrected).has_value(), metrics::gpu::eccUncorrected);
    const auto hasEver = [&](int type) {
        return m_device.eccErrors(type, nvml::counterAggregate).has_value();
    };
    m_slots.correctedTotal = add(hasEver(nvml::errorsCorrected), metrics::gpu::eccCorrectedTotal);
    m_slots.uncorrectedTotal = add(hasEver(nvml::errorsUncorrected), metrics::gpu::eccUncorrectedTotal);
    const bool hasRows = m_device.remappedRows().has_value();
    m_slots.rowsRemapped = add(hasRows, metrics::gpu::rowsRemapped);
    m_slots.rowsPending = add(hasRows, metrics::gpu::rowsPending);
    m_slots.rowsFailed = add(hasRows, metrics::gpu::rowsFailed);
    m_slots.fan = add(m_device.fan().has_value(), metrics::gpu::fan);
    declareTraffic(layout);
    m_links.declare(layout, m_entity, peers);
}

void NvidiaGpu::declareTraffic(LayoutBuilder& layout)
{
    for (Traffic& traffic : m_traffic)
        traffic.slot = traffic.isSupported ? layout.addWithPeak(traffic.metric, m_entity) : PeakSlot();
    const auto add = [&](bool isSupported, std::string_view metric) {
        return isSupported ? layout.add(metric, m_entity) : Slot();
    };
    // Drivers before 550 have no PCIe byte counters; their blocking measurement is used instead.
    m_slots.pcieTransmit = add(!m_traffic[pcieTransmit].isSupported && m_device.pcieThroughput(nvml::pcieTransmit),
                               m_traffic[pcieTransmit].metric);
    m_slots.pcieReceive = add(!m_traffic[pcieReceive].isSupported && m_device.pcieThroughput(nvml::pcieReceive),
                              m_traffic[pcieReceive].metric);
    m_slots.pcieReplays = add(m_device.pcieReplays().has_value(), metrics::gpu::pcieReplays);
    m_slots.nvlinkErrors = add(m_device.nvlinkErrors().has_value(), metrics::gpu::nvlinkErrors);
    m_slots.pcieReplaysTotal = add(m_slots.pcieReplays.isValid(), metrics::gpu::pcieReplaysTotal);
    m_slots.nvlinkErrorsTotal = add(m_slots.nvlinkErrors.isValid(), metrics::gpu::nvlinkErrorsTotal);
}

void NvidiaGpu::sampleMomentary()
{
    if (const auto reasons = m_slots.throttled.isValid() ? m_device.throttleReasons() : std::nullopt) {
        ++m_fast.count;
        m_fast.throttled += (*reasons & nvml::throttledFromOutside) != 0 ? 1 : 0;
        m_fast.reasons |= *reasons;
    }
    if (m_slots.power.peak.isValid())
        m_fast.peakPower = std::max(m_fast.peakPower, m_device.instantPower());
}

void NvidiaGpu::sampleFast(TimePoint now)
{
    if (m_isLost)
        return;
    sampleMomentary();
    for (Traffic& traffic : m_traffic)
        if (const auto count = traffic.isSupported ? m_device.field(traffic.fieldId) : std::nullopt)
            traffic.rate.sampleFast(*count, now);
}

void NvidiaGpu::sample(TimePoint now, TickWriter& tick)
{
    if (samplePresence(tick)) {
        sampleMomentary();
        sampleHeatAndPower(tick);
        sampleWork(tick);
        sampleErrors(now, tick);
        sampleTraffic(now, tick);
        m_links.sample(now, tick);
    } else {
        forgetRates();
    }
    m_fast = FastSamples();
}

/// No rates over the time in which the GPU was absent.
void NvidiaGpu::forgetRates()
{
    for (Traffic& traffic : m_traffic)
        traffic.rate.clear();
    for (CounterRate* rate : {&m_corrected, &m_uncorrected, &m_nvlinkErrors, &m_pcieReplays})
        rate->clear();
    m_links.forgetRates();
}

bool NvidiaGpu::samplePresence(TickWriter& tick)
{
    double celsius = 0;
    const nvml::Return result = m_device.askTemperature(celsius);
    const bool isLost = result == nvml::gpuIsLost;
    if (isLost && !m_isLost)
        tick.addEvent(Severity::Critical, m_entity, codes::gpuLost,
                      fmt::format("{} ({}) no longer responds: {}. Drain and restart the machine.", m_name, m_model,
                                  m_library.describe(result)));
    if (!isLost && m_isLost)
        tick.addEvent(Severity::Information, m_entity, codes::gpuBack,
                      fmt::format("{} ({}) responds again.", m_name, m_model));
    m_isLost = isLost;
    if (result == nvml::success) {
        tick.set(m_slots.temperature, celsius);
        if (m_slowdownLimit)
            tick.set(m_slots.margin, *m_slowdownLimit - celsius);
    }
    return !isLost;
}

void NvidiaGpu::sampleHeatAndPower(TickWriter& tick)
{
    tick.set(m_slots.slowdownLimit, m_slowdownLimit);
    tick.set(m_slots.shutdownLimit, m_shutdownLimit);
    if (m_slots.memoryTemperature.isValid())
        tick.set(m_slots.memoryTemperature, m_device.memoryTemperature());
    if (const auto power = m_device.power())
        tick.set(m_slots.power, {power, std::max(power, m_fast.peakPower)});
    tick.set(m_slots.powerLimit, m_device.powerLimit());
    tick.set(m_slots.fan, m_device.fan());
    tick.set(m_slots.smClock, m_device.clock(nvml::clockSm));
    tick.set(m_slots.memoryClock, m_device.clock(nvml::clockMemory));
    if (m_fast.count > 0) {
        tick.set(m_slots.throttleReasons, static_cast<double>(m_fast.reasons));
        tick.set(m_slots.throttled, static_cast<double>(m_fast.throttled) / m_fast.count);
    }
}

void NvidiaGpu::sampleWork(TickWriter& tick)
{
    if (const auto utilisation = m_device.utilisation()) {
        tick.set(m_slots.utilisation, utilisation->gpu * utilisationPercent);
        tick.set(m_slots.memoryUtilisation, utilisation->memory * utilisationPercent);
    }
    if (const auto memory = m_device.memory()) {
        tick.set(m_slots.memoryUsed, static_cast<double>(memory->used));
        tick.set(m_slots.memoryTotal, static_cast<double>(memory->total));
    }
    if (const auto processes = m_slots.processes.isValid() ? m_device.processes() : std::nullopt)
        tick.set(m_slots.processes,
                 static_cast<double>(std::ranges::count_if(*processes, [](pid_t each) { return !isOwnChild(each); })));
}

void NvidiaGpu::sampleErrors(TimePoint now, TickWriter& tick)
{
    const auto setRate = [&](Slot slot, CounterRate& rate, std::optional<std::uint64_t> count) {
        if (count)
            tick.set(slot, rate.sample(*count, now));
    };
    const auto setTotal = [&tick](Slot slot, std::optional<std::uint64_t> count) {
        if (count)
            tick.set(slot, static_cast<double>(*count));
    };
    setRate(m_slots.correctedErrors, m_corrected, m_device.eccErrors(nvml::errorsCorrected));
    setRate(m_slots.uncorrectedErrors, m_uncorrected, m_device.eccErrors(nvml::errorsUncorrected));
    if (m_slots.correctedTotal.isValid())
        setTotal(m_slots.correctedTotal, m_device.eccErrors(nvml::errorsCorrected, nvml::counterAggregate));
    if (m_slots.uncorrectedTotal.isValid())
        setTotal(m_slots.uncorrectedTotal, m_device.eccErrors(nvml::errorsUncorrected, nvml::counterAggregate));
    if (const auto rows = m_slots.rowsRemapped.isValid() ? m_device.remappedRows() : std::nullopt) {
        tick.set(m_slots.rowsRemapped, static_cast<double>(rows->uncorrected));
        tick.set(m_slots.rowsPending, rows->isPending != 0 ? 1.0 : 0.0);
        tick.set(m_slots.rowsFailed, rows->hasFailed != 0 ? 1.0 : 0.0);
    }
    const auto replays = m_device.pcieReplays();
    setRate(m_slots.pcieReplays, m_pcieReplays, replays);
    setTotal(m_slots.pcieReplaysTotal, replays);
    if (m_slots.nvlinkErrors.isValid()) {
        const auto errors = m_device.nvlinkErrors();
        setRate(m_slots.nvlinkErrors, m_nvlinkErrors, errors);
        setTotal(m_slots.nvlinkErrorsTotal, errors);
    }
}

void NvidiaGpu::sampleTraffic(TimePoint now, TickWriter& tick)
{
    for (Traffic& traffic : m_traffic)
        if (const auto count = traffic.isSupported ? m_device.field(traffic.fieldId) : std::nullopt)
            tick.set(traffic.slot, traffic.rate.sampleTick(*count, now), traffic.bytesPerCount);
    if (m_slots.pcieTransmit.isValid())
        tick.set(m_slots.pcieTransmit, m_device.pcieThroughput(nvml::pcieTransmit));
    if (m_slots.pcieReceive.isValid())
        tick.set(m_slots.pcieReceive, m_device.pcieThroughput(nvml::pcieReceive));
}

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
            unreachable.push_back(fmt::format("gpu{} is unreachable: {}", index, m_library->describe(result)));
    }
    if (m_gpus.empty()) {
        close();
        return off(unreachable.empty() ? "NVML found no GPU" : unreachable.front());
    }
    std::string detail
        = fmt::format("{} x {}, driver {}", m_gpus.size(), m_gpus.front().model(), m_library->driverVersion());
    std::size_t links = 0;
    for (const NvidiaGpu& gpu : m_gpus)
        links += gpu.links().count();
    if (links > 0)
        detail += ", " + counted(links, "NVLink");
    if (!watchEvents())
        detail += ", XID events not available";
    for (const std::string& reason : unreachable)
        detail += "; " + reason;
    InventoryItem item = active(std::move(detail));
    item.properties = compared();
    return item;
}

/// If a node's GPUs differ, all values are listed: "off, on".
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
        {std::string(properties::gpuDriver), m_library->driverVersion()},
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
        || std::ranges::any_of(m_gpus, [](const NvidiaGpu& gpu) { return gpu.links().haveBecomeActive(); });
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
