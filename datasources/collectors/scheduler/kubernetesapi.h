// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/kubernetesrecords.h"
#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulersource.h"
#include "datasources/http/httpclient.h"

#include <chrono>
#include <map>

namespace lockstep {

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
        std::size_t longestAnswer = std::size_t{1} << 30U; ///< bytes
        std::chrono::milliseconds patience{60'000}; ///< with one answer
    };

    explicit KubernetesApi(const Options& options);

    [[nodiscard]] std::string name() const override { return "Kubernetes"; }
    [[nodiscard]] std::string where() const override { return m_address; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override;

private:
    static constexpr std::size_t maxJobs = 16384;
    static constexpr std::size_t maxNodesOfJob = 4096; ///< that are distinguished
    static constexpr int maxPages = 64; ///< of a list, in a poll: its cache answers whole

    [[nodiscard]] Status readAll(const std::string& path, const RecordList::Take& take, const std::stop_token& stop);
    static void join(std::map<std::string, SchedulerJob>& jobs, const KubernetesPod& pod);

    std::string m_address;
    HttpClient m_client;
};

} // namespace lockstep
