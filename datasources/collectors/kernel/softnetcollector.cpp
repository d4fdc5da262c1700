// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/metrics/counterrate.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/parsenumber.h"

#include <array>
#include <string>
#include <vector>

namespace lockstep {

namespace {

/// Kernel processing of received packets: processed, dropped because a CPU's backlog was full, and interrupted with
/// packets left. From /proc/net/softnet_stat, summed over the CPUs.
class SoftnetCollector final : public Collector
{
public:
    explicit SoftnetCollector(const SystemRoot& root) : m_file(root.path("proc/net/softnet_stat")) { }

    [[nodiscard]] std::string_view name() const override { return "softnet"; }
    [[nodiscard]] InventoryItem detect() override
    {
        m_isActive = !m_file.read(m_buffer).empty();
        return m_isActive ? active("packets processed, dropped and deferred for lack of CPU time")
                          : off(m_file.path() + " is absent");
    }

    [[nodiscard]] bool hasChanged() override { return m_file.read(m_buffer).empty() == m_isActive; }

    void declare(LayoutBuilder& layout) override
    {
        if (m_isActive)
            m_slots = {layout.add(metrics::node::softnetProcessed), layout.add(metrics::node::softnetDropped),
                       layout.add(metrics::node::softnetSqueezed)};
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        if (!m_isActive)
            return;
        std::array<std::optional<double>, fieldCount> sums;
        std::string_view text = m_file.read(m_buffer);
        std::size_t cpu = 0;
        for (; !text.empty(); ++cpu) {
            std::string_view line = nextLine(text);
            if (cpu == m_cpus.size())
                m_cpus.push_back({CounterRate(32), CounterRate(32), CounterRate(32)});
            for (std::size_t field = 0; field < fieldCount; ++field) {
                const auto count = parseNumber<std::uint64_t>(nextWord(line), 16); // without 0x
                const auto rate = count ? m_cpus[cpu][field].sample(*count, now) : std::nullopt;
                if (rate)
                    sums[field] = sums[field].value_or(0) + *rate;
            }
        }
        m_cpus.resize(cpu); // removes CPUs that were taken offline
        for (std::size_t field = 0; field < fieldCount; ++field)
            tick.set(m_slots[field], sums[field]);
    }

private:
    static constexpr std::size_t fieldCount = 3; ///< processed, dropped, time_squeeze
    /// The counters of each CPU have 32 bits and wrap separately.
    using CpuRates = std::array<CounterRate, fieldCount>;

    KernelFile m_file;
    std::string m_buffer;
    std::vector<CpuRates> m_cpus; ///< by line
    std::array<Slot, fieldCount> m_slots;
    bool m_isActive = false;
};

} // namespace

std::unique_ptr<Collector> makeSoftnetCollector(const SystemRoot& root)
{
    return std::make_unique<SoftnetCollector>(root);
}

} // namespace lockstep
