// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/headlessapplication.h"
#include "app/record/recordcommands.h"
#include "app/record/recordsession.h"
#include "datasources/agentclient/channelpool.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/metricsservice/metricsserver.h"
#include "datasources/prometheus/prometheussource.h"
#include "datasources/prometheus/remotewriter.h"
#include "datasources/recording/recorder.h"
#include "datasources/text/log.h"
#include "models/analysis/causality/alertowners.h"
#include "models/analysis/causality/runbooks.h"
#include "models/core/batch.h"
#include "models/pipeline/analysistable.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <csignal>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr std::chrono::seconds writerTimeout{10};

struct RecordOrder
{
    RecorderOptions recorder;
    ClusterFile cluster;
    std::vector<AgentEndpoint> agents;
    EngineEndpoint engine;
    std::optional<double> seconds;
    std::vector<NotifierTarget> notifiers;
    std::optional<ServerOptions> metrics; ///< address of the metrics page
    EngineEndpoint remoteWrite; ///< receiver of samples and results
    Rates rates;
};

void readCaps(const CommandInput& line, RecordOrder& order)
{
    if (const auto gib = line.number("--max-gib"))
        order.recorder.caps.bytes = static_cast<std::uint64_t>(*gib * RecordingCaps::gibibyte);
    if (const auto hours = line.number("--max-age"))
        order.recorder.caps.age = std::chrono::seconds(static_cast<std::int64_t>(*hours * 3600));
    constexpr std::array<std::pair<const char*, const char*>, tierCount> tiers{
        {{"--minutes-gib", "--minutes-days"}, {"--ten-minutes-gib", "--ten-minutes-days"}}};
    for (std::size_t at = 0; at < tierCount; ++at) {
        RecordingCaps& caps = order.recorder.tierCaps[at];
        if (const auto gib = line.number(tiers[at].first))
            caps.bytes = static_cast<std::uint64_t>(*gib * RecordingCaps::gibibyte);
        if (const auto days = line.number(tiers[at].second))
            caps.age = std::chrono::hours(static_cast<std::int64_t>(*days * 24));
    }
    order.seconds = line.number("--duration");
    if (const auto seconds = line.number("--tick"))
        order.recorder.tickPeriod = std::chrono::milliseconds(std::llround(*seconds * 1000));
}

Status readSources(const CommandInput& line, RecordOrder& order)
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
        order.agents.clear(); // uses only the layout of the cluster file, because agents have another tick period
        return line.option("--connect")
            ? Error{"--prometheus and --connect cannot be combined, because their sampling intervals differ"}
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
        return Error{"expected a data source: --cluster, --connect or --prometheus"};
    return success();
}

Status readNotifiers(const CommandInput& line, RecordOrder& order)
{
    Result<std::vector<NotifierTarget>> targets = notifierTargets(line, line.all("--alerts"));
    if (!targets.isOk())
        return targets.error();
    order.notifiers = std::move(targets).value();
    return success();
}

Status readMetrics(const CommandInput& line, RecordOrder& order)
{
    ServerOptions serving;
    serving.certificateFile = line.option("--metrics-cert").value_or("");
    serving.privateKeyFile = line.option("--metrics-key").value_or("");
    serving.clientCaFile = line.option("--metrics-client-ca").value_or("");
    serving.bearerTokenFile = line.option("--metrics-token-file").value_or("");
    serving.log = Log(line).sink(Log::Level::Info, "metrics");
    const auto address = line.option("--metrics");
    const std::string files
        = serving.certificateFile + serving.privateKeyFile + serving.clientCaFile + serving.bearerTokenFile;
    const auto cost = line.number("--gpu-hour");
    if (!address)
        return files.empty() && !cost ? success()
                                      : Error{"--metrics-cert, --metrics-key, --metrics-client-ca, "
                                              "--metrics-token-file and --gpu-hour require --metrics HOST:PORT"};
    serving.listen = MetricsServer::wholeAddress(*address);
    order.metrics = std::move(serving);
    order.rates.currency = line.option("--currency").value_or(order.rates.currency);
    order.rates.gpuHour = cost;
    return success();
}

Status readRemoteWrite(const CommandInput& line, RecordOrder& order)
{
    HttpCredentials credentials;
    credentials.caFile = line.option("--remote-write-ca").value_or("");
    credentials.bearerTokenFile = line.option("--remote-write-token-file").value_or("");
    credentials.user = line.option("--remote-write-user").value_or("");
    credentials.passwordFile = line.option("--remote-write-password-file").value_or("");
    const auto url = line.option("--remote-write");
    const std::string all
        = credentials.caFile + credentials.bearerTokenFile + credentials.user + credentials.passwordFile;
    if (!url)
        return all.empty() ? success()
                           : Error{"--remote-write-ca, --remote-write-token-file, --remote-write-user and "
                                   "--remote-write-password-file require --remote-write URL"};
    Result<std::string> address = RemoteWriter::addressOf(*url);
    if (!address.isOk())
        return address.error();
    order.remoteWrite = {std::move(address).value(), std::move(credentials), {}};
    return success();
}

Result<RecordOrder> orderFrom(const CommandInput& line)
{
    if (!line.rest.empty())
        return Error{fmt::format("unexpected argument \"{}\"", line.rest.front())};
    RecordOrder order;
    order.recorder.folder = line.option("--out").value_or("");
    if (order.recorder.folder.empty())
        return Error{"expected --out DIR"};
    readCaps(line, order);
    if (line.option("--tick") && line.option("--prometheus"))
        return Error{"--tick cannot be combined with --prometheus; the recording uses the server's scrape interval"};
    if (const Status sources = readSources(line, order); !sources.isOk())
        return sources.error();
    if (const Status notifiers = readNotifiers(line, order); !notifiers.isOk())
        return notifiers.error();
    if (const Status metrics = readMetrics(line, order); !metrics.isOk())
        return metrics.error();
    if (const Status written = readRemoteWrite(line, order); !written.isOk())
        return written.error();
    return order;
}

/// Blocks SIGINT and SIGTERM, so that they can be waited for; threads created later inherit this.
sigset_t blockEndSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

/// Waits for the end of the duration or a signal, reporting changes meanwhile.
void waitForEnd(const Log& log, const sigset_t& signals, RecordSession& session, const Recorder& recorder,
                std::optional<double> seconds)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now()
        + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds.value_or(1e8)));
    std::string lastProblem;
    std::string lastRetentionReason;
    while (Clock::now() < end) {
        const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now());
        const auto step = std::min<std::chrono::nanoseconds>(left, std::chrono::milliseconds(50));
        const timespec timeout{0, static_cast<long>(std::max<std::int64_t>(step.count(), 0))};
        if (sigtimedwait(&signals, nullptr, &timeout) > 0)
            return;
        session.pump();
        for (const std::string& news : session.news())
            log.info("recorder", news);
        const RecorderStatus status = recorder.status();
        if (status.problem != lastProblem) {
            lastProblem = status.problem;
            if (lastProblem.empty())
                log.info("recorder", "recording resumed");
            else
                log.error("recorder", lastProblem);
        }
        if (status.retentionReason != lastRetentionReason && !status.retentionReason.empty())
            log.warning("recorder", status.retentionReason);
        lastRetentionReason = status.retentionReason;
    }
}

} // namespace

CommandPage recordPage()
{
    return {
        .name = "lockstep record",
        .summary = "record a cluster without a window",
        .synopsis = {"--cluster FILE | --connect HOST:PORT,... | --prometheus URL --out DIR [options]"},
        .about = "Records a cluster until interrupted, and runs the same analyses as the window.\n",
        .options
        = {{"--cluster", "FILE",
            "connect to the agents of a cluster file; with --prometheus, the file only describes the layout"},
           {"--connect", "HOST:PORT,...", "connect to these agents or relays"},
           {"--prometheus", "URL", "read metrics from a Prometheus-compatible server"},
           {"--out", "DIR", "folder of the recording"},
           {"--duration", "S", "seconds to record (default: until interrupted)", NumberLimits{}},
           {"--tick", "S", "seconds between samples, as configured in the agents (default 1)",
            NumberLimits{.min = 0.1, .max = 60}},
           {"--max-gib", "N", "size limit in GiB; the oldest data is deleted first (default 8)", NumberLimits{}},
           {"--max-age", "HOURS", "age limit in hours, by this machine's clock (default 24)", NumberLimits{.max = 1e6}},
           {"--minutes-gib", "N", "size limit in GiB of the one-minute summaries; 0 keeps none (default 8)",
            NumberLimits{}},
           {"--minutes-days", "N", "age limit in days of the one-minute summaries (default 366)",
            NumberLimits{.max = RecordingCaps::maxDays}},
           {"--ten-minutes-gib", "N", "size limit in GiB of the ten-minute summaries; 0 keeps none (default 4)",
            NumberLimits{}},
           {"--ten-minutes-days", "N", "age limit in days of the ten-minute summaries (default 366)",
            NumberLimits{.max = RecordingCaps::maxDays}},
           {"--ca", "FILE", "trust server certificates signed by this CA; connections to agents then use TLS"},
           {"--cert", "FILE", "client certificate for mutual TLS"},
           {"--key", "FILE", "private key of the client certificate"},
           {"--token-file", "FILE", "file whose first line is the bearer token"},
           {"--prometheus-map", "FILE",
            "with --prometheus: file (TOML) that maps the metrics of your own exporters to Lockstep's"},
           {"--prometheus-user", "NAME", "with --prometheus: user for basic authentication"},
           {"--prometheus-password-file", "FILE", "with --prometheus: file whose first line is that user's password"},
           {"--alerts", "URL", "send alerts to a webhook, or to an Alertmanager (.../api/v2/alerts); may be repeated"},
           {"--alerts-ca", "FILE", "with --alerts: trust the CA certificates in this file instead of the system's"},
           {"--alerts-token-file", "FILE",
            "with --alerts: file whose first line is the bearer token, readable only by its owner (default: "
            "environment variable LOCKSTEP_ALERTS_TOKEN)"},
           {"--runbooks", "DIR", "folder of the site's own runbooks; alerts link to them"},
           {"--metrics", "HOST:PORT",
            "serve derived metrics (blame, waits, goodput, losses, alerts) at /metrics; \":7119\" accepts connections "
            "from this machine only, other addresses require TLS"},
           {"--metrics-cert", "FILE", "with --metrics: server certificate for TLS"},
           {"--metrics-key", "FILE", "with --metrics: private key of the certificate"},
           {"--metrics-client-ca", "FILE", "with --metrics: require client certificates signed by this CA"},
           {"--metrics-token-file", "FILE", "with --metrics: require the bearer token in the first line of this file"},
           {"--remote-write", "URL",
            "also send all samples and results to a server, such as VictoriaMetrics, by Prometheus' remote write"},
           {"--remote-write-ca", "FILE", "with --remote-write: trust the CA certificates in this file"},
           {"--remote-write-token-file", "FILE", "with --remote-write: file whose first line is the bearer token"},
           {"--remote-write-user", "NAME", "with --remote-write: user for basic authentication"},
           {"--remote-write-password-file", "FILE",
            "with --remote-write: file whose first line is that user's password"},
           {"--gpu-hour", "COST", "with --metrics: cost of a GPU hour, to report losses in money", NumberLimits{}},
           {"--currency", "WORD", "with --gpu-hour: currency of the cost"}},
        .examples
        = "  lockstep record --cluster cluster.toml --out /var/lib/lockstep/site --alerts https://host/hook\n",
        .configuration = "record",
        .sources = {"--cluster", "--connect", "--prometheus"},
        .withSources = {"--out", "--ca", "--cert", "--key", "--token-file", "--prometheus-map", "--prometheus-user",
                        "--prometheus-password-file"},
        .hasLog = true,
    };
}

int runRecord(std::span<const std::string> arguments)
{
    const CommandPage command = recordPage();
    const Result<CommandInput> line = readCommand(command, arguments);
    if (!line.isOk())
        return print(wrongUsage(command, line.error().message));
    if (line.value().answer)
        return print({0, *line.value().answer, {}});
    Result<RecordOrder> order = orderFrom(line.value());
    if (!order.isOk())
        return print(wrongUsage(command, order.error().message));
    const Log log(line.value());
    const auto fail = [&log](const char* component, const Error& error) {
        log.error(component, error.message);
        return 1;
    };
    const sigset_t signals = blockEndSignals();
    order.value().recorder.analyses = analysisNames();
    std::shared_ptr<const EnginePlan> plan;
    if (order.value().engine.isSet()) {
        Result<EnginePlan> explored = exploreEngine(order.value().engine, wallClockNow());
        if (!explored.isOk())
            return fail("prometheus", explored.error());
        plan = std::make_shared<const EnginePlan>(std::move(explored).value());
        order.value().recorder.tickPeriod = plan->period;
        log.info("prometheus", fmt::format("{}: {}", plan->endpoint.url, plan->summary()));
    }
    Result<std::unique_ptr<Recorder>> started = Recorder::start(order.value().recorder, order.value().cluster.topology);
    if (!started.isOk())
        return fail("recorder", started.error());
    Recorder& recorder = *started.value();

    const HeadlessApplication application;
    DerivedPage page; // outlives the session, which writes to it; so does the next object
    std::optional<RemoteWriter> writer;
    RecordSession session(recorder, order.value().cluster.topology, order.value().recorder.tickPeriod);
    session.reportAlerts(std::move(order.value().notifiers), Runbooks::standard(line.value().textOr("--runbooks")));
    std::unique_ptr<MetricsServer> metrics; // destroyed before the page
    if (order.value().metrics) {
        auto offered = MetricsServer::start(*order.value().metrics,
                                            [&page](Exposition::Format format) { return page.text(format); });
        if (!offered.isOk())
            return fail("metrics", offered.error());
        metrics = std::move(offered).value();
        session.offer(page, order.value().rates);
        log.info("metrics", fmt::format("serves /metrics on port {}", metrics->port()));
    }
    if (order.value().remoteWrite.isSet()) {
        writer.emplace(
            RemoteWriteOptions{.endpoint = order.value().remoteWrite, .tickPeriod = order.value().recorder.tickPeriod});
        session.sendTo(*writer);
        log.info("remote write", fmt::format("to {}", order.value().remoteWrite.url));
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
    log.info("recorder",
             fmt::format("recording {} data source{} into {}", followed, followed == 1 ? "" : "s", recorder.folder()));
    waitForEnd(log, signals, session, recorder, order.value().seconds);
    const std::string emptyReason = session.emptyReason(); // before the sources are closed
    clients.clear();
    engine.reset();
    session.finish();
    if (writer) {
        const RemoteWriteStatus sent = writer->finish(writerTimeout);
        const std::string counts = fmt::format("{} samples sent, {} not accepted, {} ticks and results dropped",
                                               sent.sent, sent.rejected, sent.dropped);
        if (sent.problem.empty())
            log.info("remote write", counts);
        else
            log.error("remote write", fmt::format("{}: {}", counts, sent.problem));
    }
    const RecorderStatus status = recorder.finish();
    log.info("recorder",
             fmt::format("{} batches written, {} ticks dropped, {} rows lost, {} sources with missing or rejected data",
                         status.committedBatches, status.droppedTicks + session.queue().droppedTicks(), status.lostRows,
                         session.missingSources()));
    if (!status.problem.empty())
        return fail("recorder", Error{status.problem});
    return session.emptyReason().empty() ? 0 : fail("recorder", Error{emptyReason});
}

} // namespace lockstep
