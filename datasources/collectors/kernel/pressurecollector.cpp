// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

/// Microseconds in a line such as "some avg10=0.00 avg60=0.00 avg300=0.00 total=5880458".
std::optional<std::uint64_t> stallTotal(std::string_view line)
{
    constexpr std::string_view key = "total=";
    const std::size_t at = line.find(key);
    return at == std::string_view::npos ? std::nullopt : parseCount(trimmed(line.substr(at + key.size())));
}

/// Pressure stall information (PSI): the share of each tick in which some or all tasks were stalled on CPU, memory or
/// I/O. Uses the stall totals in /proc/pressure, which are exact per tick, not the kernel's averages.
class PressureCollector final : public Collector
{
public:
    explicit PressureCollector(const SystemRoot& root) : m_folder(root.path("proc/pressure"))
    {
        const auto add = [&](const char* resource, std::vector<Line> lines) {
            m_resources.push_back({KernelFile(m_folder + "/" + resource), std::move(lines)});
        };
        add("cpu", {{"some", metrics::node::pressureCpuSome}});
        add("memory", {{"some", metrics::node::pressureMemorySome}, {"full", metrics::node::pressureMemoryFull}});
        add("io", {{"some", metrics::node::pressureIoSome}, {"full", metrics::node::pressureIoFull}});
    }

    [[nodiscard]] std::string_view name() const override { return "pressure"; }
    [[nodiscard]] InventoryItem detect() override
    {
        m_isActive = isReadable();
        return m_isActive ? active("cpu, memory, io")
                          : off(m_folder + " is absent or the kernel was started with psi=0");
    }

    [[nodiscard]] bool hasChanged() override { return isReadable() != m_isActive; }

    void declare(LayoutBuilder& layout) override
    {
        if (!m_isActive)
            return;
        for (Resource& resource : m_resources)
            for (Line& line : resource.lines)
                line.slot = layout.add(line.metric);
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        if (!m_isActive)
            return;
        for (Resource& resource : m_resources) {
            std::string_view text = resource.file.read(m_buffer);
            while (!text.empty()) {
                const std::string_view row = nextLine(text);
                for (Line& line : resource.lines) {
                    const auto total = row.starts_with(line.key) ? stallTotal(row) : std::nullopt;
                    const auto rate = total ? line.stalled.sample(*total, now) : std::nullopt;
                    if (rate)
                        tick.set(line.slot, std::min(1.0, *rate * 1e-6));
                }
            }
        }
    }

private:
    struct Line
    {
        std::string_view key; ///< "some", "full"
        std::string_view metric;
        CounterRate stalled{};
        Slot slot{};
    };
    struct Resource
    {
        KernelFile file;
        std::vector<Line> lines;
    };

    [[nodiscard]] bool isReadable()
    {
        // With psi=0 the files exist but cannot be read.
        return std::ranges::any_of(m_resources,
                                   [&](Resource& resource) { return !resource.file.read(m_buffer).empty(); });
    }

    std::vector<Resource> m_resources;
    std::string m_buffer;
    std::string m_folder;
    bool m_isActive = false;
};

} // namespace

std::unique_ptr<Collector> makePressureCollector(const SystemRoot& root)
{
    return std::make_unique<PressureCollector>(root);
}

} // namespace lockstep
