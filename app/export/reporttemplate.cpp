// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/reporttemplate.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

constexpr qint64 maxTemplateBytes = 64 * 1024;
constexpr qint64 maxPictureBytes = 2 * 1024 * 1024;
constexpr std::string_view others = "Other sections";
/// Sections of a report; not every report has all of them.
constexpr std::array<std::string_view, 12> names{"Summary",  "Causes",   "Judgements", "Actions",  "Impact",  "Cost",
                                                 "Timeline", "Evidence", "Data gaps",  "Pictures", "Runbook", others};

/// A heading of level 2 with what follows it. Pictures have no heading, but are a section.
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

/// Carries out a template.
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

} // namespace

std::string siteReportTemplate()
{
    const QString own = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    for (const QString& path : {own + u"/lockstep/report.md"_s, u"/etc/lockstep/report.md"_s}) {
        if (QFileInfo::exists(path))
            return path.toStdString();
    }
    return {};
}

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

} // namespace lockstep
