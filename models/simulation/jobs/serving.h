// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/journal.h"
#include "models/simulation/fabric/fabric.h"
#include "models/simulation/physics/gpubank.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::sim {

/// A running inference service: random requests, routed to prefill nodes, whose KV caches are sent over the fabric to
/// decode nodes. Fluid queues: work that a node cannot finish in a tick waits. Owned by the simulation; one thread.
class ServingPools
{
public:
    /// A node of a pool and its activity in the last tick.
    struct Member
    {
        std::uint32_t node = 0;
        double queueTokens = 0; ///< waiting, after the tick
        double arrivedTokens = 0;
        double servedTokens = 0;
        double utilisation = 0; ///< share of the tick it was busy
        double requests = 0; ///< routed to it in the tick
        double transferSeconds = 0; ///< of a mean request from a prefill node, mean over the decode nodes
        std::uint32_t lane = 0;
        std::uint32_t op = 0;
        std::uint32_t job = 0;
        std::uint32_t transferOp = 0;
        std::uint32_t transferJob = 0; ///< the pair of pools, as lane, too
    };

    ServingPools(ServingSpec spec, std::vector<std::uint32_t> nodes, std::uint32_t gpusPerNode, GpuBank& gpus,
                 Fabric& fabric, std::vector<Journal>& journals, TimePoint start, Random random);

    /// Share of all requests that the router sends to the first node of each pool, on top of its even share.
    void setImbalance(double share) { m_imbalance = share; }
    void tick(double from, double to);

    [[nodiscard]] const ServingSpec& spec() const { return m_spec; }
    [[nodiscard]] std::span<const Member> prefill() const { return m_prefill; }
    [[nodiscard]] std::span<const Member> decode() const { return m_decode; }
    [[nodiscard]] double requestsPerSecond() const { return m_rate; }
    /// Seconds from a request's arrival to its first token: queue, prefill and transfer, mean over the prefill nodes.
    [[nodiscard]] double timeToFirstToken() const { return m_timeToFirstToken; }
    /// Of long prompts at the slowest prefill node.
    [[nodiscard]] double timeToFirstTokenTail() const { return m_timeToFirstTokenTail; }
    [[nodiscard]] double timePerToken() const { return m_timePerToken; }
    [[nodiscard]] double requestsLastTick() const { return m_requests; }

    /// Transfers of KV caches from prefill to decode in the last tick.
    struct Transfers
    {
        double median = 0; ///< seconds
        double tail = 0; ///< seconds, 99th percentile
        double bytes = 0; ///< sent
        double failures = 0; ///< requests that had no path
        double waiting = 0; ///< requests that wait for the network after the tick
    };
    [[nodiscard]] const Transfers& transfers() const { return m_transfers; }

private:
    void route(std::vector<Member>& pool, double requests, double tokensPerRequest);
    void serve(std::vector<Member>& pool, double tokensPerSecond, double seconds);
    void useGpus(const Member& member, bool isPrefill);
    /// A prefill node and a decode node, between which every rail has a flow.
    struct Pair
    {
        double waitingBytes = 0;
        double seconds = 0; ///< of a mean request
    };

    void moveActivations(double seconds);
    void offerPair(const Member& from, const Member& to, double bytes, double seconds);
    void movePair(std::size_t pair, double arriving, double seconds);
    void summariseTransfers();
    void writeSpans(double from, double to);
    void nameOps(std::vector<Member>& pool, const char* op);

    ServingSpec m_spec;
    std::uint32_t m_gpusPerNode;
    GpuBank& m_gpus;
    Fabric& m_fabric;
    std::vector<Journal>& m_journals;
    TimePoint m_start;
    Random m_random;
    std::vector<Member> m_prefill;
    std::vector<Member> m_decode;
    std::vector<Pair> m_pairs; ///< by prefill node, then decode node
    std::vector<float> m_rates; ///< GB/s by flow: by pair, then rail
    std::vector<float> m_stalls; ///< seconds, likewise
    Random m_lengths; ///< of prompts
    std::size_t m_flows;
    std::uint32_t m_ticks = 0;
    double m_rate = 0;
    double m_imbalance = 0;
    double m_requests = 0;
    Transfers m_transfers;
    double m_timeToFirstToken = 0;
    double m_timeToFirstTokenTail = 0;
    double m_timePerToken = 0;
};

/// Simulates the request router's report: one job entity per service and per pool, and the load balance of each pool.
/// Owned by the simulation.
class ServingReporter
{
public:
    ServingReporter(const std::vector<std::unique_ptr<ServingPools>>& services, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    void write(const std::vector<std::unique_ptr<ServingPools>>& services, double seconds,
               std::vector<float>& values) const;

private:
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
};

} // namespace lockstep::sim
