// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/startoptions.h"

#include "app/session/opening/viewlink.h"
#include "datasources/agentclient/agentclient.h"
#include "datasources/imports/importtext.h"
#include "datasources/prometheus/prometheusengine.h"
#include "datasources/recording/recordingfolder.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

/// Options with a plain text value.
struct TextOption
{
    std::string_view name;
    QString StartOptions::*member;
};

constexpr TextOption textOptions[] = {
    {"--cluster", &StartOptions::clusterFile},
    {"--exercise", &StartOptions::exercise},
    {"--role", &StartOptions::role},
    {"--prometheus", &StartOptions::prometheus},
    {"--prometheus-map", &StartOptions::prometheusMapping},
    {"--prometheus-user", &StartOptions::prometheusUser},
    {"--prometheus-password-file", &StartOptions::prometheusPasswordFile},
    {"--replay", &StartOptions::replay},
    {"--compare", &StartOptions::compare},
    {"--ca", &StartOptions::caFile},
    {"--cert", &StartOptions::certificateFile},
    {"--key", &StartOptions::privateKeyFile},
    {"--token-file", &StartOptions::tokenFile},
    {"--theme", &StartOptions::theme},
    {"--metric", &StartOptions::metric},
    {"--select", &StartOptions::select},
    {"--incidents", &StartOptions::incidentsFile},
    {"--runbooks", &StartOptions::runbooks},
    {"--screenshot", &StartOptions::screenshotFile},
    {"--stats-json", &StartOptions::statsFile},
};

/// Whether it is a folder with segments or an SQLite file. The contents are checked when it is opened.
bool isRecording(const QString& path)
{
    if (QFileInfo(path).isDir())
        return !listSegments(path.toStdString()).empty();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(15) == QByteArrayLiteral("SQLite format 3");
}

/// Reads arguments without an option: a recording or traces.
Status readNamed(const std::vector<std::string>& named, StartOptions& options)
{
    for (const std::string& name : named) {
        const QString given = QString::fromStdString(name);
        const QString path = given.startsWith(u"file:"_s) ? QUrl(given).toLocalFile() : given; // from a file manager
        if (!QFileInfo::exists(path) && !QFileInfo::exists(path.section(u'=', 1)))
            return Error{
                u"'%1' is not a sub-command, recording or trace; see lockstep --help"_s.arg(path).toStdString()};
        if (!isRecording(path))
            options.traces += path;
        else if (options.replay.isEmpty())
            options.replay = path;
        else
            return Error{u"Only one recording can be opened at a time; found %1 and %2"_s.arg(options.replay, path)
                             .toStdString()};
    }
    if (!options.traces.isEmpty() && !options.replay.isEmpty())
        return Error{u"A recording and traces cannot be opened together; found %1 and %2"_s
                         .arg(options.replay, options.traces.constFirst())
                         .toStdString()};
    return success();
}

Status readSizes(const CommandInput& line, StartOptions& options)
{
    line.number<int>("--workspace", options.workspace);
    if (const std::optional<double> seed = line.number("--seed"))
        options.exerciseSeed = static_cast<std::uint64_t>(*seed);
    options.history = std::chrono::minutes(static_cast<int>(line.number("--history").value_or(10)));
    const std::optional<double> after = line.number("--after");
    if (after || !options.screenshotFile.isEmpty())
        options.after = std::chrono::milliseconds(static_cast<qint64>(after.value_or(5) * 1000));
    const std::optional<std::string> size = line.option("--size");
    if (!size)
        return success();
    static const QRegularExpression form(u"^(\\d{3,5})x(\\d{3,5})$"_s);
    const QRegularExpressionMatch match = form.match(QString::fromStdString(*size));
    if (!match.hasMatch())
        return Error{"--size: expected WIDTHxHEIGHT such as 1600x900, found \"" + *size + '"'};
    options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    return success();
}

/// The range and moment of --from, --to and --at, of which each can be missing.
Status readPlace(const CommandInput& line, StartOptions& options)
{
    constexpr Duration margin = std::chrono::minutes(1);
    std::optional<TimePoint> from;
    std::optional<TimePoint> to;
    std::optional<TimePoint> at;
    for (const auto& [name, moment] : {std::pair("--from", &from), std::pair("--to", &to), std::pair("--at", &at)}) {
        const std::optional<std::string> text = line.option(name);
        *moment = text ? parseMoment(*text) : std::nullopt;
        if (text && !*moment)
            return Error{name + std::string(": expected a time such as 2026-11-21T03:12:44Z, found \"") + *text + '"'};
    }
    if (!from && !to && !at)
        return success();
    TimeWindow::Place place;
    place.range.from = from.value_or(at.value_or(to.value_or(TimePoint())) - margin);
    place.range.to = to.value_or(at.value_or(place.range.from + margin) + margin);
    place.cursor = at.value_or(place.range.to);
    place.isFollowing = false;
    if (place.range.to <= place.range.from)
        return Error{"--to: expected a time after --from"};
    if (place.cursor < place.range.from || place.cursor > place.range.to)
        return Error{"--at: expected a time between --from and --to"};
    options.place = place;
    return success();
}

/// Files that are only viewed are not recorded again, nor is a run that must not leave traces.
RecordFolder recordFolderOf(const CommandInput& line, const StartOptions& options)
{
    if (const auto folder = line.option("--record"))
        return RecordFolder::named(QString::fromStdString(*folder));
    const bool remembers = !line.has("--fresh") && !line.option("--screenshot");
    if (!remembers || line.has("--no-record") || !options.replay.isEmpty() || !options.traces.isEmpty())
        return {};
    return RecordFolder::usersOwn(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                                  + u"/lockstep"_s);
}

/// nullopt: ask the user.
std::optional<BundleChoice> bundleChoiceOf(const CommandInput& line)
{
    const std::string which = line.textOr("--bundle-incidents");
    if (which == "newest")
        return BundleChoice::Newest;
    if (which == "bundle")
        return BundleChoice::Bundle;
    return which == "mine" ? std::optional(BundleChoice::Mine) : std::nullopt;
}

} // namespace

AgentEndpoint StartOptions::credentials() const
{
    AgentEndpoint endpoint;
    endpoint.caFile = caFile.toStdString();
    endpoint.certificateFile = certificateFile.toStdString();
    endpoint.privateKeyFile = privateKeyFile.toStdString();
    endpoint.bearerTokenFile = tokenFile.toStdString();
    return endpoint;
}

EngineEndpoint StartOptions::engine() const
{
    EngineEndpoint endpoint;
    endpoint.credentials
        = {caFile.toStdString(),    certificateFile.toStdString(), privateKeyFile.toStdString(),
           tokenFile.toStdString(), prometheusUser.toStdString(),  prometheusPasswordFile.toStdString()};
    endpoint.mappingFile = prometheusMapping.toStdString();
    return endpoint;
}

CommandPage dashboardPage()
{
    return {
        .name = "lockstep",
        .summary = "operations dashboard for GPU clusters",
        .synopsis
        = {"[options] [LINK | RECORDING | [RANK=]TRACE...]", "COMMAND ...   runs without a window; see lockstep help"},
        .about
        = "Lockstep shows heat, network fabric, job synchronisation and cost of a GPU cluster on one\n"
          "timeline.\n\n"
          "Choose a data source with --demo, --exercise, --here, --connect, --cluster or --prometheus.\n"
          "Without one, the start page opens.\n\n"
          "  LINK        link to a view at a point in time (lockstep://view?...), as copied with Ctrl+L\n"
          "  RECORDING   recording to open: a folder or a bundle\n"
          "  TRACE       trace file or folder to open: Kineto, Chrome traces with parallel ranks, Flight Recorder\n"
          "              dumps, NCCL Inspector logs. Write RANK=FILE if a file does not contain its rank.\n",
        .options
        = {{"--demo", "", "monitor a built-in simulated cluster in which a fault occurs"},
           {"--here", "", "monitor this machine through a built-in agent"},
           {"--connect", "HOST:PORT,...", "connect to these agents or relays"},
           {"--cluster", "FILE", "connect to the agents of this cluster file (TOML)"},
           {"--exercise", "DRILL",
            "practise with a built-in drill (such as pump-degradation), a drill file or \"surprise\" (a random drill, "
            "or "
            "none); with --cluster, simulate that cluster"},
           {"--role", "facilities|training|both",
            "with --exercise: show only the views of this role, or let both roles take turns in this window"},
           {"--seed", "N",
            "with --exercise: random seed for the place and time of the fault; the same seed gives the same exercise",
            NumberLimits{.max = 1e15, .isWhole = true}},
           {"--prometheus", "URL",
            "read metrics from a Prometheus-compatible server: Prometheus, VictoriaMetrics, Thanos or Mimir. With "
            "--cluster, the cluster file only describes the layout."},
           {"--prometheus-map", "FILE",
            "with --prometheus: file (TOML) that maps the metrics of your own exporters to Lockstep's"},
           {"--prometheus-user", "NAME", "with --prometheus: user for basic authentication"},
           {"--prometheus-password-file", "FILE", "with --prometheus: file whose first line is that user's password"},
           {"--replay", "PATH", "replay a recording: a folder or a single file"},
           {"--compare", "PATH", "compare with a recording: a folder or a single file"},
           {"--record", "DIR", "record into this folder instead of the default one"},
           {"--no-record", "", "do not record"},
           {"--ca", "FILE",
            "with --connect or --prometheus: trust server certificates signed by this CA (PEM); connections to agents "
            "then use TLS"},
           {"--cert", "FILE", "with --connect or --prometheus: client certificate (PEM) for mutual TLS"},
           {"--key", "FILE", "with --connect or --prometheus: private key (PEM) of the client certificate"},
           {"--token-file", "FILE", "with --connect or --prometheus: file whose first line is the bearer token"},
           {"--theme", "dark|light", "colour theme of the window"},
           {"--workspace", "N", "workspace to open, 1 to 5 (Ctrl+1 to Ctrl+5)",
            NumberLimits{.min = 1, .max = 5, .isWhole = true}},
           {"--metric", "NAME", "name of the metric to show first, such as gpu.temperature"},
           {"--select", "NAME", "component to select, by name or by the last part of its path"},
           {"--from", "T", "start of the time range to show; ISO 8601 or Unix time"},
           {"--to", "T", "end of the time range to show"},
           {"--at", "T", "time of the cursor within that range"},
           {"--size", "WxH", "window size in pixels"},
           {"--history", "MINUTES", "minutes of history in memory (default 10)",
            NumberLimits{.min = 1, .max = 1440, .isWhole = true}},
           {"--incidents", "FILE", "keep incidents in this file instead of the default one"},
           {"--bundle-incidents", "ask|newest|bundle|mine",
            "which version to keep if an incident in a bundle differs from the stored one (default ask)"},
           {"--runbooks", "DIR",
            "folder of the site's own runbooks; they take precedence over those in /etc/lockstep/runbooks and in the "
            "user's configuration"},
           {"--screenshot", "FILE", "write a screenshot of the window to this PNG file, then exit"},
           {"--after", "SECONDS",
            "seconds to wait before the screenshot or, without one, before exiting (default 5 with --screenshot)",
            NumberLimits{.max = 1e7}},
           {"--stats-json", "FILE", "write frame times, latency and counts to this file on exit"},
           {"--fresh", "", "ignore saved settings, and do not save any"}},
        .examples = "  lockstep --demo\n"
                    "  lockstep --connect node-17:7117,node-18:7117 --ca ca.pem\n",
        .exitStatus = "0 success, 1 failure, 2 invalid usage or configuration, 126 the window program is missing",
        .configuration = "lockstep",
        .sources = {"--demo", "--exercise", "--here", "--connect", "--cluster", "--prometheus", "--replay"},
        .withSources = {"--record", "--ca", "--cert", "--key", "--token-file", "--prometheus-map", "--prometheus-user",
                        "--prometheus-password-file"},
        .hasLog = true,
    };
}

namespace {

Result<CommandLine> parseWords(const std::vector<std::string>& words)
{
    Result<CommandInput> read = readCommand(dashboardPage(), words);
    if (!read.isOk())
        return Error{read.error().message + "; see lockstep --help"};
    if (read.value().answer)
        return CommandLine{{}, std::move(read).value()};
    CommandLine line{{}, std::move(read).value()};
    const CommandInput& input = line.input;
    StartOptions& options = line.options;
    options.demo = input.has("--demo");
    options.here = input.has("--here");
    for (const std::string& value : input.all("--connect"))
        options.connect += QString::fromStdString(value).split(u',', Qt::SkipEmptyParts);
    for (const auto& [name, member] : textOptions)
        options.*member = QString::fromStdString(input.textOr(name));
    if (const Status named = readNamed(input.rest, options); !named.isOk())
        return named.error();
    options.record = recordFolderOf(input, options);
    // Servers' certificates are checked against the system's authorities unless others are given.
    const Status credentials = checkCredentials(options.credentials());
    if (!credentials.isOk() && options.prometheus.isEmpty())
        return credentials.error();
    options.freshSettings = input.has("--fresh");
    options.bundleChoice = bundleChoiceOf(input);
    if (const Status sizes = readSizes(input, options); !sizes.isOk())
        return sizes.error();
    if (const Status place = readPlace(input, options); !place.isOk())
        return place.error();
    return line;
}

/// @param words the other arguments
Result<CommandLine> parseLink(std::vector<std::string> words, const std::string& link)
{
    const Result<std::vector<std::string>> parts = optionsOfViewLink(link);
    if (!parts.isOk())
        return parts.error();
    words.insert(words.end(), parts.value().begin(), parts.value().end());
    Result<CommandLine> line = parseWords(words);
    if (!line.isOk() || line.value().input.answer)
        return line;
    StartOptions& options = line.value().options;
    const CommandInput& input = line.value().input;
    const bool isAlone = !options.demo && options.exercise.isEmpty() && !options.here && options.connect.isEmpty()
        && options.traces.isEmpty()
        && input.all("--replay").size() + input.all("--prometheus").size() + input.rest.size() == 1
        && (options.clusterFile.isEmpty() || options.replay.isEmpty()); // a layout for a server is no second source
    if (!isAlone)
        return Error{"A link names its data source and cannot be combined with another data source"};
    options.isFromLink = true;
    return line;
}

} // namespace

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    std::vector<std::string> words;
    for (const QString& argument : arguments)
        words.push_back(argument.toStdString());
    const auto found = std::ranges::find_if(words, [](const auto& word) { return word.starts_with(viewLinkScheme); });
    if (found == words.end())
        return parseWords(words);
    const std::string link = *found;
    words.erase(found);
    Result<CommandLine> line = parseLink(words, link);
    if (line.isOk())
        return line;
    const std::string problem = line.error().message;
    line = parseWords(words);
    if (line.isOk())
        line.value().options.linkProblem = QString::fromStdString(problem);
    return line;
}

} // namespace lockstep
