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
        u"Lockstep: heat, fabric and synchronisation of a cluster on one clock.\n\n"
        "Start it on something to watch: --demo, --here, --connect, --cluster or --prometheus. Without any, it asks.\n"
        "A recording that is named is replayed: its folder, or a bundle.\n"
        "Trace files and folders that are named are opened: Kineto, Chrome traces with parallel ranks,\n"
        "Flight Recorder dumps, NCCL Inspector logs; RANK=FILE where a file does not tell its rank.\n"
        "Sub-commands, without a window:\n"
        "  lockstep analyze FILE... [--json] [--export OUT.json]     analyse traces, or write one for Perfetto\n"
        "  lockstep record --cluster FILE --out DIR [--duration S]   record what a cluster reports\n"
        "  lockstep import FILE... --out DIR                     make a recording of OpenMetrics or CSV\n"
        "  lockstep topology FILE... --out FILE                  a cluster file of what inventories and discovery say\n"
        "  lockstep info PATH [--json]                           what a recording holds\n"
        "  lockstep metrics [TEXT] [--json]                      metrics, units and what exporters call them\n"
        "  lockstep tenants PATH [--json|--csv|--html]           what each tenant held and lost in a recording\n"
        "  lockstep export BUNDLE|--incident ID --out FILE       an incident as HTML, PDF, Markdown, JSON, bundle, ..."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {u"demo"_s, u"Watch a simulated cluster in which something goes wrong, inside this process."_s},
        {u"here"_s, u"Watch this machine through an agent inside this process."_s},
        {u"connect"_s, u"Watch the agents at these addresses."_s, u"host:port,..."_s},
        {u"cluster"_s, u"Watch the cluster that a TOML file describes."_s, u"file"_s},
        {u"prometheus"_s,
         u"Watch what an engine of metrics scrapes: Prometheus, VictoriaMetrics, Thanos, Mimir. "
         "With --cluster, that file says what stands where."_s,
         u"url"_s},
        {u"prometheus-map"_s, u"With --prometheus: what a site's own exporters' metrics are (TOML)."_s, u"file"_s},
        {u"prometheus-user"_s, u"With --prometheus: user for basic authentication."_s, u"name"_s},
        {u"prometheus-password-file"_s, u"With --prometheus: file whose first line is that user's password."_s,
         u"file"_s},
        {u"replay"_s, u"Show a recording: a folder, or a file of one."_s, u"path"_s},
        {u"compare"_s, u"Compare what is shown with a recording: a folder, or a file of one."_s, u"path"_s},
        {u"record"_s, u"Record into this folder instead of the user's own."_s, u"folder"_s},
        {u"no-record"_s, u"Record nothing."_s},
        {u"ca"_s, u"With --connect and --prometheus: trust who is signed by this CA (PEM); agents then use TLS."_s,
         u"file"_s},
        {u"cert"_s, u"With --connect and --prometheus: our certificate (PEM) for mutual TLS."_s, u"file"_s},
        {u"key"_s, u"With --connect and --prometheus: our private key (PEM) for mutual TLS."_s, u"file"_s},
        {u"token-file"_s, u"With --connect and --prometheus: file whose first line is the bearer token."_s, u"file"_s},
        {u"theme"_s, u"dark or light."_s, u"name"_s},
        {u"workspace"_s, u"Workspace to open, 1 to 5 (Ctrl+1 to Ctrl+5)."_s, u"number"_s},
        {u"metric"_s, u"Metric to show first, by name (\"gpu.temperature\")."_s, u"name"_s},
        {u"select"_s, u"Entity to select once it is known, by name or by the end of its path."_s, u"name"_s},
        {u"size"_s, u"Size of the window in pixels."_s, u"WxH"_s},
        {u"history"_s, u"Minutes of history held in memory, 1 to 1440 (default 10)."_s, u"minutes"_s},
        {u"incidents"_s, u"Keep incidents in this file instead of the user's own."_s, u"file"_s},
        {u"bundle-incidents"_s,
         u"Where incidents of a bundle differ from those here: ask (default), newest, bundle or mine."_s, u"which"_s},
        {u"screenshot"_s, u"Write a picture of the window to a PNG file, then exit."_s, u"file"_s},
        {u"after"_s, u"When to take the screenshot, or to exit; default 5 with --screenshot."_s, u"seconds"_s},
        {u"stats-json"_s, u"Write frame times, latency and counts to a file on exit."_s, u"file"_s},
        {u"fresh"_s, u"Ignore saved settings and save none."_s},
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
        what += unknown.size() == 1 ? u" is no option"_s : u" are no options"_s;
    return what + u"; see lockstep --help"_s;
}

/// What was named without an option: a recording, or traces.
Status readNamed(const QStringList& named, StartOptions& options)
{
    for (const QString& path : named) {
        if (!QFileInfo::exists(path) && !QFileInfo::exists(path.section(u'=', 1)))
            return Error{
                u"'%1' is no option, sub-command, recording or trace; see lockstep --help"_s.arg(path).toStdString()};
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
