// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/facility/facilityreporter.h"

#include "models/core/metrics/metricnames.h"
#include "models/simulation/cluster/layoutwriter.h"

#include <fmt/format.h>

namespace lockstep::sim {

namespace {
constexpr const char* loopMetrics[] = {metrics::loop::flow,
                                       metrics::loop::flowRated,
                                       metrics::loop::supplyTemperature,
                                       metrics::loop::returnTemperature,
                                       metrics::loop::pumpSpeed,
                                       metrics::loop::heat,
                                       metrics::loop::capacity,
                                       metrics::loop::electricalPower};
}

FacilityReporter::FacilityReporter(const ClusterSpec& spec, std::uint64_t epoch, Duration period)
{
    auto identity = simulatedIdentity("facility", epoch, period, "facility management",
                                      RackPosition{"infrastructure", "facility", 1, 1});
    identity->inventory = {{"loops", !spec.loops.empty(),
                            spec.loops.empty() ? std::string("off: the cluster is cooled by air alone")
                                               : fmt::format("{} coolant loops", spec.loops.size())}};
    m_identity = std::move(identity);

    LayoutWriter writer("facility");
    std::vector<std::uint32_t> loops;
    for (const LoopSpec& loop : spec.loops) {
        std::vector<std::string> racks;
        for (const RackSpec& rack : spec.racks) {
            if (rack.loop == loop.name)
                racks.push_back(rack.name);
        }
        loops.push_back(
            writer.addEntity(EntityKind::Loop, loop.name, EntityDescriptor::clusterScope, {}, std::move(racks)));
    }
    if (!loops.empty()) {
        for (const char* metric : loopMetrics)
            writer.addColumn(metric, loops);
    }
    m_layout = std::make_shared<const NodeLayout>(writer.take());
}

void FacilityReporter::write(const Hall& hall, std::vector<float>& values) const
{
    values.resize(m_layout->sampleCount());
    const std::size_t loops = hall.loops().size();
    for (std::size_t at = 0; at < loops; ++at) {
        const CoolantLoop& loop = hall.loops()[at];
        const double row[] = {loop.flowLpm(),       loop.spec().ratedFlowLpm,
                              loop.supplyCelsius(), loop.returnCelsius(),
                              loop.pumpSpeed(),     loop.heatWatts(),
                              loop.capacityWatts(), hall.servedPower(static_cast<std::uint32_t>(at))};
        for (std::size_t metric = 0; metric < std::size(row); ++metric)
            values[metric * loops + at] = static_cast<float>(row[metric]);
    }
}

} // namespace lockstep::sim
