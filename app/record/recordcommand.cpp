// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommand.h"

#include "app/record/commandline.h"
#include "app/record/headlessapplication.h"
#include "app/record/outletoptions.h"
#include "app/record/recordsession.h"
#include "datasources/agentclient/channelpool.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/metricsservice/metricsserver.h"
#include "datasources/prometheus/prometheussource.h"
#include "datasources/recording/recorder.h"
#include "models/analysis/causality/alertowners.h"
#include "models/core/batch.h"
#include "models/pipeline/analysistable.h"

#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <vector>

namespace lockstep {

namespace {

constexpr auto recordUsage
    = R"(Usage: lockstep record --cluster FILE | --connect HOST:PORT,... | --prometheus URL --out DIR [options]

Records until interrupted, and runs the same analyses as the window. With --prometheus, the cluster file only describes
the layout.

  --out DIR         folder of the recording
  --duration S      seconds to record (default: until interrupted)
  --tick S          seconds between samples, 0.1 to 60; the period of agents that sample faster or slower (default 1)
  --max-gib N       size limit in GiB; the oldest data is deleted first (default 8)
  --max-age HOURS   age limit, by this machine's clock (default 24)
  --ca FILE, --cert FILE, --key FILE, --token-file FILE   TLS, mutual TLS, bearer token
  --prometheus-map FILE, --prometheus-user NAME, --prometheus-password-file FILE   with --prometheus
  --alerts URL      send alerts to a webhook, or to an Alertmanager (.../api/v2/alerts); may be repeated
  --alerts-ca FILE  trust these certificate authorities for --alerts instead of the system's
  --alerts-token-file FILE   bearer token for --alerts, in a file readable by its owner only; or LOCKSTEP_ALERTS_TOKEN
  --metrics HOST:PORT   offer derived metrics (blame, waits, goodput, losses, alerts) at /metrics; :7119 is this machine
                    only, other addresses need TLS
  --metrics-cert FILE, --metrics-key FILE, --metrics-client-ca FILE, --metrics-token-file FILE   TLS, client certificates
                    and bearer token for --metrics
  --gpu-hour COST, --currency WORD   with --metrics: cost of a GPU hour, to report losses in money

Example:
  lockstep record --cluster cluster.toml --out /var/lib/lockstep/site --alerts https://host/hook
)";

int complain(const std::string& message, int code)
{
    fmt::print(stderr, "lockstep record: {}\n{}", message, code == 2 ? recordUsage : "");
    return code;
}

struct RecordOrder
{
    RecorderOptions recorder;
    ClusterFile cluster;
    std::vector<AgentEndpoint> agents;
    EngineEndpoint engine;
    std::optional<double> seconds;
    std::vector<OutletTarget> outlets;
    std::optional<ServerOptions> metrics; ///< where to offer them
    Rates rates;
};

Status readCaps(const SubCommandLine& line, RecordOrder& order)
{
    if (const auto text = line.option("--max-gib")) {
        const Result<double> gib = numberOption("--max-gib", *text, 0);
        if (!gib.isOk())
            return gib.error();
        order.recorder.caps.bytes = static_cast<std::uint64_t>(gib.value() * 1073741824.0);
    }
    if (const auto text = line.option("--max-age")) {
        const Result<double> hours = numberOption("--max-age", *text, 0);
        if (!hours.isOk())
            return hours.error();
        order.recorder.caps.age = std::chrono::seconds(static_cast<std::int64_t>(std::min(hours.value(), 1e6) * 3600));
    }
    if (const auto text = line.option("--duration")) {
        const Result<double> seconds = numberOption("--duration", *text, 0);
        if (!seconds.isOk())
            return seconds.error();
        order.seconds = seconds.value();
    }
    if (const auto text = line.option("--tick")) {
        const Result<double> seconds = numberOption("--tick", *text, 0.1);
        if (!seconds.isOk())
            return seconds.error();
        if (seconds.value() > 60)
            return Error{fmt::format("--tick {}: expected 0.1 to 60 seconds", *text)};
        if (line.option("--prometheus"))
            return Error{"--tick is for agents: a recording of a server has its scrape interval"};
        order.recorder.tickPeriod = std::chrono::milliseconds(std::llround(seconds.value() * 1000));
    }
    return success();
}

Status readSources(const SubCommandLine& line, RecordOrder& order)
{
    if (const auto file = line.option("--cluster")) {
        Result<ClusterFile> read = readClusterFile(*file);
        if (!read.isOk())
            return read.error();
        if (const Status owners = checkOwners(*read.value().plan); !owners.isOk())
            return Error{fmt::format("{}: {}", *file, owners.error().message)};
        order.cluster = std::move(read).value();
        order.agents = followedByReaders(order.cluster);
    }
    AgentEndpoint endpoint;
    endpoint.caFile = line.option("--ca").value_or("");
    endpoint.certificateFile = line.option("--cert").value_or("");
    endpoint.privateKeyFile = line.option("--key").value_or("");
    endpoint.bearerTokenFile = line.option("--token-file").value_or("");
    order.engine
        = {line.option("--prometheus").value_or(""),
           {endpoint.caFile, endpoint.certificateFile, endpoint.privateKeyFile, endpoint.bearerTokenFile,
            line.option("--prometheus-user").value_or(""), line.option("--prometheus-password-file").value_or("")},
           line.option("--prometheus-map").value_or("")};
    if (order.engine.isSet()) {
        order.agents.clear(); // the cluster file only places the nodes: ticks of agents are of another length
        return line.option("--connect")
            ? Error{"--prometheus and --connect cannot be combined: their ticks differ in length"}
            : success();
    }
    if (Status credentials = checkCredentials(endpoint); !credentials.isOk())
        return credentials;
    const std::string addresses = line.option("--connect").value_or("");
    for (std::size_t begin = 0; begin < addresses.size();) {
        const std::size_t end = std::min(addresses.find(',', begin), addresses.size());
        endpoint.address = addresses.substr(begin, end - begin);
        if (endpoint.address.find(':') == std::string::npos)
            return Error{fmt::format("--connect {}: expected host:port, such as node-17:7117", endpoint.address)};
        order.agents.push_back(endpoint);
        begin = end + 1;
    }
    if (order.agents.empty())
        return Error{"nothing to record: pass --cluster, --connect or --prometheus"};
    return success();
}

Status readOutlets(const SubCommandLine& line, RecordOrder& order)
{
    Result<std::vector<OutletTarget>> targets = outletTargets(line, line.all("--alerts"));
    if (!targets.isOk())
        return targets.error();
    order.outlets = std::move(targets).value();
    return success();
}

Status readMetrics(const SubCommandLine& line, RecordOrder& order)
{
    ServerOptions serving;
    serving.certificateFile = line.option("--metrics-cert").value_or("");
    serving.privateKeyFile = line.option("--metrics-key").value_or("");
    serving.clientCaFile = line.option("--metrics-client-ca").value_or("");
    serving.bearerTokenFile = line.option("--metrics-token-file").value_or("");
    serving.log = [](const std::string& text) {
        fmt::print(stderr, "lockstep record: {}\n", text);
    };
    const auto address = line.option("--metrics");
    const std::string files
        = serving.certificateFile + serving.privateKeyFile + serving.clientCaFile + serving.bearerTokenFile;
    const auto cost = line.option("--gpu-hour");
    if (!address)
        return files.empty() && !cost ? success() : Error{"--metrics-... and --gpu-hour require --metrics HOST:PORT"};
    serving.listen = MetricsServer::wholeAddress(*address);
    order.metrics = std::move(serving);
    order.rates.currency = line.option("--currency").value_or(order.rates.currency);
    if (!cost)
        return success();
    const Result<double> number = numberOption("--gpu-hour", *cost, 0);
    if (!number.isOk())
        return number.error();
    order.rates.gpuHour = number.value();
    return success();
}

Result<RecordOrder> orderFrom(std::span<const std::string> arguments)
{
    const Result<SubCommandLine> line = parseSubCommand(arguments,
                                                        {"--cluster",
                                                         "--connect",
                                                         "--out",
                                                         "--duration",
                                                         "--tick",
                                                         "--max-gib",
                                                         "--max-age",
                                                         "--ca",
                                                         "--cert",
                                                         "--key",
                                                         "--token-file",
                                                         "--prometheus",
                                                         "--prometheus-map",
                                                         "--prometheus-user",
                                                         "--prometheus-password-file",
                                                         "--alerts",
                                                         "--alerts-ca",
                                                         "--alerts-token-file",
                                                         "--metrics",
                                                         "--metrics-cert",
                                                         "--metrics-key",
                                                         "--metrics-client-ca",
                                                         "--metrics-token-file",
                                                         "--gpu-hour",
                                                         "--currency"},
                                                        {});
    if (!line.isOk())
        return line.error();
    if (!line.value().rest.empty())
        return Error{fmt::format("unknown option {}", line.value().rest.front())};
    RecordOrder order;
    order.recorder.folder = line.value().option("--out").value_or("");
    if (order.recorder.folder.empty())
        return Error{"--out DIR is missing"};
    if (const Status caps = readCaps(line.value(), order); !caps.isOk())
        return caps.error();
    if (const Status sources = readSources(line.value(), order); !sources.isOk())
        return sources.error();
    if (const Status outlets = readOutlets(line.value(), order); !outlets.isOk())
        return outlets.error();
    if (const Status metrics = readMetrics(line.value(), order); !metrics.isOk())
        return metrics.error();
    return order;
}

/// SIGINT and SIGTERM, kept from killing the process; threads made later inherit that.
sigset_t blockEndSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

/// Waits until the time is up or a signal comes, and says what changes meanwhile.
void waitForEnd(const sigset_t& signals, RecordSession& session, const Recorder& recorder,
                std::optional<double> seconds)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now()
        + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds.value_or(1e8)));
    std::string lastProblem;
    std::string lastWhyKept;
    while (Clock::now() < end) {
        const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now());
        const auto step = std::min<std::chrono::nanoseconds>(left, std::chrono::milliseconds(50));
        const timespec timeout{0, static_cast<long>(std::max<std::int64_t>(step.count(), 0))};
        if (sigtimedwait(&signals, nullptr, &timeout) > 0)
            return;
        session.pump();
        for (const std::string& news : session.news())
            fmt::print(stderr, "lockstep record: {}\n", news);
        const RecorderStatus status = recorder.status();
        if (status.problem != lastProblem) {
            lastProblem = status.problem;
            fmt::print(stderr, "lockstep record: {}\n", lastProblem.empty() ? "recording again" : lastProblem);
        }
        if (status.whyKept != lastWhyKept && !status.whyKept.empty())
            fmt::print(stderr, "lockstep record: {}\n", status.whyKept);
        lastWhyKept = status.whyKept;
    }
}

} // namespace

int runRecord(std::span<const std::string> arguments)
{
    if (asksForHelp(arguments)) {
        fmt::print("{}", recordUsage);
        return 0;
    }
    Result<RecordOrder> order = orderFrom(arguments);
    if (!order.isOk())
        return complain(order.error().message, 2);
    const sigset_t signals = blockEndSignals();
    order.value().recorder.analyses = analysisNames();
    std::shared_ptr<const EnginePlan> plan;
    if (order.value().engine.isSet()) {
        Result<EnginePlan> explored = exploreEngine(order.value().engine, wallClockNow());
        if (!explored.isOk())
            return complain(explored.error().message, 1);
        plan = std::make_shared<const EnginePlan>(std::move(explored).value());
        order.value().recorder.tickPeriod = plan->period;
        fmt::print(stderr, "lockstep record: {}: {}\n", plan->endpoint.url, plan->summary());
    }
    Result<std::unique_ptr<Recorder>> started = Recorder::start(order.value().recorder, order.value().cluster.topology);
    if (!started.isOk())
        return complain(started.error().message, 1);
    Recorder& recorder = *started.value();

    const HeadlessApplication application;
    DerivedPage page; // outlives the session, which writes it
    RecordSession session(recorder, order.value().cluster.topology, order.value().recorder.tickPeriod);
    session.reportAlerts(std::move(order.value().outlets));
    std::unique_ptr<MetricsServer> metrics; // ends before the page
    if (order.value().metrics) {
        auto offered = MetricsServer::start(*order.value().metrics,
                                            [&page](Exposition::Format format) { return page.text(format); });
        if (!offered.isOk())
            return complain(offered.error().message, 1);
        metrics = std::move(offered).value();
        session.offer(page, order.value().rates);
        fmt::print(stderr, "lockstep record: offers metrics on port {}\n", metrics->port());
    }
    ChannelPool pool;
    if (order.value().cluster.reporters)
        pool.allowReporters(*order.value().cluster.reporters);
    std::vector<std::unique_ptr<AgentClient>> clients;
    std::uint32_t sources = 0;
    for (AgentEndpoint& endpoint : order.value().agents) {
        const SourceId source{sources};
        sources += sourcesOf(endpoint);
        clients.push_back(std::make_unique<AgentClient>(
            source, std::move(endpoint), [&session](const BatchPtr& batch) { session.queue().push(batch); }, pool));
        clients.back()->start();
    }
    std::optional<PrometheusSource> engine;
    if (plan)
        engine.emplace(SourceId{0}, plan, [&session](const BatchPtr& batch) { session.queue().push(batch); });
    const std::size_t followed = clients.size() + (plan ? 1 : 0);
    fmt::print(stderr, "lockstep record: {} source{} into {}\n", followed, followed == 1 ? "" : "s", recorder.folder());
    waitForEnd(signals, session, recorder, order.value().seconds);
    clients.clear();
    engine.reset();
    session.finish();
    const RecorderStatus status = recorder.finish();
    fmt::print(stderr, "lockstep record: {} batches written, {} ticks dropped, {} rows lost\n", status.committedBatches,
               status.droppedTicks + session.queue().droppedTicks(), status.lostRows);
    if (status.problem.empty())
        return 0;
    return complain(status.problem, 1);
}

} // namespace lockstep
