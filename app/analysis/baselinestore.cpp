// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/baselinestore.h"

#include "datasources/text/outputfile.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <QDir>
#include <QFile>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr std::string_view learnedHeader = "lockstep baselines 1";
constexpr qint64 maxFileBytes = qint64{256} << 20U;
constexpr std::size_t learnedFields = 6;

/// Removes separators, so that a node's name cannot end a field or line.
std::string withoutBreaks(std::string text)
{
    std::ranges::replace_if(
        text, [](char each) { return each == '\t' || each == '\n' || each == '\r'; }, ' ');
    return text;
}

std::optional<LearnedBaselines::Entry> entryIn(std::string_view line)
{
    std::array<std::string_view, learnedFields> fields;
    for (std::string_view& field : fields)
        field = takeUpTo(line, '\t');
    const auto since = parseNumber<std::int64_t>(fields[3]);
    const auto until = parseNumber<std::int64_t>(fields[4]);
    if (!line.empty() || fields[0].empty() || fields[1].empty() || !since || !until || *since > *until)
        return std::nullopt;
    LearnedBaselines::Entry entry{
        std::string(fields[0]),
        std::string(fields[1]),
        {std::string(fields[2]), TimePoint(Duration(*since)), TimePoint(Duration(*until)), {}}};
    for (std::string_view values = fields[5]; !values.empty();) {
        const auto value = parseNumber<float>(takeUpTo(values, ' '));
        if (!value || entry.learned.values.size() >= LearnedBaselines::maxValues)
            return std::nullopt;
        entry.learned.values.push_back(*value);
    }
    return entry;
}

} // namespace

std::string learnedText(const std::vector<LearnedBaselines::Entry>& entries)
{
    std::string text(learnedHeader);
    text += '\n';
    for (const LearnedBaselines::Entry& each : entries) {
        const Learned& learned = each.learned;
        text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", withoutBreaks(each.quantity), withoutBreaks(each.path),
                            withoutBreaks(learned.make), nsOf(learned.since), nsOf(learned.until),
                            fmt::join(learned.values, " "));
    }
    return text;
}

Result<std::vector<LearnedBaselines::Entry>> parseLearned(std::string_view text)
{
    std::vector<LearnedBaselines::Entry> entries;
    if (text.empty())
        return entries;
    if (nextLine(text) != learnedHeader)
        return Error{fmt::format("line 1: expected \"{}\"", learnedHeader)};
    for (std::size_t line = 2; !text.empty(); ++line) {
        std::optional<LearnedBaselines::Entry> entry = entryIn(nextLine(text));
        if (!entry)
            return Error{fmt::format(
                "line {}: expected quantity, path, make, since, until and values, separated by tabs", line)};
        if (entries.size() >= LearnedBaselines::maxEntries)
            return Error{fmt::format("line {}: more than {} lines", line, LearnedBaselines::maxEntries)};
        entries.push_back(std::move(*entry));
    }
    return entries;
}

Result<std::vector<LearnedBaselines::Entry>> readLearned(const QString& path)
{
    QFile file(path);
    if (!file.exists())
        return std::vector<LearnedBaselines::Entry>();
    if (!file.open(QIODevice::ReadOnly))
        return Error{fmt::format("{}: {}", path.toStdString(), file.errorString().toStdString())};
    if (file.size() > maxFileBytes)
        return Error{fmt::format("{}: too large for a baseline file", path.toStdString())};
    const QByteArray text = file.readAll();
    auto entries = parseLearned({text.data(), static_cast<std::size_t>(text.size())});
    return entries.isOk() ? std::move(entries)
                          : Error{fmt::format("{}: {}", path.toStdString(), entries.error().message)};
}

BaselineStore::~BaselineStore()
{
    if (!m_path.isEmpty() && m_baselines.version() != m_version)
        m_worker.add([this](const std::stop_token&) { write(m_baselines.entries()); });
}

std::string BaselineStore::open(const QString& folder)
{
    m_path = folder.isEmpty() ? QString() : QDir(folder).filePath(QString::fromLatin1(fileName));
    m_written = std::chrono::steady_clock::now();
    if (m_path.isEmpty())
        return {};
    Result<std::vector<LearnedBaselines::Entry>> entries = readLearned(m_path);
    if (!entries.isOk())
        return entries.error().message + ": learning new baselines";
    m_baselines.load(std::move(entries).value());
    m_version = m_baselines.version();
    return {};
}

void BaselineStore::follow(std::chrono::steady_clock::time_point now)
{
    if (m_path.isEmpty() || now - m_written < writtenEvery || m_baselines.version() == m_version)
        return;
    m_written = now;
    m_version = m_baselines.version();
    m_worker.add([this](const std::stop_token&) { write(m_baselines.entries()); });
}

/// Atomic: the old file stays if the new one cannot be written.
void BaselineStore::write(const std::vector<LearnedBaselines::Entry>& entries)
{
    const Status written = writeOutput(m_path.toStdString(), learnedText(entries), Readers::Owner);
    const std::lock_guard lock(m_mutex);
    m_problem = written.isOk() ? std::string() : "cannot save baselines: " + written.error().message;
}

std::string BaselineStore::problem()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_problem, {});
}

} // namespace lockstep
