// SPDX-License-Identifier: GPL-3.0-or-later
// Prints a simulated cluster's GPU telemetry at 1 Hz as OpenMetrics text with timestamps, to compare other tools.
//   telemetrytext NODES SECONDS
#include "models/core/batch.h"
#include "models/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace lockstep;

constexpr std::int64_t startSeconds = 1'700'000'000;

/// All samples of one metric, grouped by series, as OpenMetrics requires.
struct Family
{
    std::map<std::string, std::vector<float>> series; ///< by labels; a value a tick
};

} // namespace

int main(int argc, char* argv[])
{
    const auto nodes = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 8);
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 600;
    auto made = sim::Simulation::create(sim::makeCluster(nodes, 8, *sim::findGpuModel("H100")), {}, 1,
                                        TimePoint(std::chrono::seconds(startSeconds)));
    if (!made.isOk()) {
        fmt::print(stderr, "{}\n", made.error().message);
        return 1;
    }
    sim::Simulation& simulation = *made.value();
    std::map<std::string, Family> families;
    for (int second = 0; second < seconds; ++second) {
        simulation.advance();
        for (std::size_t node = 0; node < simulation.nodeCount(); ++node) {
            const NodeTick& tick = *simulation.tick(node);
            std::size_t at = 0;
            for (const ColumnDescriptor& column : tick.layout->columns) {
                const MetricDescriptor& metric = tick.layout->metrics[column.metric];
                for (const std::uint32_t entity : column.entities) {
                    const float value = tick.values[at++];
                    if (metric.entityKind != EntityKind::Gpu)
                        continue;
                    std::string name = metric.name;
                    std::ranges::replace(name, '.', '_');
                    families[name]
                        .series[fmt::format("{{node=\"{}\",gpu=\"{}\"}}", simulation.identity(node)->name,
                                            tick.layout->entities[entity].name)]
                        .push_back(value);
                }
            }
        }
    }
    for (const auto& [name, family] : families) {
        fmt::print("# TYPE {} gauge\n", name);
        for (const auto& [labels, values] : family.series) {
            for (std::size_t at = 0; at < values.size(); ++at) {
                if (!std::isnan(values[at]))
                    fmt::print("{}{} {} {}\n", name, labels, values[at],
                               startSeconds + 1 + static_cast<std::int64_t>(at));
            }
        }
    }
    fmt::print("# EOF\n");
    return 0;
}
