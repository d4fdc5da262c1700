// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/startoptions.h"

#include "datasources/agentclient/agentclient.h"
#include "datasources/prometheus/prometheusengine.h"
#include "datasources/recording/recordingfolder.h"

#include <QCommandLineParser>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

void declareOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        u"Lockstep shows heat, fabric, synchronisation and cost of a GPU cluster on one clock.\n\n"
        "Choose a source with --demo, --here, --connect, --cluster or --prometheus; without one, Lockstep asks.\n"
        "The path of a recording (folder or bundle) opens that recording.\n"
        "Trace files and folders open as traces: Kineto, Chrome traces with parallel ranks, Flight Recorder dumps,\n"
        "NCCL Inspector logs. Give RANK=FILE where a file does not contain its rank.\n\n"
        "Commands without a window (lockstep COMMAND --help):\n"
        "  lockstep alerts PATH [--json]                         alerts of a recording, past and active\n"
        "  lockstep analyze FILE... [--json] [--export OUT.json] analyse traces, or merge them for Perfetto\n"
        "  lockstep export BUNDLE|--incident ID --out FILE       write an incident as HTML, PDF, Markdown, JSON, ...\n"
        "  lockstep export-data RECORDING [--metric M]...        write recorded values as CSV, JSON or OpenMetrics\n"
        "  lockstep import FILE... --out DIR                     make a recording from OpenMetrics, CSV or JSON\n"
        "  lockstep info PATH [--json]                           contents of a recording\n"
        "  lockstep metrics [TEXT] [--json]                      metrics, units and exporter names\n"
        "  lockstep record --cluster FILE --out DIR              record a cluster\n"
        "  lockstep tenants PATH [--json|--csv|--html]           GPU time that each tenant used and lost\n"
        "  lockstep topology FILE... --out FILE                  make a cluster file from inventories and discovery"_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {u"demo"_s, u"Watch a simulated cluster with a fault, inside this process."_s},
        {u"here"_s, u"Watch this machine through an agent inside this process."_s},
        {u"connect"_s, u"Watch the agents at these addresses."_s, u"host:port,..."_s},
        {u"cluster"_s, u"Watch the cluster that this TOML file describes."_s, u"file"_s},
        {u"prometheus"_s,
         u"Watch what a Prometheus-compatible server scrapes: Prometheus, VictoriaMetrics, Thanos or Mimir. "
         "With --cluster, that file gives the places."_s,
         u"url"_s},
        {u"prometheus-map"_s, u"With --prometheus: how the site's own metrics map to Lockstep's (TOML)."_s, u"file"_s},
        {u"prometheus-user"_s, u"With --prometheus: user for basic authentication."_s, u"name"_s},
        {u"prometheus-password-file"_s, u"With --prometheus: file with that user's password in its first line."_s,
         u"file"_s},
        {u"replay"_s, u"Replay a recording: a folder or a single file."_s, u"path"_s},
        {u"compare"_s, u"Compare with a recording: a folder or a single file."_s, u"path"_s},
        {u"record"_s, u"Record into this folder instead of the default one."_s, u"folder"_s},
        {u"no-record"_s, u"Do not record."_s},
        {u"ca"_s,
         u"With --connect and --prometheus: accept certificates that this CA (PEM) has signed; agents then use TLS."_s,
         u"file"_s},
        {u"cert"_s, u"With --connect and --prometheus: client certificate (PEM) for mutual TLS."_s, u"file"_s},
        {u"key"_s, u"With --connect and --prometheus: private key (PEM) of the client certificate."_s, u"file"_s},
        {u"token-file"_s, u"With --connect and --prometheus: file with the bearer token in its first line."_s,
         u"file"_s},
        {u"theme"_s, u"dark or light."_s, u"name"_s},
        {u"workspace"_s, u"Workspace to open, 1 to 5 (Ctrl+1 to Ctrl+5)."_s, u"number"_s},
        {u"metric"_s, u"Metric to show first, by name (gpu.temperature)."_s, u"name"_s},
        {u"select"_s, u"Entity to select, by name or by the end of its path."_s, u"name"_s},
        {u"size"_s, u"Window size in pixels."_s, u"WxH"_s},
        {u"history"_s, u"Minutes of history in memory, 1 to 1440 (default 10)."_s, u"minutes"_s},
        {u"incidents"_s, u"Keep incidents in this file instead of the default one."_s, u"file"_s},
        {u"bundle-incidents"_s,
         u"Which version to keep where an incident in a bundle differs from the stored one: ask (default), newest, "
         "bundle or mine."_s,
         u"which"_s},
        {u"screenshot"_s, u"Write a picture of the window to this PNG file, then exit."_s, u"file"_s},
        {u"after"_s, u"Seconds until the screenshot or the exit (default 5 with --screenshot)."_s, u"seconds"_s},
        {u"stats-json"_s, u"Write frame times, latency and counts to this file on exit."_s, u"file"_s},
        {u"fresh"_s, u"Neither read nor save settings."_s},
    });
}

/// Options whose value is taken as it is.
struct TextOption
{
    QLatin1StringView name;
    QString StartOptions::*member;
};

constexpr TextOption textOptions[] = {
    {QLatin1StringView("cluster"), &StartOptions::clusterFile},
    {QLatin1StringView("prometheus"), &StartOptions::prometheus},
    {QLatin1StringView("prometheus-map"), &StartOptions::prometheusMapping},
    {QLatin1StringView("prometheus-user"), &StartOptions::prometheusUser},
    {QLatin1StringView("prometheus-password-file"), &StartOptions::prometheusPasswordFile},
    {QLatin1StringView("replay"), &StartOptions::replay},
    {QLatin1StringView("compare"), &StartOptions::compare},
    {QLatin1StringView("ca"), &StartOptions::caFile},
    {QLatin1StringView("cert"), &StartOptions::certificateFile},
    {QLatin1StringView("key"), &StartOptions::privateKeyFile},
    {QLatin1StringView("token-file"), &StartOptions::tokenFile},
    {QLatin1StringView("theme"), &StartOptions::theme},
    {QLatin1StringView("metric"), &StartOptions::metric},
    {QLatin1StringView("select"), &StartOptions::select},
    {QLatin1StringView("incidents"), &StartOptions::incidentsFile},
    {QLatin1StringView("screenshot"), &StartOptions::screenshotFile},
    {QLatin1StringView("stats-json"), &StartOptions::statsFile},
};

/// A folder with segments, or a file that SQLite wrote; whether it can be read shows when it is opened.
bool isRecording(const QString& path)
{
    if (QFileInfo(path).isDir())
        return !listSegments(path.toStdString()).empty();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(15) == QByteArrayLiteral("SQLite format 3");
}

/// What Qt says of the arguments, in our words: "--bogus is no option; see lockstep --help".
QString complaint(const QCommandLineParser& parser)
{
    QStringList unknown;
    for (const QString& name : parser.unknownOptionNames())
        unknown += (name.size() == 1 ? u"-"_s : u"--"_s) + name;
    QString what = unknown.isEmpty() ? parser.errorText() : unknown.join(u", "_s);
    while (what.endsWith(u'.'))
        what.chop(1);
    if (!unknown.isEmpty())
        what += unknown.size() == 1 ? u" is not an option"_s : u" are not options"_s;
    return what + u"; see lockstep --help"_s;
}

/// What was named without an option: a recording, or traces.
Status readNamed(const QStringList& named, StartOptions& options)
{
    for (const QString& path : named) {
        if (!QFileInfo::exists(path) && !QFileInfo::exists(path.section(u'=', 1)))
            return Error{u"'%1' is not an option, sub-command, recording or trace; see lockstep --help"_s.arg(path)
                             .toStdString()};
        if (!isRecording(path))
            options.traces += path;
        else if (options.replay.isEmpty())
            options.replay = path;
        else
            return Error{u"One recording at a time: %1 or %2"_s.arg(options.replay, path).toStdString()};
    }
    if (!options.traces.isEmpty() && !options.replay.isEmpty())
        return Error{u"A recording or traces, not both: %1, %2"_s.arg(options.replay, options.traces.constFirst())
                         .toStdString()};
    return success();
}

Error badValue(const QString& option, const QString& value, const QString& expected)
{
    return {u"--%1 %2: expected %3"_s.arg(option, value, expected).toStdString()};
}

/// Reads a number option into @p target when it is set; false when its value is not a number in [low, high].
template <class Number>
bool readNumber(const QCommandLineParser& parser, const QString& option, Number low, Number high, Number& target)
{
    if (!parser.isSet(option))
        return true;
    bool isNumber = false;
    const double value = parser.value(option).toDouble(&isNumber);
    target = static_cast<Number>(value);
    return isNumber && value >= static_cast<double>(low) && value <= static_cast<double>(high);
}

Status readNumbers(const QCommandLineParser& parser, StartOptions& options)
{
    if (!readNumber(parser, u"workspace"_s, 1, 5, options.workspace))
        return badValue(u"workspace"_s, parser.value(u"workspace"_s), u"a number from 1 to 5"_s);

    int minutes = 10;
    if (!readNumber(parser, u"history"_s, 1, 1440, minutes))
        return badValue(u"history"_s, parser.value(u"history"_s), u"minutes from 1 to 1440"_s);
    options.history = std::chrono::minutes(minutes);

    double seconds = 5;
    if (!readNumber(parser, u"after"_s, 0.0, 1e7, seconds))
        return badValue(u"after"_s, parser.value(u"after"_s), u"seconds, 0 or more"_s);
    if (parser.isSet(u"after"_s) || !options.screenshotFile.isEmpty())
        options.after = std::chrono::milliseconds(static_cast<qint64>(seconds * 1000));

    if (parser.isSet(u"size"_s)) {
        static const QRegularExpression form(u"^(\\d{3,5})x(\\d{3,5})$"_s);
        const QRegularExpressionMatch match = form.match(parser.value(u"size"_s));
        if (!match.hasMatch())
            return badValue(u"size"_s, parser.value(u"size"_s), u"WIDTHxHEIGHT such as 1600x900"_s);
        options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    return success();
}

/// A recording or a trace that is only looked at is not recorded again, nor is what leaves no traces of itself.
RecordFolder recordFolderOf(const QCommandLineParser& parser, const StartOptions& options)
{
    if (parser.isSet(u"record"_s))
        return RecordFolder::named(parser.value(u"record"_s));
    const bool remembers = !parser.isSet(u"fresh"_s) && !parser.isSet(u"screenshot"_s);
    if (!remembers || parser.isSet(u"no-record"_s) || !options.replay.isEmpty() || !options.traces.isEmpty())
        return {};
    return RecordFolder::usersOwn(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                                  + u"/lockstep"_s);
}

Status readBundleChoice(const QCommandLineParser& parser, StartOptions& options)
{
    const QString which = parser.value(u"bundle-incidents"_s);
    if (which == u"newest"_s)
        options.bundleChoice = BundleChoice::Newest;
    else if (which == u"bundle"_s)
        options.bundleChoice = BundleChoice::Bundle;
    else if (which == u"mine"_s)
        options.bundleChoice = BundleChoice::Mine;
    else if (!which.isEmpty() && which != u"ask"_s)
        return badValue(u"bundle-incidents"_s, which, u"ask, newest, bundle or mine"_s);
    return success();
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

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    declareOptions(parser);
    if (!parser.parse(QStringList(u"lockstep"_s) + arguments))
        return Error{complaint(parser).toStdString()};
    CommandLine line;
    if (parser.isSet(u"help"_s))
        line.answer = TextAnswer{parser.helpText().replace(u"<executable_name>"_s, u"lockstep"_s)};
    else if (parser.isSet(u"version"_s))
        line.answer = TextAnswer{u"lockstep " LOCKSTEP_VERSION "\n"_s};

    StartOptions& options = line.options;
    options.demo = parser.isSet(u"demo"_s);
    options.here = parser.isSet(u"here"_s);
    for (const QString& value : parser.values(u"connect"_s))
        options.connect += value.split(u',', Qt::SkipEmptyParts);
    for (const auto& [name, member] : textOptions)
        options.*member = parser.value(QString(name));
    if (const Status named = readNamed(parser.positionalArguments(), options); !named.isOk())
        return named.error();
    options.record = recordFolderOf(parser, options);
    // Engines' certificates are checked against the system's authorities where no other is named.
    const Status credentials = checkCredentials(options.credentials());
    if (!credentials.isOk() && options.prometheus.isEmpty())
        return credentials.error();
    options.freshSettings = parser.isSet(u"fresh"_s);
    if (!options.theme.isEmpty() && options.theme != u"dark"_s && options.theme != u"light"_s)
        return badValue(u"theme"_s, options.theme, u"dark or light"_s);
    if (const Status choice = readBundleChoice(parser, options); !choice.isOk())
        return choice.error();
    if (const Status numbers = readNumbers(parser, options); !numbers.isOk())
        return numbers.error();
    return line;
}

} // namespace lockstep
