// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/exportcommand.h"

#include "app/export/incidentexport.h"
#include "app/export/userfiles.h"
#include "datasources/text/commandpage.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <QGuiApplication>
#include <fmt/format.h>

#include <filesystem>

namespace lockstep {

namespace {

/// Parsed arguments.
struct ExportRequest
{
    std::string source; ///< database or bundle
    std::string incident; ///< empty: the only one in it
    IncidentExport order;
};

Result<ExportFormat> formatOf(const CommandInput& line, const std::string& path)
{
    const std::filesystem::path file(path);
    std::string name = line.option("--format").value_or("");
    if (name.empty() && file.has_extension())
        name = file.extension().string().substr(1);
    if (name == "lockstep")
        name = "bundle";
    if (const auto format = exportFormatFromName(name))
        return *format;
    return Error{fmt::format("--format {}: expected html, pdf, md, json, csv, trace or bundle", name)};
}

Result<ExportRequest> readRequest(const CommandInput& line)
{
    const bool hasBundle = !line.rest.empty();
    if (line.rest.size() > 1)
        return Error{"expected at most one BUNDLE"};
    if (!hasBundle && !line.option("--incident") && !line.option("--incidents"))
        return Error{"expected a BUNDLE or --incident ID"};
    ExportRequest request;
    request.order.path = line.option("--out").value_or("");
    if (request.order.path.empty())
        return Error{"expected --out FILE"};
    const Result<ExportFormat> format = formatOf(line, request.order.path);
    if (!format.isOk())
        return format.error();
    Result<ReportZone> zone = reportZone(line.option("--zone").value_or("UTC"));
    if (!zone.isOk())
        return zone.error();
    request.source = hasBundle ? line.rest.front() : line.option("--incidents").value_or(userIncidentsFile());
    request.incident = line.option("--incident").value_or("");
    request.order.format = format.value();
    request.order.recording = line.option("--recording").value_or(hasBundle ? request.source : userRecordingFolder());
    request.order.hideSecrets = line.has("--hide-secrets");
    request.order.options.zone = std::move(zone).value();
    request.order.options.hideNames = line.has("--hide-names");
    if (hasBundle)
        request.order.options.bundleHash = fileHash(request.source);
    return request;
}

struct Written
{
    std::string path;
    ExportOutcome outcome;
};

std::string suffixOf(ExportFormat format)
{
    return format == ExportFormat::Bundle ? "lockstep"
        : format == ExportFormat::Trace   ? "trace.json"
                                          : std::string(exportFormatName(format));
}

Result<IncidentDatabase> openSource(const ExportRequest& request)
{
    std::error_code error;
    if (std::filesystem::equivalent(request.source, request.order.path, error))
        return Error{fmt::format("{}: the output file must differ from the input", request.order.path)};
    if (std::filesystem::is_directory(request.source, error))
        return Error{fmt::format("{} is a folder; expected a bundle, which is one file", request.source)};
    if (!std::filesystem::exists(request.source, error))
        return Error{fmt::format("{}: no such file; expected a bundle or an incident database", request.source)};
    return IncidentDatabase::open(request.source, Database::Access::ReadOnly);
}

Result<Written> carryOut(IncidentExport order, IncidentDatabase& database, IncidentKey key)
{
    Result<ExportedIncident> story = loadExportedIncident(database, key);
    if (!story.isOk())
        return story.error();
    std::error_code error;
    if (std::filesystem::is_directory(order.path, error))
        order.path = freePath(order.path, reportFileName(story.value().postMortem.incident, suffixOf(order.format)));
    Result<ExportOutcome> outcome = exportIncident(std::move(story).value(), order);
    if (!outcome.isOk())
        return outcome.error();
    return Written{order.path, std::move(outcome).value()};
}

} // namespace

CommandPage exportPage()
{
    return {
        .name = "lockstep export",
        .summary = "write an incident as HTML, PDF, Markdown, JSON, CSV, trace or bundle",
        .synopsis = {"BUNDLE|--incident ID --out FILE [options]"},
        .about = "Writes an incident as a report or as data.\n\n"
                 "  BUNDLE   bundle that contains the incident\n",
        .options
        = {{"--incident", "ID",
            "unique part of the incident's title, its number in the list (an ID of \"\" prints the list), or the first "
            "digits of its key. Without a BUNDLE, the incident is read from the user's database."},
           {"--incidents", "FILE", "incident database (default: the user's)"},
           {"--recording", "PATH",
            "recording from which a bundle takes its measurements (default: the user's recording)"},
           {"--out", "FILE", "output file; or a folder, in which the file is named after the incident's day and title"},
           {"--format", "html|pdf|md|json|csv|trace|bundle", "format (default: from the extension of FILE)"},
           {"--zone", "NAME", "time zone of the report, such as Europe/Berlin or local (default UTC)"},
           {"--hide-names", "", "replace names of hosts and people with host-1, person-1 and so on"},
           {"--hide-secrets", "", "remove text that looks like a token or password"}},
        .examples = "  lockstep export --incident \"Pump of loop B\" --out report.html\n",
    };
}

CommandResult exportFromCommandLine(std::span<const std::string> arguments)
{
    const CommandPage page = exportPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) -> CommandResult {
        const Result<ExportRequest> request = readRequest(line);
        if (!request.isOk())
            return wrongUsage(page, request.error().message);
        Result<IncidentDatabase> database = openSource(request.value());
        if (!database.isOk())
            return failedWith(database.error().message);
        const Result<IncidentKey> key = database.value().findOne(request.value().incident);
        if (!key.isOk())
            return {1, {}, visibleText(key.error().message) + "\n"}; // a list
        const Result<Written> written = carryOut(request.value().order, database.value(), key.value());
        if (!written.isOk())
            return failedWith(written.error().message);
        const ExportOutcome& outcome = written.value().outcome;
        CommandResult answer;
        answer.out = fmt::format("{}: {}\n", written.value().path,
                                 formatQuantity(static_cast<double>(outcome.bytes), Unit::Bytes));
        if (!outcome.remark.empty())
            answer.err = visibleLine(outcome.remark) + "\n";
        return answer;
    });
}

int runExport(std::span<const std::string> arguments)
{
    // PDF fonts need a QGuiApplication; it needs no screen.
    std::string program = "lockstep";
    std::string platform = "-platform";
    std::string screenless = "offscreen";
    std::array<char*, 4> words{program.data(), platform.data(), screenless.data(), nullptr};
    int count = 3;
    const QGuiApplication application(count, words.data());
    return print(exportFromCommandLine(arguments));
}

} // namespace lockstep
