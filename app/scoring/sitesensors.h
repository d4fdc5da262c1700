// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::scoring {

/// Which of the simulated sensors a site has.
enum class SensorSet : std::uint8_t {
    Full,
    Agent, ///< lockstep-agent on each node: no spans, no switches, no facility
    DcgmNode, ///< dcgm-exporter and node_exporter
    Dcgm, ///< dcgm-exporter
};
/// "full", "agent", "dcgm+node", "dcgm"; nullopt: unknown name.
[[nodiscard]] std::optional<SensorSet> sensorSetNamed(std::string_view name);

/// Sensors, sampling interval and noise of a site.
struct SiteOptions
{
    SensorSet sensors = SensorSet::Full;
    std::uint32_t intervalSeconds = 1;
    bool isNoisy = false; ///< whole degrees, biased sensors, power within 1 %, lost scrapes

    [[nodiscard]] bool hasSpans() const { return sensors == SensorSet::Full; }
    /// Agents report racks, clocks and events; exporters do not.
    [[nodiscard]] bool hasAgents() const { return sensors == SensorSet::Full || sensors == SensorSet::Agent; }
};

/// Reduces the ticks of a simulation, one per second, to the measurements of a site. Rates are means over the interval,
/// as for counters. Used by one thread, which may be any.
class SiteSensors
{
public:
    SiteSensors(const SiteOptions& options, std::uint64_t seed);

    [[nodiscard]] const SiteOptions& options() const { return m_options; }
    /// The tick reduced to the site's measurements, without noise; nullopt: nothing is measured. Call for each tick of
    /// a node: exporters keep the last XID of a GPU, which the simulator reports as an event.
    [[nodiscard]] std::optional<NodeTick> measured(std::size_t node, const NodeTick& tick);
    /// Instead of measured(), with noise. nullopt between scrapes and when a scrape is lost.
    [[nodiscard]] std::optional<NodeTick> scraped(std::size_t node, const NodeTick& tick, std::uint64_t second);

private:
    struct Layout
    {
        std::shared_ptr<const NodeLayout> layout; ///< null: nothing is measured
        std::vector<std::size_t> from; ///< by value: its index in the tick
        std::vector<bool> isRate; ///< by value
        std::vector<bool> isTemperature;
        std::vector<bool> isPower;
        std::vector<std::pair<std::uint32_t, std::size_t>> xids; ///< GPUs of the tick, and one of their values
    };
    /// State of a node since its last scrape.
    struct Sums
    {
        std::vector<double> values;
        std::vector<std::uint32_t> counts;
        std::vector<float> biases; ///< of temperatures, drawn only once
        std::vector<Event> events; ///< not sent yet
    };

    [[nodiscard]] bool hasMetric(const MetricDescriptor& metric) const;
    [[nodiscard]] const Layout& layoutOf(const NodeTick& tick);
    void addNoise(const Layout& layout, Sums& sums, std::vector<float>& values);

    SiteOptions m_options;
    sim::Random m_random;
    std::set<std::string_view> m_scraped; ///< metrics of the exporters
    std::map<std::shared_ptr<const NodeLayout>, Layout> m_layouts;
    std::map<std::size_t, Sums> m_sums;
    std::map<std::pair<std::size_t, std::uint32_t>, float> m_xids; ///< the last, by node and entity of its ticks
};

} // namespace lockstep::scoring
