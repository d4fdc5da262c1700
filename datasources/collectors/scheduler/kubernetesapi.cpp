// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/kubernetesapi.h"

#include "datasources/text/jsonaccess.h"
#include "models/core/parsenumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <unordered_map>

namespace lockstep {

namespace {

using simdjson::dom::element;

constexpr std::uint32_t maxGpusOfPod = 4096;
constexpr std::size_t longestMessage = 300;

/// Labels that identify the job of a pod, the most specific first.
constexpr std::array<std::string_view, 8> jobLabels{"jobset.sigs.k8s.io/jobset-name",
                                                    "training.kubeflow.org/job-name",
                                                    "volcano.sh/job-name",
                                                    "leaderworkerset.sigs.k8s.io/name",
                                                    "ray.io/cluster",
                                                    "batch.kubernetes.io/job-name",
                                                    "job-name",
                                                    "app.kubernetes.io/instance"};
constexpr std::array<std::string_view, 2> queueLabels{"kueue.x-k8s.io/queue-name", "volcano.sh/queue-name"};

/// GPUs as the device plugins of their makers name them.
bool isGpuResource(std::string_view resource)
{
    return resource.ends_with("/gpu") || resource == "gpu.intel.com/i915" || resource == "gpu.intel.com/xe"
        || resource == "habana.ai/gaudi";
}

/// Of a set of resources: {"cpu": "8", "nvidia.com/gpu": "4"}.
std::uint32_t gpusOfResources(std::optional<element> resources)
{
    std::uint32_t gpus = 0;
    const auto fields = resources ? objectOf(*resources) : std::nullopt;
    if (!fields)
        return 0;
    for (const auto& [name, value] : *fields) {
        if (!isGpuResource(name))
            continue;
        std::uint32_t count = 0;
        const std::string_view text = textOf(value);
        std::from_chars(text.data(), text.data() + text.size(), count);
        count = std::max(
            count, static_cast<std::uint32_t>(std::clamp<std::int64_t>(integerOf(value).value_or(0), 0, maxGpusOfPod)));
        gpus = std::min(gpus + std::min(count, maxGpusOfPod), maxGpusOfPod);
    }
    return gpus;
}

std::optional<element> within(std::optional<element> record, std::initializer_list<std::string_view> path)
{
    for (const std::string_view name : path) {
        if (!record)
            return std::nullopt;
        record = memberOf(*record, name);
    }
    return record;
}

std::optional<simdjson::dom::array> listIn(std::optional<element> record, std::string_view name)
{
    const auto member = record ? memberOf(*record, name) : std::nullopt;
    return member ? arrayOf(*member) : std::nullopt;
}

std::string podText(std::optional<element> record, std::string_view name, std::size_t longest = 80)
{
    return record ? SchedulerView::cleanText(textMember(*record, name), longest) : std::string();
}

template <std::size_t count>
std::string firstLabel(std::optional<element> metadata, const std::array<std::string_view, count>& names)
{
    const auto labels = within(metadata, {"labels"});
    for (const std::string_view name : names) {
        if (std::string value = podText(labels, name); !value.empty())
            return value;
    }
    return {};
}

std::string ownerOf(std::optional<element> metadata)
{
    const auto owners = listIn(metadata, "ownerReferences");
    if (owners && owners->size() > 0)
        return podText(owners->at(0).value_unsafe(), "name");
    return {};
}

std::uint32_t gpusOfPod(std::optional<element> spec)
{
    std::uint32_t gpus = 0;
    if (const auto containers = listIn(spec, "containers")) {
        for (const element container : *containers)
            gpus += std::max(gpusOfResources(within(container, {"resources", "requests"})),
                             gpusOfResources(within(container, {"resources", "limits"})));
    }
    return std::min(gpus, maxGpusOfPod);
}

std::uint32_t restartsOf(std::optional<element> status)
{
    std::int64_t restarts = 0;
    if (const auto containers = listIn(status, "containerStatuses")) {
        for (const element container : *containers)
            restarts = std::max(restarts, integerMember(container, "restartCount").value_or(0));
    }
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(restarts, 0, 1 << 20));
}

/// Why a pod waits, or the problem of a node: the message of the condition of that type if it is not "True".
std::string unmetCondition(std::optional<element> status, std::string_view type, bool& isMet)
{
    isMet = false;
    if (const auto conditions = listIn(status, "conditions")) {
        for (const element condition : *conditions) {
            if (textMember(condition, "type") != type)
                continue;
            isMet = textMember(condition, "status") == "True";
            const std::string message = podText(condition, "message", longestMessage);
            return isMet ? std::string() : message.empty() ? podText(condition, "reason") : message;
        }
    }
    return {};
}

Result<element> recordIn(simdjson::dom::parser& parser, std::string_view json, const char* expected)
{
    element record;
    if (const auto error = parser.parse(json.data(), json.size()).get(record); error != simdjson::SUCCESS)
        return Error{fmt::format("expected {}: {}", expected, simdjson::error_message(error))};
    if (podText(within(record, {"metadata"}), "name").empty())
        return Error{fmt::format("expected {} with \"metadata\" that contains a \"name\"", expected)};
    return record;
}

} // namespace

std::optional<TimePoint> parseKubernetesTime(std::string_view text)
{
    const auto number = [text](std::size_t at, std::size_t length) {
        return parseNumber<int>(text.substr(at, length)).value_or(-1);
    };
    if (text.size() < 20 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':'
        || text.back() != 'Z')
        return std::nullopt;
    const std::chrono::year_month_day day{std::chrono::year{number(0, 4)},
                                          std::chrono::month{static_cast<unsigned>(number(5, 2))},
                                          std::chrono::day{static_cast<unsigned>(number(8, 2))}};
    const int hours = number(11, 2);
    const int minutes = number(14, 2);
    const int seconds = number(17, 2);
    if (!day.ok() || number(0, 4) < 2000 || number(0, 4) > 2199 || hours < 0 || hours > 23 || minutes < 0
        || minutes > 59 || seconds < 0 || seconds > 60)
        return std::nullopt;
    return TimePoint(std::chrono::sys_days{day}) + std::chrono::hours(hours) + std::chrono::minutes(minutes)
        + std::chrono::seconds(seconds);
}

std::string continuationOf(std::string_view metadata)
{
    simdjson::dom::parser parser;
    element record;
    if (parser.parse(metadata.data(), metadata.size()).get(record) != simdjson::SUCCESS)
        return {};
    return std::string(textMember(record, "continue"));
}

Result<KubernetesPod> parseKubernetesPod(std::string_view json)
{
    using enum SchedulerJob::State;
    simdjson::dom::parser parser;
    const Result<element> parsed = recordIn(parser, json, "a pod");
    if (!parsed.isOk())
        return parsed.error();
    const auto metadata = within(parsed.value(), {"metadata"});
    const auto spec = within(parsed.value(), {"spec"});
    const auto status = within(parsed.value(), {"status"});
    KubernetesPod pod;
    pod.gpus = gpusOfPod(spec);
    pod.space = podText(metadata, "namespace");
    pod.job = firstLabel(metadata, jobLabels);
    if (pod.job.empty())
        pod.job = ownerOf(metadata);
    if (pod.job.empty())
        pod.job = podText(metadata, "name");
    pod.queue = firstLabel(metadata, queueLabels);
    pod.node = podText(spec, "nodeName", 120);
    pod.restarts = restartsOf(status);
    pod.created = metadata ? parseKubernetesTime(textMember(*metadata, "creationTimestamp")) : std::nullopt;
    pod.started = status ? parseKubernetesTime(textMember(*status, "startTime")) : std::nullopt;
    const std::string phase = podText(status, "phase");
    pod.hasFailed = phase == "Failed";
    pod.state = phase == "Failed" || phase == "Succeeded" ? Ended : phase == "Running" ? Running : Pending;
    bool isScheduled = true;
    if (pod.state == Pending)
        pod.reason = unmetCondition(status, "PodScheduled", isScheduled);
    else if (pod.hasFailed)
        pod.reason = podText(status, "message", longestMessage);
    return pod;
}

Result<SchedulerNode> parseKubernetesNode(std::string_view json)
{
    simdjson::dom::parser parser;
    const Result<element> parsed = recordIn(parser, json, "a Kubernetes node");
    if (!parsed.isOk())
        return parsed.error();
    const auto spec = within(parsed.value(), {"spec"});
    const auto status = within(parsed.value(), {"status"});
    SchedulerNode node;
    node.name = podText(within(parsed.value(), {"metadata"}), "name", 120);
    node.gpus
        = std::max(gpusOfResources(within(status, {"allocatable"})), gpusOfResources(within(status, {"capacity"})));
    bool isCordoned = false;
    if (const auto unschedulable = within(spec, {"unschedulable"}))
        isCordoned = unschedulable->get(isCordoned) == simdjson::SUCCESS && isCordoned;
    bool isReady = false;
    const std::string trouble = unmetCondition(status, "Ready", isReady);
    node.isUnavailable = isCordoned || !isReady;
    node.stateWord = !isReady ? "NotReady" : isCordoned ? "SchedulingDisabled" : "Ready";
    node.reason = !isReady ? trouble : isCordoned ? "cordoned" : "";
    return node;
}

namespace {

constexpr const char* accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

std::string environmentText(const char* name)
{
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): not set at run time
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
      m_client(credentialsFor(options), {.bytes = options.maxResponseBytes, .whole = options.timeout})
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
            return Error{fmt::format("{}: {}", m_address, reply.error().message)};
        if (!reply.value().isOk())
            return Error{fmt::format("{} returned status {} for {}: {}", m_address, reply.value().status, path,
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
