// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulerview.h"
#include "datasources/http/httpclient.h"
#include "models/core/result.h"

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

/// A pod that requests GPUs.
struct KubernetesPod
{
    std::string job; ///< owner by the labels of jobs and operators; otherwise its own name
    std::string space; ///< its namespace
    std::string queue; ///< of Kueue or Volcano
    std::string node; ///< empty: none yet
    SchedulerJob::State state = SchedulerJob::State::Pending;
    bool hasFailed = false;
    std::string reason;
    std::uint32_t gpus = 0; ///< 0: no such pod
    std::uint32_t restarts = 0; ///< of its containers
    std::optional<TimePoint> created;
    std::optional<TimePoint> started;
};

/// Parse records of Kubernetes' API. Cost is bounded by the text's length. Never throw.
[[nodiscard]] Result<KubernetesPod> parseKubernetesPod(std::string_view json);
[[nodiscard]] Result<SchedulerNode> parseKubernetesNode(std::string_view json);
/// "2026-03-01T03:12:00Z".
[[nodiscard]] std::optional<TimePoint> parseKubernetesTime(std::string_view text);
/// Continuation token of a list: "continue" in its metadata; empty: complete.
[[nodiscard]] std::string continuationOf(std::string_view metadata);

/// Queries the Kubernetes API server for nodes and for pods with GPUs, from its cache (resourceVersion=0). Combines the
/// pods of a job. One thread.
class KubernetesApi final : public SchedulerSource
{
public:
    static constexpr const char* inCluster = "in-cluster"; ///< instead of an address

    struct Options
    {
        std::string address; ///< "https://10.0.0.1:6443"; inCluster: the configuration of the pod
        std::string tokenFile; ///< readable by its owner only; read for each request
        std::string caFile;
        std::size_t maxResponseBytes = std::size_t{1} << 30U; ///< bytes
        std::chrono::milliseconds timeout{60'000}; ///< of one answer
    };

    explicit KubernetesApi(const Options& options);

    [[nodiscard]] std::string name() const override { return "Kubernetes"; }
    [[nodiscard]] std::string where() const override { return m_address; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override;

private:
    static constexpr std::size_t maxJobs = 16384;
    static constexpr std::size_t maxNodesOfJob = 4096; ///< that are distinguished
    static constexpr int maxPages = 64; ///< per list and poll; the server's cache returns a whole list in one page

    [[nodiscard]] Status readAll(const std::string& path, const RecordList::Take& take, const std::stop_token& stop);
    static void join(std::map<std::string, SchedulerJob>& jobs, const KubernetesPod& pod);

    std::string m_address;
    HttpClient m_client;
};

} // namespace lockstep
