// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/infiniband/infinibandcounters.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

namespace {

/// Old adapters have 32-bit counters that saturate and are then useless.
constexpr std::uint64_t saturated = 0xFFFFFFFF;

constexpr int stateActive = 4;
constexpr int physicallyDisabled = 3;

/// One port of an InfiniBand or RoCE adapter. Counters that read "N/A" are not declared. Used by InfinibandCollector.
class InfinibandPort
{
public:
    /// @param name "mlx5_0/1"; @param folder ".../infiniband/mlx5_0/ports/1"
    InfinibandPort(std::string name, const std::string& folder)
        : m_name(std::move(name)),
          m_rate(folder + "/rate"),
          m_state(folder + "/state"),
          m_physicalState(folder + "/phys_state"),
          m_rateText(readLine(folder + "/rate")),
          m_bitsPerSecond(parseLinkRate(m_rateText))
    {
        for (const InfinibandCounter& counter : portCounters())
            if (const MetricDescriptor* metric = findMetric(counter.metric))
                addCounter(folder + "/counters/" + std::string(counter.file), *metric, counter);
        for (const std::string& file : entriesOf(folder + "/hw_counters"))
            if (file != "lifespan") // lifetime of the driver's cached counters in ms: a setting, not a counter
                addCounter(folder + "/hw_counters/" + file, hardwareMetric(file), {file, {}});
    }

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::string rateText() const { return m_rateText; }
    [[nodiscard]] std::size_t counterCount() const { return m_counters.size(); }

    void declare(LayoutBuilder& layout)
    {
        m_entity = layout.addEntity(EntityKind::Port, m_name);
        m_upSlot = layout.add(metrics::port::up, m_entity);
        m_rateSlot = layout.add(metrics::port::rate, m_entity);
        m_utilisationSlot = {};
        for (Counter& counter : m_counters) {
            counter.slot = counter.isFast ? layout.addWithPeak(counter.metric.name, m_entity)
                                          : PeakSlot{layout.add(counter.metric, m_entity), {}};
            const MetricDescriptor* const total = lifetimeOf(counter.metric.name);
            counter.totalSlot = total != nullptr ? layout.add(*total, m_entity) : Slot();
            if (counter.isFast && !m_utilisationSlot.mean.isValid())
                m_utilisationSlot = layout.addWithPeak(metrics::port::utilisation, m_entity);
        }
        m_retransmitsSlot = m_hasRetransmits ? layout.add(metrics::port::retransmits, m_entity) : Slot();
        m_waitSlot = m_hasWait ? layout.add(metrics::port::transmitWait, m_entity) : Slot();
    }

    void sampleFast(TimePoint now)
    {
        for (Counter& counter : m_counters) {
            const auto count = counter.isFast ? counter.file.readCount() : std::nullopt;
            if (count && *count != saturated)
                counter.rate.sampleFast(*count, now);
        }
    }

    void sample(TimePoint now, TickWriter& tick)
    {
        sampleLink(tick);
        MeanAndPeak busier;
        std::optional<double> retransmits;
        for (Counter& counter : m_counters) {
            const auto count = counter.file.readCount();
            if (count)
                tick.set(counter.totalSlot, static_cast<double>(*count));
            if (!count || *count == saturated) {
                counter.rate.clear();
                continue;
            }
            const MeanAndPeak rate = counter.rate.sampleTick(*count, now);
            tick.set(counter.slot, rate, counter.scale);
            if (counter.isFast)
                busier = {std::max(busier.mean, rate.mean), std::max(busier.peak, rate.peak)};
            if (counter.causesRetransmit && rate.mean)
                retransmits = retransmits.value_or(0.0) + *rate.mean;
            // A tick is the time in which the link moves 4 octets, as in UFM's congestion share. The IBTA specification
            // leaves it to the adapter, so this is an estimate.
            if (counter.isWait && rate.mean && m_bitsPerSecond)
                tick.set(m_waitSlot, std::min(1.0, *rate.mean * 32.0 / *m_bitsPerSecond));
        }
        tick.set(m_retransmitsSlot, retransmits);
        if (m_bitsPerSecond)
            tick.set(m_utilisationSlot, busier, 32.0 / *m_bitsPerSecond);
    }

private:
    struct Counter
    {
        KernelFile file;
        MetricDescriptor metric;
        double scale = 1.0;
        bool isFast = false;
        bool causesRetransmit = false;
        bool isWait = false;
        PeakRate rate{};
        PeakSlot slot{};
        Slot totalSlot{};
    };

    void addCounter(const std::string& path, const MetricDescriptor& metric, const InfinibandCounter& known)
    {
        Counter counter{KernelFile(path),
                        metric,
                        known.scale,
                        known.isFast,
                        isRetransmitCause(known.file),
                        known.file == "port_xmit_wait"};
        if (!counter.file.readCount())
            return;
        m_hasRetransmits = m_hasRetransmits || counter.causesRetransmit;
        m_hasWait = m_hasWait || counter.isWait;
        m_counters.push_back(std::move(counter));
    }

    void sampleLink(TickWriter& tick)
    {
        m_bitsPerSecond = parseLinkRate(m_rate.read(m_buffer));
        tick.set(m_rateSlot, m_bitsPerSecond);

        const auto state = parseLinkState(m_state.read(m_buffer));
        const auto physicalState = parseLinkState(m_physicalState.read(m_buffer));
        if (!state || physicalState == physicallyDisabled) {
            m_isUp.reset(); // administratively down is not a fault
            return;
        }
        const bool isUp = *state == stateActive;
        tick.set(m_upSlot, isUp ? 1.0 : 0.0);
        if (m_isUp && *m_isUp != isUp)
            tick.addEvent(
                isUp ? Severity::Information : Severity::Critical, m_entity, isUp ? codes::portUp : codes::portDown,
                fmt::format("Port {} is {} (state {}).", m_name, isUp ? "active again" : "no longer active", *state));
        m_isUp = isUp;
    }

    std::string m_name;
    std::vector<Counter> m_counters;
    KernelFile m_rate, m_state, m_physicalState;
    std::string m_rateText;
    std::string m_buffer;
    std::optional<double> m_bitsPerSecond;
    std::optional<bool> m_isUp;
    bool m_hasRetransmits = false;
    bool m_hasWait = false;

    std::uint32_t m_entity = 0;
    PeakSlot m_utilisationSlot;
    Slot m_upSlot, m_rateSlot, m_retransmitsSlot, m_waitSlot;
};

/// InfiniBand and RoCE adapters: all counters of all ports, rate and state, from /sys/class/infiniband. Data sent and
/// received is sampled fast. A port that leaves the active state causes an event.
class InfinibandCollector final : public Collector
{
public:
    explicit InfinibandCollector(const SystemRoot& root) : m_folder(root.path("sys/class/infiniband")) { }

    [[nodiscard]] std::string_view name() const override { return "infiniband"; }
    [[nodiscard]] InventoryItem detect() override
    {
        std::vector<InfinibandPort> ports;
        std::vector<std::string> found;
        for (const std::string& name : portNames()) {
            const auto known = std::ranges::find(m_ports, name, &InfinibandPort::name);
            const std::size_t slash = name.find('/');
            const std::string folder = m_folder + "/" + name.substr(0, slash) + "/ports/" + name.substr(slash + 1);
            ports.push_back(known != m_ports.end() ? std::move(*known) : InfinibandPort(name, folder));
            found.push_back(ports.back().counterCount() > 0
                                ? fmt::format("{} {}", name, ports.back().rateText())
                                : fmt::format("{} {}, without counters", name, ports.back().rateText()));
        }
        m_ports = std::move(ports);
        if (m_ports.empty())
            return off(pathExists(m_folder) ? m_folder + " has no ports" : m_folder + " is absent");
        InventoryItem item = active(fmt::format("{}", fmt::join(found, "; ")));
        for (const std::string& device : entriesOf(m_folder)) {
            if (const std::string firmware = readLine(m_folder + "/" + device + "/fw_ver"); !firmware.empty())
                item.properties.push_back({"firmware of " + device, firmware});
        }
        return item;
    }

    [[nodiscard]] bool hasChanged() override
    {
        return !std::ranges::equal(m_ports, portNames(), {}, &InfinibandPort::name);
    }

    void declare(LayoutBuilder& layout) override
    {
        for (InfinibandPort& port : m_ports)
            port.declare(layout);
    }

    void sampleFast(TimePoint now) override
    {
        for (InfinibandPort& port : m_ports)
            port.sampleFast(now);
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        for (InfinibandPort& port : m_ports)
            port.sample(now, tick);
    }

private:
    [[nodiscard]] std::vector<std::string> portNames() const
    {
        std::vector<std::string> names;
        for (const std::string& device : entriesOf(m_folder))
            for (const std::string& port : entriesOf(m_folder + "/" + device + "/ports"))
                names.push_back(device + "/" + port);
        return names;
    }

    std::string m_folder;
    std::vector<InfinibandPort> m_ports;
};

} // namespace

std::unique_ptr<Collector> makeInfinibandCollector(const SystemRoot& root)
{
    return std::make_unique<InfinibandCollector>(root);
}

} // namespace lockstep
