// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/serving.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/simulation/cluster/layoutwriter.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {
constexpr const char* serviceMetrics[]
    = {metrics::serving::requests,         metrics::serving::timeToFirstToken, metrics::serving::timeToFirstTokenTail,
       metrics::serving::timePerToken,     metrics::serving::timePerTokenTail, metrics::serving::transferTime,
       metrics::serving::transferTimeTail, metrics::serving::transferBytes,    metrics::serving::transferFailures,
       metrics::serving::transferWaiting};
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

constexpr double loadWhenUnset = 0.7; // of the smaller pool's capacity
constexpr float prefillIntensity = 0.95F; // compute-bound
constexpr float decodeIntensity = 0.42F; // memory-bound
constexpr double decodeBatchPerNode = 192;
constexpr double longAnswer = 1.25; ///< time per token of the longest answers, relative to the mean
constexpr double longPrompt = 2.5; ///< length of the longest prompts, relative to the mean
constexpr double promptSpread = 0.05; ///< of the mean length of a tick's prompts
constexpr double transferSpread = 0.394; ///< of single transfers: the 99th percentile is longPrompt times the median
} // namespace

ServingReporter::ServingReporter(const std::vector<std::unique_ptr<ServingPools>>& services, std::uint64_t epoch,
                                 Duration period)
{
    auto identity = simulatedIdentity("serving-router", epoch, period, "request router",
                                      RackPosition{"infrastructure", "facility", 2, 1});
    identity->inventory = {{"services", true, counted(services.size(), "inference service")}};
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
        const ServingPools::Transfers& transfers = service.transfers();
        const double row[] = {service.requestsLastTick() / seconds,
                              service.timeToFirstToken(),
                              service.timeToFirstTokenTail(),
                              service.timePerToken(),
                              service.timePerToken() * longAnswer,
                              transfers.median,
                              transfers.tail,
                              transfers.bytes / seconds,
                              transfers.failures / seconds,
                              transfers.waiting};
        static_assert(std::size(row) == std::size(serviceMetrics));
        for (std::size_t metric = 0; metric < std::size(row); ++metric)
            values[metric * count + at] = static_cast<float>(row[metric]);
        const PoolFigures figures[] = {figuresOf(service.prefill(), service.spec().prefillTokensPerSecond),
                                       figuresOf(service.decode(), service.spec().decodeTokensPerSecond)};
        for (std::size_t pool = 0; pool < 2; ++pool) {
            pools[2 * at + pool] = static_cast<float>(figures[pool].utilisation);
            pools[2 * count + 2 * at + pool] = static_cast<float>(figures[pool].queueSeconds);
            pools[4 * count + 2 * at + pool] = static_cast<float>(figures[pool].imbalance);
        }
    }
}

ServingPools::ServingPools(ServingSpec spec, std::vector<std::uint32_t> nodes, std::uint32_t gpusPerNode, GpuBank& gpus,
                           Fabric& fabric, std::vector<Journal>& journals, TimePoint start, Random random)
    : m_spec(std::move(spec)),
      m_gpusPerNode(gpusPerNode),
      m_gpus(gpus),
      m_fabric(fabric),
      m_journals(journals),
      m_start(start),
      m_random(random),
      m_prefill(m_spec.prefillNodes),
      m_decode(nodes.size() - m_spec.prefillNodes),
      m_pairs(m_prefill.size() * m_decode.size()),
      m_rates(m_pairs.size() * fabric.tree().rails),
      m_stalls(m_rates.size()),
      m_lengths(random.fork(1)),
      m_flows(fabric.addFlows())
{
    for (std::size_t at = 0; at < nodes.size(); ++at)
        (at < m_prefill.size() ? m_prefill[at] : m_decode[at - m_prefill.size()]).node = nodes[at];
    const double prefill = m_spec.prefillTokensPerSecond * m_spec.prefillNodes / m_spec.promptTokens;
    const double decode = m_spec.decodeTokensPerSecond * static_cast<double>(m_decode.size()) / m_spec.answerTokens;
    m_rate = m_spec.requestsPerSecond > 0 ? m_spec.requestsPerSecond : loadWhenUnset * std::min(prefill, decode);
    nameOps(m_prefill, "prefill");
    nameOps(m_decode, "decode");

    std::vector<Flow> flows; // every prefill node sends to every decode node, on all rails
    const FatTree& tree = fabric.tree();
    for (const Member& from : m_prefill) {
        for (const Member& to : m_decode) {
            for (std::uint32_t rail = 0; rail < tree.rails; ++rail)
                flows.push_back({tree.nic(from.node, rail), tree.nic(to.node, rail)});
        }
    }
    fabric.setFlows(m_flows, std::move(flows));
}

void ServingPools::nameOps(std::vector<Member>& pool, const char* op)
{
    for (Member& member : pool) {
        Journal& journal = m_journals[member.node];
        member.lane = journal.nameOf(m_spec.name + " " + op);
        member.op = journal.nameOf(op);
        member.job = journal.nameOf(m_spec.name);
        member.transferOp = journal.nameOf("kv_transfer");
        member.transferJob = journal.nameOf(m_spec.name + "/prefill->decode");
    }
}

void ServingPools::route(std::vector<Member>& pool, double requests, double tokensPerRequest)
{
    const double even = (1 - m_imbalance) / static_cast<double>(pool.size());
    for (std::size_t at = 0; at < pool.size(); ++at) {
        const double share = even + (at == 0 ? m_imbalance : 0.0);
        pool[at].requests = m_random.poisson(requests * share);
        // Lengths vary between requests; the relative spread of a sum falls with the root of their number.
        const double spread = pool[at].requests > 0 ? 0.6 / std::sqrt(pool[at].requests) : 0;
        pool[at].arrivedTokens = pool[at].requests * tokensPerRequest * std::max(0.1, 1 + spread * m_random.normal());
    }
}

void ServingPools::serve(std::vector<Member>& pool, double tokensPerSecond, double seconds)
{
    for (Member& member : pool) {
        float speed = 1; // tensor parallel over the node: as fast as its slowest GPU
        for (std::uint32_t slot = 0; slot < m_gpusPerNode; ++slot)
            speed = std::min(speed, m_gpus.computeSpeed(member.node * m_gpusPerNode + slot));
        const double capacity = tokensPerSecond * speed * seconds;
        const double waiting = member.queueTokens + member.arrivedTokens;
        member.servedTokens = std::min(waiting, capacity);
        member.queueTokens = waiting - member.servedTokens;
        member.utilisation = member.servedTokens / capacity;
    }
}

void ServingPools::useGpus(const Member& member, bool isPrefill)
{
    for (std::uint32_t slot = 0; slot < m_gpusPerNode; ++slot) {
        GpuActivity& activity = m_gpus.activity[member.node * m_gpusPerNode + slot];
        activity.intensity = isPrefill ? prefillIntensity : decodeIntensity;
        activity.compute = static_cast<float>(member.utilisation * (isPrefill ? 0.92 : 0.85));
        activity.communication = static_cast<float>(member.utilisation * 0.06);
        activity.memoryShare = isPrefill ? 0.62F : 0.90F;
        activity.nvlinkBytes = static_cast<float>(member.servedTokens * 2.6e6 / m_gpusPerNode);
    }
}

// Each prefill node shares its work equally between the decode nodes, and each KV cache between the rails.
void ServingPools::moveActivations(double seconds)
{
    const std::uint32_t rails = m_fabric.tree().rails;
    m_fabric.takeStalls(m_flows, m_stalls);
    m_fabric.bandwidths(m_flows, 0, m_rates);
    m_transfers = {};
    for (std::size_t from = 0; from < m_prefill.size(); ++from) {
        const double bytes = m_prefill[from].servedTokens * m_spec.activationBytesPerToken;
        m_prefill[from].transferSeconds = 0;
        for (std::size_t to = 0; to < m_decode.size(); ++to) {
            const std::size_t pair = from * m_decode.size() + to;
            offerPair(m_prefill[from], m_decode[to], bytes, seconds);
            movePair(pair, bytes / static_cast<double>(m_decode.size()), seconds);
            m_prefill[from].transferSeconds += m_pairs[pair].seconds / static_cast<double>(m_decode.size());
        }
    }
    summariseTransfers();
    const double perFlow = m_transfers.bytes / static_cast<double>(m_pairs.size() * rails);
    m_fabric.offer(m_flows, perFlow, 1, perFlow / seconds / (m_fabric.nicGBps() * 1e9));
}

void ServingPools::offerPair(const Member& from, const Member& to, double bytes, double seconds)
{
    const FatTree& tree = m_fabric.tree();
    const double part = bytes / static_cast<double>(m_decode.size()) / tree.rails;
    const double peak = 4 * bytes / tree.rails / seconds / (m_fabric.nicGBps() * 1e9);
    for (std::uint32_t rail = 0; rail < tree.rails; ++rail)
        m_fabric.offerNic(tree.nic(from.node, rail), tree.nic(to.node, rail), static_cast<float>(part),
                          static_cast<float>(std::min(1.0, peak)));
}

// Rails that are down are skipped; the slowest of the others determines the duration. Data that a pair cannot send in a
// tick waits.
void ServingPools::movePair(std::size_t pair, double arriving, double seconds)
{
    Pair& its = m_pairs[pair];
    const std::uint32_t rails = m_fabric.tree().rails;
    double slowest = 0;
    double stall = 0;
    std::uint32_t up = 0;
    for (std::size_t flow = pair * rails; flow < (pair + 1) * rails; ++flow) {
        stall = std::max(stall, static_cast<double>(m_stalls[flow]));
        if (m_rates[flow] <= 0)
            continue;
        slowest = up == 0 ? static_cast<double>(m_rates[flow]) : std::min(slowest, static_cast<double>(m_rates[flow]));
        ++up;
    }
    const double request = m_spec.promptTokens * m_spec.activationBytesPerToken;
    if (up == 0) {
        m_transfers.failures += (its.waitingBytes + arriving) / request;
        its = {};
        return;
    }
    const double rate = slowest * 1e9 * up;
    // A node's NICs serve all of its pairs at once; the rate of a flow is already its share of the uplinks.
    const double share = std::min(slowest, m_fabric.nicGBps() / static_cast<double>(m_decode.size())) * 1e9 * up;
    const double sent = std::min(its.waitingBytes + arriving, share * std::max(0.0, seconds - stall));
    its.waitingBytes += arriving - sent;
    its.seconds = stall + its.waitingBytes / share + request / rate;
    m_transfers.bytes += sent;
    m_transfers.waiting += its.waitingBytes / request;
}

void ServingPools::summariseTransfers()
{
    std::vector<double> times;
    for (const Pair& pair : m_pairs)
        times.push_back(pair.seconds);
    std::ranges::sort(times);
    m_transfers.median = times[times.size() / 2] * std::exp(promptSpread * m_lengths.normal());
    m_transfers.tail = times.back() * longPrompt * std::exp(2 * promptSpread * m_lengths.normal());
}

// Writes per tick and node a span for its busy share and, on prefill nodes, one for the transfer after it.
void ServingPools::writeSpans(double from, double to)
{
    const auto write = [&](const Member& member, bool isPrefill) {
        Journal& journal = m_journals[member.node];
        Span span;
        span.start = m_start + nanoseconds(from) + journal.clockOffset;
        span.end = span.start + nanoseconds((to - from) * member.utilisation);
        span.entity = 1;
        span.lane = member.lane;
        span.op = member.op;
        span.job = member.job;
        span.step = m_ticks;
        span.bytes = static_cast<std::uint64_t>(member.servedTokens);
        if (span.end > span.start)
            journal.add(span);
        if (!isPrefill || member.servedTokens <= 0)
            return;
        Span transfer = span;
        transfer.kind = SpanKind::Transfer;
        transfer.entity = 0;
        transfer.lane = transfer.job = member.transferJob;
        transfer.op = member.transferOp;
        transfer.bytes = static_cast<std::uint64_t>(member.servedTokens * m_spec.activationBytesPerToken);
        transfer.start = span.end;
        transfer.end = span.end + nanoseconds(member.transferSeconds * std::exp(transferSpread * m_lengths.normal()));
        journal.add(transfer);
    };
    for (const Member& member : m_prefill)
        write(member, true);
    for (const Member& member : m_decode)
        write(member, false);
}

void ServingPools::tick(double from, double to)
{
    const double seconds = to - from;
    ++m_ticks;
    route(m_prefill, m_rate * seconds, m_spec.promptTokens);
    serve(m_prefill, m_spec.prefillTokensPerSecond, seconds);
    double served = 0;
    m_requests = 0;
    for (const Member& member : m_prefill) {
        served += member.servedTokens / m_spec.promptTokens;
        m_requests += member.requests;
        useGpus(member, true);
    }
    route(m_decode, served, m_spec.answerTokens);
    serve(m_decode, m_spec.decodeTokensPerSecond, seconds);
    double slowest = 0;
    for (const Member& member : m_decode) {
        slowest = std::max(slowest, 1 + member.queueTokens / m_spec.decodeTokensPerSecond);
        useGpus(member, false);
    }
    moveActivations(seconds);
    m_timeToFirstToken = m_timeToFirstTokenTail = 0;
    const double prefill = m_spec.promptTokens / m_spec.prefillTokensPerSecond;
    for (const Member& member : m_prefill) {
        const double queue = member.queueTokens / m_spec.prefillTokensPerSecond;
        const double answered = prefill + member.transferSeconds;
        m_timeToFirstToken += (queue + answered) / static_cast<double>(m_prefill.size());
        m_timeToFirstTokenTail = std::max(m_timeToFirstTokenTail, queue + longPrompt * answered);
    }
    m_timePerToken = decodeBatchPerNode / m_spec.decodeTokensPerSecond * slowest;
    writeSpans(from, to);
}

} // namespace lockstep::sim
