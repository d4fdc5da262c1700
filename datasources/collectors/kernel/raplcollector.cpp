// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

/// Power of CPU packages and memory from RAPL's energy counters (sys/class/powercap). Since 2020 kernels allow only
/// root to read them; otherwise the collector is off and gives the reason.
class RaplCollector final : public Collector
{
public:
    explicit RaplCollector(const SystemRoot& root) : m_folder(root.path("sys/class/powercap")) { }

    [[nodiscard]] std::string_view name() const override { return "rapl"; }
    [[nodiscard]] InventoryItem detect() override
    {
        m_entries = entriesOf(m_folder);
        m_domains.clear();
        bool isForbidden = false;
        for (const std::string& zone : m_entries) {
            Domain domain;
            domain.microjoules = KernelFile(m_folder + "/" + zone + "/energy_uj");
            // The MMIO zone duplicates the package; a control type has no energy counter.
            if (zone.starts_with("intel-rapl-mmio") || zone.find(':') == std::string::npos)
                continue;
            if (!domain.microjoules.readCount()) {
                isForbidden = isForbidden || pathExists(domain.microjoules.path());
                continue;
            }
            const auto top = readNumber(m_folder + "/" + zone + "/max_energy_range_uj");
            domain.energy
                = top && *top > 0 ? CounterRate::wrappingAfter(static_cast<std::uint64_t>(*top)) : CounterRate();
            domain.name = domainName(zone);
            m_domains.push_back(std::move(domain));
        }
        if (!m_domains.empty())
            return active(counted(m_domains.size(), "power domain"));
        if (isForbidden)
            return off(
                m_folder
                + "/*/energy_uj is not readable by this user; run the agent as root or with CAP_DAC_READ_SEARCH");
        return off(m_folder + " is absent or has no RAPL domain");
    }

    [[nodiscard]] bool hasChanged() override { return entriesOf(m_folder) != m_entries; }

    void declare(LayoutBuilder& layout) override
    {
        for (Domain& domain : m_domains)
            domain.slot
                = layout.add(metrics::sensor::power, layout.addEntity(EntityKind::Sensor, "rapl/" + domain.name));
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        for (Domain& domain : m_domains) {
            const auto energy = domain.microjoules.readCount();
            const auto rate = energy ? domain.energy.sample(*energy, now) : std::nullopt;
            if (rate)
                tick.set(domain.slot, *rate * 1e-6);
        }
    }

private:
    struct Domain
    {
        std::string name; ///< "package-0", "package-0/dram"
        KernelFile microjoules;
        CounterRate energy;
        Slot slot;
    };

    /// "intel-rapl:0:2" is the third part of package 0: "package-0/dram".
    [[nodiscard]] std::string domainName(const std::string& zone) const
    {
        const std::string own = readLine(m_folder + "/" + zone + "/name");
        const std::size_t lastColon = zone.rfind(':');
        if (zone.find(':') == lastColon)
            return own;
        return domainName(zone.substr(0, lastColon)) + "/" + own;
    }

    std::string m_folder;
    std::vector<std::string> m_entries;
    std::vector<Domain> m_domains;
};

} // namespace

std::unique_ptr<Collector> makeRaplCollector(const SystemRoot& root)
{
    return std::make_unique<RaplCollector>(root);
}

} // namespace lockstep
