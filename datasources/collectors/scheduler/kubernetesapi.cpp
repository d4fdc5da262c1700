// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/kubernetesapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr const char* accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

std::string environmentText(const char* name)
{
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value == nullptr ? "" : value;
}

bool isInCluster(const KubernetesApi::Options& options)
{
    return options.address == KubernetesApi::inCluster;
}

std::string addressOf(const KubernetesApi::Options& options)
{
    if (!isInCluster(options))
        return options.address;
    const std::string host = environmentText("KUBERNETES_SERVICE_HOST");
    const bool isBare6 = host.find(':') != std::string::npos;
    return fmt::format("https://{}:{}", isBare6 ? "[" + host + "]" : host, environmentText("KUBERNETES_SERVICE_PORT"));
}

HttpCredentials credentialsFor(const KubernetesApi::Options& options)
{
    HttpCredentials credentials;
    credentials.caFile = options.caFile;
    credentials.bearerTokenFile = options.tokenFile;
    if (isInCluster(options)) {
        if (credentials.caFile.empty())
            credentials.caFile = std::string(accountFolder) + "/ca.crt";
        if (credentials.bearerTokenFile.empty()) {
            credentials.bearerTokenFile = std::string(accountFolder) + "/token";
            credentials.isTokenHandedOver = true;
        }
    }
    return credentials;
}

std::string escaped(std::string_view text)
{
    std::string safe;
    for (const char letter : text) {
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '_')
            safe += letter;
        else
            safe += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    return safe;
}

} // namespace

KubernetesApi::KubernetesApi(const Options& options)
    : m_address(addressOf(options)),
      m_client(credentialsFor(options), {.bytes = options.longestAnswer, .whole = options.patience})
{ }

/// The cache returns everything at once; pages of other servers are followed.
Status KubernetesApi::readAll(const std::string& path, const RecordList::Take& take, const std::stop_token& stop)
{
    std::string more;
    for (int page = 0; page < maxPages; ++page) {
        RecordList list("items", take);
        const HttpRequest request{.url = m_address + path
                                      + (more.empty() ? "resourceVersion=0" : "continue=" + escaped(more)),
                                  .headers = {"Accept: application/json"}};
        const auto reply = m_client.stream(
            request, [&list](std::string_view piece) { return list.feed(piece); }, stop);
        if (!reply.isOk())
            return reply.error();
        if (!reply.value().isOk())
            return Error{fmt::format("{} returned {} for {}: {}", m_address, reply.value().status, path,
                                     SchedulerView::cleanText(reply.value().body, 300))};
        if (const Status read = list.finish(m_address); !read.isOk())
            return read;
        std::string next = continuationOf(list.metadata());
        if (next.empty() || next == more)
            return success();
        more = std::move(next);
    }
    return Error{fmt::format("{} returned more than {} pages", m_address, maxPages)};
}

/// Adds a pod to its job.
void KubernetesApi::join(std::map<std::string, SchedulerJob>& jobs, const KubernetesPod& pod)
{
    using enum SchedulerJob::State;
    const std::string id = pod.space + "/" + pod.job;
    const auto [known, isNew] = jobs.try_emplace(id);
    SchedulerJob& job = known->second;
    if (isNew) {
        job.id = id;
        job.name = id; // jobs in two namespaces may have the same name
        job.tenant = pod.space;
        job.queue = pod.queue;
        job.state = pod.state;
    }
    const auto rank = [](SchedulerJob::State state) {
        return state == Running ? 2 : state == Pending ? 1 : 0;
    };
    if (rank(pod.state) > rank(job.state))
        job.state = pod.state;
    job.hasFailed = job.hasFailed || pod.hasFailed;
    job.restarts = std::max(job.restarts, pod.restarts);
    if (job.reason.empty())
        job.reason = pod.reason;
    const auto earlier = [](std::optional<TimePoint> a, std::optional<TimePoint> b) {
        return a && b ? std::min(a, b) : a ? a : b;
    };
    job.submitted = earlier(job.submitted, pod.created);
    job.started = earlier(job.started, pod.started);
    if (pod.state == Ended)
        return;
    job.gpus += pod.gpus;
    if (pod.state != Running || pod.node.empty() || job.placements.size() >= maxNodesOfJob)
        return;
    const auto place = std::ranges::find(job.placements, pod.node, &SchedulerPlacement::node);
    if (place != job.placements.end())
        place->gpus += pod.gpus;
    else
        job.placements.push_back({pod.node, pod.gpus, {}});
}

Result<SchedulerView> KubernetesApi::read(const std::stop_token& stop)
{
    SchedulerView view;
    const TimePoint now = wallClockNow();
    std::map<std::string, SchedulerJob> jobs;
    std::unordered_map<std::string, std::uint32_t> allocated; // by node
    const Status pods = readAll(
        "/api/v1/pods?fieldSelector=status.phase%21%3DSucceeded&",
        [&](std::string_view record) -> Status {
            const auto parsed = parseKubernetesPod(record);
            if (!parsed.isOk())
                return parsed.error();
            const KubernetesPod& pod = parsed.value();
            if (pod.gpus == 0)
                return success();
            if (pod.state != SchedulerJob::State::Ended && !pod.node.empty()
                && (allocated.size() < SchedulerView::maxNodes || allocated.contains(pod.node)))
                allocated[pod.node] += pod.gpus;
            if (jobs.size() < maxJobs || jobs.contains(pod.space + "/" + pod.job)) {
                join(jobs, pod);
            } else {
                std::map<std::string, SchedulerJob> alone; // counted, but shown separately
                join(alone, pod);
                view.add(std::move(alone.begin()->second), now);
            }
            return success();
        },
        stop);
    if (!pods.isOk())
        return pods.error();
    for (auto& [id, job] : jobs)
        view.add(std::move(job), now);
    const Status nodes = readAll(
        "/api/v1/nodes?",
        [&](std::string_view record) -> Status {
            auto node = parseKubernetesNode(record);
            if (!node.isOk())
                return node.error();
            const auto known = allocated.find(node.value().name);
            node.value().allocated = known == allocated.end() ? 0 : known->second;
            view.add(std::move(node).value());
            return success();
        },
        stop);
    if (!nodes.isOk())
        return nodes.error();
    view.setKnowsReservations(false);
    return view;
}

} // namespace lockstep
