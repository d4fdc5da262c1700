// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/servingreporter.h"

#include "models/core/metrics/metricnames.h"
#include "models/simulation/cluster/layoutwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace lockstep::sim {

namespace {

constexpr const char* serviceMetrics[]
    = {metrics::serving::requests, metrics::serving::timeToFirstToken, metrics::serving::timePerToken};
constexpr const char* poolMetrics[]
    = {metrics::serving::utilisation, metrics::serving::queue, metrics::serving::imbalance};

struct PoolFigures
{
    double utilisation = 0; ///< mean of the nodes
    double queueSeconds = 0; ///< longest of the nodes
    double imbalance = 0; ///< busiest node's arrivals over the mean, less 1
};

PoolFigures figuresOf(std::span<const ServingPools::Member> pool, double tokensPerSecond)
{
    PoolFigures figures;
    double all = 0;
    double max = 0;
    for (const ServingPools::Member& member : pool) {
        figures.utilisation += member.utilisation / static_cast<double>(pool.size());
        figures.queueSeconds = std::max(figures.queueSeconds, member.queueTokens / tokensPerSecond);
        all += member.arrivedTokens;
        max = std::max(max, member.arrivedTokens);
    }
    figures.imbalance = all > 0 ? max * static_cast<double>(pool.size()) / all - 1 : 0;
    return figures;
}

} // namespace

ServingReporter::ServingReporter(const std::vector<std::unique_ptr<ServingPools>>& services, std::uint64_t epoch,
                                 Duration period)
{
    auto identity = simulatedIdentity("serving-router", epoch, period, "request router",
                                      RackPosition{"infrastructure", "facility", 2, 1});
    identity->inventory = {{"services", true, fmt::format("{} inference services", services.size())}};
    m_identity = std::move(identity);

    LayoutWriter writer("router");
    std::vector<std::uint32_t> wholes, pools;
    for (const auto& service : services) {
        const std::string& name = service->spec().name;
        wholes.push_back(writer.addEntity(EntityKind::Job, name, EntityDescriptor::clusterScope));
        for (const char* pool : {"/prefill", "/decode"})
            pools.push_back(writer.addEntity(EntityKind::Job, name + pool, EntityDescriptor::clusterScope));
    }
    for (const char* metric : serviceMetrics)
        writer.addColumn(metric, wholes);
    for (const char* metric : poolMetrics)
        writer.addColumn(metric, pools);
    m_layout = std::make_shared<const NodeLayout>(writer.take());
}

void ServingReporter::write(const std::vector<std::unique_ptr<ServingPools>>& services, double seconds,
                            std::vector<float>& values) const
{
    values.resize(m_layout->sampleCount());
    const std::size_t count = services.size();
    float* pools = values.data() + std::size(serviceMetrics) * count;
    for (std::size_t at = 0; at < count; ++at) {
        const ServingPools& service = *services[at];
        values[at] = static_cast<float>(service.requestsLastTick() / seconds);
        values[count + at] = static_cast<float>(service.timeToFirstToken());
        values[2 * count + at] = static_cast<float>(service.timePerToken());
        const PoolFigures figures[] = {figuresOf(service.prefill(), service.spec().prefillTokensPerSecond),
                                       figuresOf(service.decode(), service.spec().decodeTokensPerSecond)};
        for (std::size_t pool = 0; pool < 2; ++pool) {
            pools[2 * at + pool] = static_cast<float>(figures[pool].utilisation);
            pools[2 * count + 2 * at + pool] = static_cast<float>(figures[pool].queueSeconds);
            pools[4 * count + 2 * at + pool] = static_cast<float>(figures[pool].imbalance);
        }
    }
}

} // namespace lockstep::sim
