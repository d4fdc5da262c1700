// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/pressurecollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Microseconds in a line such as "some avg10=0.00 avg60=0.00 avg300=0.00 total=5880458".
std::optional<std::uint64_t> stallTotal(std::string_view line)
{
    constexpr std::string_view key = "total=";
    const std::size_t at = line.find(key);
    return at == std::string_view::npos ? std::nullopt : parseCount(trimmed(line.substr(at + key.size())));
}

} // namespace

PressureCollector::PressureCollector(const SystemRoot& root) : m_folder(root.path("proc/pressure"))
{
    const auto add = [&](const char* resource, std::vector<Line> lines) {
        m_resources.push_back({KernelFile(m_folder + "/" + resource), std::move(lines)});
    };
    add("cpu", {{"some", metrics::node::pressureCpuSome}});
    add("memory", {{"some", metrics::node::pressureMemorySome}, {"full", metrics::node::pressureMemoryFull}});
    add("io", {{"some", metrics::node::pressureIoSome}, {"full", metrics::node::pressureIoFull}});
}

bool PressureCollector::isReadable()
{
    // With psi=0 the files exist but cannot be read.
    return std::ranges::any_of(m_resources, [&](Resource& resource) { return !resource.file.read(m_buffer).empty(); });
}

InventoryItem PressureCollector::detect()
{
    m_isActive = isReadable();
    return m_isActive ? active("cpu, memory, io") : off(m_folder + " is absent or the kernel was started with psi=0");
}

bool PressureCollector::hasChanged()
{
    return isReadable() != m_isActive;
}

void PressureCollector::declare(LayoutBuilder& layout)
{
    if (!m_isActive)
        return;
    for (Resource& resource : m_resources)
        for (Line& line : resource.lines)
            line.slot = layout.add(line.metric);
}

void PressureCollector::sample(TimePoint now, TickWriter& tick)
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

} // namespace lockstep
