// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/incidentexport.h"

#include "app/export/reportpages.h"
#include "app/export/reporttemplate.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/text/outputfile.h"
#include "models/view/modeltext.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <fmt/format.h>

#include <optional>
#include <type_traits>
#include <variant>

namespace lockstep {

namespace {

void translate(std::string& text)
{
    text = wholeModelText(text).toStdString();
}

/// The report in the user's language, apart from what people wrote in it. Unchanged in programs that load no
/// translation. Any thread.
Report translated(Report report)
{
    for (auto& [name, value] : report.facts) {
        translate(name);
        translate(value);
    }
    for (ReportBlock& block : report.blocks) {
        std::visit(
            [](auto& each) {
                using Block = std::decay_t<decltype(each)>;
                if constexpr (std::is_same_v<Block, ReportHeading> || std::is_same_v<Block, ReportNotice>) {
                    translate(each.text);
                } else if constexpr (std::is_same_v<Block, ReportParagraph>) {
                    if (each.line.size() == 1)
                        translate(each.line.front().text);
                } else if constexpr (std::is_same_v<Block, ReportTable>) {
                    for (std::string& title : each.header)
                        translate(title);
                    for (auto& row : each.rows) {
                        for (std::string& cell : row)
                            translate(cell);
                    }
                } else if constexpr (std::is_same_v<Block, ReportFigure>) {
                    translate(each.caption);
                }
            },
            block);
    }
    translate(report.colophon);
    return report;
}

/// Removes what must not be exported, and the history, which contains all earlier texts.
ExportedStory redacted(ExportedStory story, const IncidentExport& order)
{
    if (order.hideSecrets)
        story.postMortem = withoutSecrets(std::move(story.postMortem));
    if (order.options.hideNames)
        story.postMortem = withoutNames(std::move(story.postMortem));
    if (order.hideSecrets || order.options.hideNames)
        story.history.clear();
    return story;
}

Report laidOut(const PostMortem& story, const IncidentExport& order)
{
    return translated(inTemplate(makeReport(story, order.options), siteReportTemplate()));
}

Status writePdfFile(const std::string& path, const Report& report, const ExportOptions& options)
{
    Result<OutputFile> output = OutputFile::create(path, Readers::Owner);
    if (!output.isOk())
        return output.error();
    QFile file;
    if (!file.open(output.value().descriptor(), QIODevice::WriteOnly))
        return Error{fmt::format("{}: {}", path, file.errorString().toStdString())};
    if (const Status written = writePdf(report, file, options.stop); !written.isOk())
        return Error{fmt::format("{}: {}", path, written.error().message)};
    if (!file.flush())
        return Error{fmt::format("{}: {}", path, file.errorString().toStdString())};
    return output.value().commit();
}

std::string textOf(const PostMortem& story, const IncidentExport& order)
{
    switch (order.format) {
    case ExportFormat::Html:
        return htmlOf(laidOut(story, order));
    case ExportFormat::Markdown:
        return markdownOf(laidOut(story, order));
    case ExportFormat::Json:
        return jsonOf(story);
    case ExportFormat::Csv:
        return csvOf(story);
    case ExportFormat::Trace:
        return traceOf(story);
    case ExportFormat::Pdf:
    case ExportFormat::Bundle:
        break;
    }
    return {};
}

/// A bundle is written even if the recording lacks the incident's time or cannot be included.
Status writeBundleFile(const ExportedStory& story, const IncidentExport& order, std::string& remark)
{
    std::optional<Recording> recording;
    if (order.options.hideNames) {
        remark = "The bundle contains no recording, because names in a recording cannot be hidden.";
    } else if (order.recording.empty()) {
        remark = "The bundle contains no recording: nothing was recorded.";
    } else if (Result<Recording> opened = Recording::open(order.recording, order.options.stop); !opened.isOk()) {
        remark = "The bundle contains no recording: " + opened.error().message + ".";
    } else {
        const TimeRange wanted = bundleRange(story.postMortem.incident);
        const TickRange held = opened.value().ticks();
        const Duration period = opened.value().tickPeriod();
        if (held.isEmpty() || timeOfTick(held.to, period) <= wanted.from || timeOfTick(held.from, period) >= wanted.to)
            remark = "The bundle contains no recording: the recording no longer covers the time of the incident.";
        else
            recording.emplace(std::move(opened).value());
    }
    return writeBundle(story.postMortem, story.history, order.path, order.options, recording ? &*recording : nullptr);
}

} // namespace

Result<ExportedStory> loadStory(IncidentDatabase& database, IncidentKey incident)
{
    Result<PostMortem> loaded = loadPostMortem(database, incident);
    if (!loaded.isOk())
        return loaded.error();
    Result<std::vector<HistoryEntry>> history = database.history(incident);
    if (!history.isOk())
        return history.error();
    ExportedStory story{std::move(loaded).value(), std::move(history).value()};
    for (const std::string& tag : story.postMortem.incident.tags) {
        QFile runbook(QStringLiteral(":/runbooks/%1.md").arg(QString::fromStdString(tag)));
        if (runbook.open(QIODevice::ReadOnly))
            story.postMortem.runbooks.push_back({tag, runbook.readAll().toStdString()});
    }
    return story;
}

Result<ExportOutcome> exportIncident(ExportedStory whole, const IncidentExport& order)
{
    const ExportedStory story = redacted(std::move(whole), order);
    ExportOutcome outcome;
    const Status written = order.format == ExportFormat::Bundle ? writeBundleFile(story, order, outcome.remark)
        : order.format == ExportFormat::Pdf ? writePdfFile(order.path, laidOut(story.postMortem, order), order.options)
                                            : writeOutput(order.path, textOf(story.postMortem, order), Readers::Owner);
    if (!written.isOk())
        return written.error();
    if (order.options.progress)
        order.options.progress(1);
    outcome.bytes = static_cast<std::uint64_t>(QFileInfo(QString::fromStdString(order.path)).size());
    return outcome;
}

Report reportOf(PostMortem postMortem, const IncidentExport& order)
{
    return laidOut(redacted({std::move(postMortem), {}}, order).postMortem, order);
}

std::string previewText(const ExportedStory& whole, const IncidentExport& order, std::size_t maxBytes)
{
    const ExportedStory story = redacted(whole, order);
    const PostMortem& all = story.postMortem;
    if (order.format == ExportFormat::Bundle) {
        const TimeRange range = bundleRange(all.incident);
        return fmt::format("One SQLite file that any Lockstep can open:\n\n"
                           "  {} notes, {} links, {} pictures, {} history entries\n"
                           "  evidence: {} time series, {} heatmaps, {} spans, {} events, {} gaps\n"
                           "  recording from {} to {}, where available{}\n",
                           all.annotations.size(), all.links.size(), all.attachments.size(), story.history.size(),
                           all.evidence.series.size(), all.evidence.heats.size(), all.evidence.spans.size(),
                           all.evidence.events.size(), all.evidence.gaps.size(),
                           zonedTime(order.options.zone, range.from, true),
                           zonedTime(order.options.zone, range.to, true),
                           order.options.hideNames ? " (omitted, because names in it cannot be hidden)" : "");
    }
    std::string text = textOf(all, order);
    if (text.size() > maxBytes) {
        const std::size_t rest = text.size() - maxBytes;
        text.resize(maxBytes);
        text += fmt::format("\n... and {} more bytes", rest);
    }
    return text;
}

std::string fileHash(const std::string& path)
{
    if (!QFileInfo(QString::fromStdString(path)).isFile()) // reading a device or pipe may never end
        return {};
    QFile file(QString::fromStdString(path));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result().toHex().toStdString();
}

} // namespace lockstep
