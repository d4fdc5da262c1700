// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"
#include "models/core/time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep {

namespace {

/// One "cpu" line of /proc/stat, in jiffies. Guest time is included in user time (proc(5)).
struct CpuTimes
{
    std::uint64_t busy = 0;
    std::uint64_t total = 0;
    std::uint64_t system = 0;
    std::uint64_t wait = 0;
    std::uint64_t steal = 0;

    /// @param fields of the line after its name
    explicit CpuTimes(std::string_view fields);

    /// Uses CPU time itself as the clock: the rate of busy jiffies over it is a share from 0 to 1, independent of
    /// sampling jitter. @p cores scales it to approximate real time.
    [[nodiscard]] TimePoint clock(std::size_t cores) const;
    /// Converts the rate of busy jiffies per clock to a share.
    [[nodiscard]] static double shareScale(std::size_t cores);

    /// USER_HZ is 100 on every architecture that matters.
    static constexpr Duration jiffy = std::chrono::milliseconds(10);
};

CpuTimes::CpuTimes(std::string_view fields)
{
    const std::uint64_t user = nextCount(fields);
    const std::uint64_t nice = nextCount(fields);
    const std::uint64_t kernel = nextCount(fields);
    const std::uint64_t idle = nextCount(fields);
    wait = nextCount(fields);
    const std::uint64_t interrupts = nextCount(fields);
    const std::uint64_t softInterrupts = nextCount(fields);
    steal = nextCount(fields);
    system = kernel + interrupts + softInterrupts;
    busy = user + nice + system + steal;
    total = busy + idle + wait;
}

TimePoint CpuTimes::clock(std::size_t cores) const
{
    // Divided before it is multiplied: a machine of 192 cores gathers enough jiffies in two years to overflow
    // otherwise.
    const std::uint64_t parts = std::max<std::size_t>(1, cores);
    const auto nanoseconds = static_cast<std::uint64_t>(jiffy.count());
    const std::uint64_t time = total / parts * nanoseconds + total % parts * nanoseconds / parts;
    return TimePoint(Duration(static_cast<std::int64_t>(time)));
}

double CpuTimes::shareScale(std::size_t cores)
{
    return std::chrono::duration<double>(jiffy).count() / static_cast<double>(std::max<std::size_t>(1, cores));
}

std::optional<double> scaled(std::optional<double> rate, double scale)
{
    return rate ? std::optional(*rate * scale) : std::nullopt;
}

/// CPU time in total and per core, core frequencies, throttling by heat, load, runnable and blocked processes, context
/// switches. From /proc/stat, /proc/loadavg and cpufreq. Total utilisation is sampled fast.
class CpuCollector final : public Collector
{
public:
    explicit CpuCollector(const SystemRoot& root)
        : m_root(root), m_stat(root.path("proc/stat")), m_load(root.path("proc/loadavg"))
    { }

    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] InventoryItem detect() override
    {
        std::vector<Core> cores;
        for (const std::string& name : coreNames()) {
            const auto known = std::ranges::find(m_cores, name, &Core::name);
            Core core;
            if (known != m_cores.end())
                core = std::move(*known);
            core.name = name;
            const std::string cpu = m_root.path("sys/devices/system/cpu/" + name);
            const std::string frequency = cpu + "/cpufreq/scaling_cur_freq";
            if (core.frequency.path().empty() && pathExists(frequency))
                core.frequency = KernelFile(frequency);
            // All threads of a core show the core's count; it is read from the first ("0" of "0,64" or "0-1").
            const std::string threads = readLine(cpu + "/topology/thread_siblings_list");
            const bool isFirst = threads.empty() || "cpu" + threads.substr(0, threads.find_first_of(",-")) == name;
            const std::string throttles = cpu + "/thermal_throttle/core_throttle_count";
            if (!isFirst)
                core.throttles = KernelFile();
            else if (core.throttles.path().empty() && pathExists(throttles))
                core.throttles = KernelFile(throttles);
            cores.push_back(std::move(core));
        }
        m_cores = std::move(cores);
        if (m_cores.empty())
            return off(m_stat.path() + " is absent or names no CPU");
        InventoryItem item = active(counted(m_cores.size(), "core"));
        item.properties = {
            {"BIOS", readLine(m_root.path("sys/class/dmi/id/bios_version"))},
            {"CPU frequency governor", readLine(m_root.path("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))},
            {"simultaneous multithreading", readLine(m_root.path("sys/devices/system/cpu/smt/control"))},
        };
        std::erase_if(item.properties, [](const NodeProperty& each) { return each.value.empty(); });
        return item;
    }

    [[nodiscard]] bool hasChanged() override { return !std::ranges::equal(m_cores, coreNames(), {}, &Core::name); }

    void declare(LayoutBuilder& layout) override
    {
        if (m_cores.empty())
            return;
        m_utilisationSlot = layout.addWithPeak(metrics::node::cpuUtilisation);
        m_systemSlot = layout.add(metrics::node::cpuSystem);
        m_waitSlot = layout.add(metrics::node::cpuIowait);
        m_stealSlot = layout.add(metrics::node::cpuSteal);
        m_loadSlot = layout.add(metrics::node::load1min);
        m_runningSlot = layout.add(metrics::node::processesRunning);
        m_blockedSlot = layout.add(metrics::node::processesBlocked);
        m_threadsSlot = layout.add(metrics::node::threads);
        m_switchesSlot = layout.add(metrics::node::contextSwitches);
        if (!m_cores.front().frequency.path().empty())
            m_frequencySlot = layout.add(metrics::node::cpuFrequency);
        if (!m_cores.front().throttles.path().empty())
            m_throttlesSlot = layout.add(metrics::node::cpuThrottles);
        for (Core& core : m_cores) {
            const std::uint32_t entity = layout.addEntity(EntityKind::Core, core.name);
            core.utilisationSlot = layout.add(metrics::core::utilisation, entity);
            if (!core.frequency.path().empty())
                core.frequencySlot = layout.add(metrics::core::frequency, entity);
        }
    }

    void sampleFast([[maybe_unused]] TimePoint now) override
    {
        std::string_view text = m_stat.read(m_buffer);
        std::string_view line = nextLine(text);
        if (m_cores.empty() || nextWord(line) != "cpu")
            return;
        const CpuTimes times(line);
        m_busy.sampleFast(times.busy, times.clock(m_cores.size()));
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        if (m_cores.empty())
            return;
        m_nextCore = 0;
        std::string_view text = m_stat.read(m_buffer);
        while (!text.empty()) {
            std::string_view line = nextLine(text);
            const std::string_view key = nextWord(line);
            if (key == "ctxt")
                tick.set(m_switchesSlot, m_switches.sample(nextCount(line), now));
            else
                sampleLine(key, line, tick);
        }
        sampleClocks(now, tick);

        std::string_view load = m_load.read(m_buffer);
        tick.set(m_loadSlot, parseNumber<double>(nextWord(load)));
        nextWord(load);
        nextWord(load);
        const std::string_view threads = nextWord(load); // "runnable/all"
        if (const auto all = parseNumber<double>(threads.substr(std::min(threads.size(), threads.find('/') + 1))))
            tick.set(m_threadsSlot, *all);
    }

private:
    struct Core
    {
        std::string name; ///< "cpu3"
        CounterRate busy;
        KernelFile frequency; ///< without a path where cpufreq is absent
        KernelFile throttles; ///< without a path on CPUs that do not count
        CounterRate throttled;
        Slot utilisationSlot;
        Slot frequencySlot;
    };

    void sampleClocks(TimePoint now, TickWriter& tick)
    {
        double sum = 0;
        std::size_t count = 0;
        std::optional<double> throttles;
        for (Core& core : m_cores) {
            if (m_throttlesSlot.isValid() && !core.throttles.path().empty()) {
                if (const auto total = core.throttles.readCount()) // a core may be offline
                    if (const auto rate = core.throttled.sample(*total, now))
                        throttles = throttles.value_or(0) + *rate;
            }
            if (!core.frequencySlot.isValid() || core.frequency.path().empty())
                continue;
            if (const auto kilohertz = core.frequency.readCount()) {
                tick.set(core.frequencySlot, static_cast<double>(*kilohertz) * 1e3);
                sum += static_cast<double>(*kilohertz) * 1e3;
                ++count;
            }
        }
        if (m_frequencySlot.isValid() && count > 0)
            tick.set(m_frequencySlot, sum / static_cast<double>(count));
        if (m_throttlesSlot.isValid())
            tick.set(m_throttlesSlot, throttles);
    }

    void sampleLine(std::string_view name, std::string_view fields, TickWriter& tick)
    {
        if (name == "procs_running") {
            tick.set(m_runningSlot, static_cast<double>(nextCount(fields)));
        } else if (name == "procs_blocked") {
            tick.set(m_blockedSlot, static_cast<double>(nextCount(fields)));
        } else if (name == "cpu") {
            sampleWhole(fields, tick);
        } else if (name.starts_with("cpu")) {
            while (m_nextCore < m_cores.size() && m_cores[m_nextCore].name != name)
                ++m_nextCore; // an offline core has no line
            if (m_nextCore == m_cores.size())
                return;
            Core& core = m_cores[m_nextCore++];
            const CpuTimes times(fields);
            tick.set(core.utilisationSlot,
                     scaled(core.busy.sample(times.busy, times.clock(1)), CpuTimes::shareScale(1)));
        }
    }

    void sampleWhole(std::string_view fields, TickWriter& tick)
    {
        const CpuTimes times(fields);
        const TimePoint clock = times.clock(m_cores.size());
        const double scale = CpuTimes::shareScale(m_cores.size());
        tick.set(m_utilisationSlot, m_busy.sampleTick(times.busy, clock), scale);
        tick.set(m_systemSlot, scaled(m_system.sample(times.system, clock), scale));
        tick.set(m_waitSlot, scaled(m_wait.sample(times.wait, clock), scale));
        tick.set(m_stealSlot, scaled(m_steal.sample(times.steal, clock), scale));
    }

    [[nodiscard]] std::vector<std::string> coreNames()
    {
        std::vector<std::string> names;
        std::string_view text = m_stat.read(m_buffer);
        while (!text.empty()) {
            std::string_view line = nextLine(text);
            const std::string_view name = nextWord(line);
            if (name.starts_with("cpu") && name != "cpu")
                names.emplace_back(name);
        }
        return names;
    }

    SystemRoot m_root;
    KernelFile m_stat;
    KernelFile m_load;
    std::string m_buffer;
    std::vector<Core> m_cores;
    std::size_t m_nextCore = 0; ///< the core whose line is expected next, because lines are sorted

    PeakRate m_busy;
    CounterRate m_system;
    CounterRate m_wait;
    CounterRate m_steal;
    CounterRate m_switches;

    PeakSlot m_utilisationSlot;
    Slot m_systemSlot, m_waitSlot, m_stealSlot;
    Slot m_frequencySlot, m_throttlesSlot;
    Slot m_loadSlot, m_runningSlot, m_blockedSlot, m_threadsSlot, m_switchesSlot;
};

} // namespace

std::unique_ptr<Collector> makeCpuCollector(const SystemRoot& root)
{
    return std::make_unique<CpuCollector>(root);
}

} // namespace lockstep
