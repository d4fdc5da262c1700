// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/incidentexport.h"

#include "app/export/reportpages.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/text/outputfile.h"
#include "models/core/textparts.h"
#include "models/view/modeltext.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QString>
#include <QTimeZone>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <variant>

namespace lockstep {

Result<ReportZone> reportZone(const std::string& name)
{
    if (name == "UTC")
        return ReportZone{};
    const QTimeZone zone = name == "local" ? QTimeZone::systemTimeZone() : QTimeZone(QByteArray::fromStdString(name));
    if (!zone.isValid())
        return Error{"\"" + name
                     + "\" is not a time zone of this system; expected, for example, Europe/Berlin, UTC or local"};
    return ReportZone{zone.id().toStdString(), [zone](TimePoint time) {
                          const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time);
                          const QDateTime moment
                              = QDateTime::fromMSecsSinceEpoch(milliseconds.time_since_epoch().count(), Qt::UTC);
                          return ZoneOffset{std::chrono::seconds(zone.offsetFromUtc(moment)),
                                            zone.abbreviation(moment).toStdString()};
                      }};
}

namespace {

using namespace Qt::StringLiterals;

constexpr qint64 maxTemplateBytes = 64 * 1024;
constexpr qint64 maxPictureBytes = 2 * 1024 * 1024;
constexpr std::string_view others = "Other sections";
/// Sections of a report; not every report has all of them.
constexpr std::array<std::string_view, 12> names{"Summary",  "Causes",   "Judgements", "Actions",  "Impact",  "Cost",
                                                 "Timeline", "Evidence", "Data gaps",  "Pictures", "Runbook", others};

/// A heading of level 2 and the blocks below it. Pictures have no heading, but count as a section.
struct Section
{
    std::string name;
    std::vector<ReportBlock> blocks;
};

std::vector<Section> sectionsOf(std::vector<ReportBlock> blocks)
{
    std::vector<Section> sections;
    for (ReportBlock& block : blocks) {
        const auto* const heading = std::get_if<ReportHeading>(&block);
        if (heading != nullptr && heading->level == 2)
            sections.push_back({heading->text == "Runbooks" ? "Runbook" : heading->text, {}});
        else if (sections.empty()
                 || (std::holds_alternative<ReportPicture>(block) && sections.back().name != "Pictures"))
            sections.push_back({"Pictures", {}});
        sections.back().blocks.push_back(std::move(block));
    }
    return sections;
}

std::optional<QByteArray> contentsOf(const QString& path, qint64 maxBytes)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > maxBytes || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll();
}

/// The name in "{{ name }}".
std::optional<std::string> placeholderIn(const QString& line)
{
    const QString bare = line.trimmed();
    if (bare.size() < 4 || !bare.startsWith(u"{{"_s) || !bare.endsWith(u"}}"_s))
        return std::nullopt;
    return bare.sliced(2, bare.size() - 4).trimmed().toStdString();
}

/// The picture in "![caption](file)"; a notice if it cannot be read.
std::optional<ReportBlock> pictureIn(const QString& line, const QDir& folder)
{
    const QString bare = line.trimmed();
    const qsizetype middle = bare.indexOf(u"]("_s);
    if (!bare.startsWith(u"!["_s) || middle < 0 || !bare.endsWith(u')'))
        return std::nullopt;
    const QString name = bare.sliced(middle + 2, bare.size() - middle - 3);
    const auto bytes = contentsOf(folder.filePath(name), maxPictureBytes);
    if (!bytes)
        return ReportNotice{
            fmt::format("Cannot read the picture {} of the report template. A picture may have at most 2 MiB.",
                        name.toStdString())};
    const auto* const data = reinterpret_cast<const std::byte*>(bytes->constData());
    return ReportPicture{bare.sliced(2, middle - 2).toStdString(),
                         bytes->startsWith("\x89PNG") ? "image/png" : "image/jpeg",
                         {data, data + bytes->size()}};
}

/// Applies a template.
class Arrangement
{
public:
    Arrangement(Report& report, QStringList lines, QDir folder);
    void carryOut();

private:
    void placeOwnText();
    void placeSection(const std::string& name);

    Report& m_report;
    const QStringList m_lines;
    const QDir m_folder;
    const std::vector<Section> m_sections;
    std::vector<std::string> m_placed; ///< names of all sections that have a place
    std::vector<ReportBlock>* m_into; ///< until the first section, the head
    QString m_ownText; ///< not placed yet
};

Arrangement::Arrangement(Report& report, QStringList lines, QDir folder)
    : m_report(report),
      m_lines(std::move(lines)),
      m_folder(std::move(folder)),
      m_sections(sectionsOf(std::exchange(report.blocks, {}))),
      m_into(&report.head)
{
    for (const QString& line : m_lines) {
        if (auto name = placeholderIn(line))
            m_placed.push_back(*std::move(name));
    }
}

void Arrangement::carryOut()
{
    for (const QString& line : m_lines) {
        if (const auto name = placeholderIn(line)) {
            placeOwnText();
            placeSection(*name);
        } else if (auto picture = pictureIn(line, m_folder)) {
            placeOwnText();
            m_into->push_back(*std::move(picture));
        } else {
            m_ownText += line + u'\n';
        }
    }
    placeOwnText();
}

void Arrangement::placeOwnText()
{
    for (ReportBlock& block : blocksFromMarkdown(std::exchange(m_ownText, {}).toStdString())) {
        if (auto* const heading = std::get_if<ReportHeading>(&block))
            heading->level = 2;
        m_into->push_back(std::move(block));
    }
}

void Arrangement::placeSection(const std::string& name)
{
    m_into = &m_report.blocks;
    if (std::ranges::find(names, name) == names.end())
        m_into->emplace_back(ReportNotice{fmt::format(
            "The report template names an unknown section \"{}\". Known sections: {}.", name, fmt::join(names, ", "))});
    for (const Section& section : m_sections) {
        const bool isOther = name == others && std::ranges::find(m_placed, section.name) == m_placed.end();
        if (section.name == name || isOther)
            m_into->insert(m_into->end(), section.blocks.begin(), section.blocks.end());
    }
}

void translate(std::string& text)
{
    text = wholeModelText(text).toStdString();
}

/// Translates a report to the user's language, except for text that people wrote. Unchanged in programs that load no
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

/// Removes data that must not be exported, and the history, which contains all earlier texts.
ExportedIncident redacted(ExportedIncident story, const IncidentExport& order)
{
    if (order.hideSecrets)
        story.postMortem = withoutSecrets(std::move(story.postMortem));
    if (order.options.hideNames)
        story.postMortem = withoutNames(std::move(story.postMortem));
    if (order.hideSecrets || order.options.hideNames)
        story.history.clear();
    return story;
}

/// The site's template for reports: "report.md" in the user's configuration folder, else in /etc/lockstep; empty: none.
std::string siteReportTemplate()
{
    const QString own = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    for (const QString& path : {own + u"/lockstep/report.md"_s, u"/etc/lockstep/report.md"_s}) {
        if (QFileInfo::exists(path))
            return path.toStdString();
    }
    return {};
}

/// Arranges a report by a template, see resources/manual/incidents.md. Call before the report is translated. An unknown
/// section or a missing picture becomes a notice, so that the report is written in any case. Any thread.
/// @param path of the template; empty: the report is not changed
Report inTemplate(Report report, const std::string& path)
{
    if (path.empty())
        return report;
    const QString file = QString::fromStdString(path);
    const auto text = contentsOf(file, maxTemplateBytes);
    if (!text) {
        report.head.emplace_back(
            ReportNotice{fmt::format("Cannot read the report template {}. A template may have at most 64 KiB.", path)});
        return report;
    }
    Arrangement(report, QString::fromUtf8(*text).split(u'\n'), QFileInfo(file).dir()).carryOut();
    return report;
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
Status writeBundleFile(const ExportedIncident& story, const IncidentExport& order, std::string& remark)
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

Result<ExportedIncident> loadExportedIncident(IncidentDatabase& database, IncidentKey incident)
{
    Result<PostMortem> loaded = loadPostMortem(database, incident);
    if (!loaded.isOk())
        return loaded.error();
    Result<std::vector<HistoryEntry>> history = database.history(incident);
    if (!history.isOk())
        return history.error();
    ExportedIncident story{std::move(loaded).value(), std::move(history).value()};
    for (const std::string& tag : story.postMortem.incident.tags) {
        QFile runbook(QStringLiteral(":/runbooks/%1.md").arg(QString::fromStdString(tag)));
        if (runbook.open(QIODevice::ReadOnly))
            story.postMortem.runbooks.push_back({tag, runbook.readAll().toStdString()});
    }
    return story;
}

Result<ExportOutcome> exportIncident(ExportedIncident whole, const IncidentExport& order)
{
    const ExportedIncident story = redacted(std::move(whole), order);
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

std::string previewText(const ExportedIncident& whole, const IncidentExport& order, std::size_t maxBytes)
{
    const ExportedIncident story = redacted(whole, order);
    const PostMortem& all = story.postMortem;
    if (order.format == ExportFormat::Bundle) {
        const TimeRange range = bundleRange(all.incident);
        return fmt::format("One SQLite file that any Lockstep can open:\n\n"
                           "  {}, {}, {}, {}\n"
                           "  evidence: {} time series, {}, {}, {}, {}\n"
                           "  recording from {} to {}, where available{}\n",
                           counted(all.annotations.size(), "note"), counted(all.links.size(), "link"),
                           counted(all.attachments.size(), "picture"),
                           counted(story.history.size(), "history entry", "history entries"),
                           all.evidence.series.size(), counted(all.evidence.heats.size(), "heatmap"),
                           counted(all.evidence.spans.size(), "span"), counted(all.evidence.events.size(), "event"),
                           counted(all.evidence.gaps.size(), "gap"), zonedTime(order.options.zone, range.from, true),
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
