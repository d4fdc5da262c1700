// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/modeltext.h"

#include "models/core/visibletext.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxDepth = 6;
constexpr qsizetype maxKept = 4096; ///< translations that are kept
constexpr qsizetype maxLength = 2000; ///< longer texts are documents, not messages

bool isMark(QChar letter)
{
    return letter == u'%' || letter == u'#';
}

struct Pattern
{
    QString translation;
    QStringList fixed; ///< the text before, between and after the variable parts
    qsizetype letters = 0; ///< of the fixed text
    bool isOfNumbers = false; ///< "#1 of #2": the variable parts are numbers, with their units
};

Pattern patternOf(const QString& text, const QString& translation)
{
    Pattern pattern{translation, {}, 0};
    QString part;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (isMark(text[at]) && at + 1 < text.size() && text[at + 1] >= u'1' && text[at + 1] <= u'9') {
            pattern.isOfNumbers = text[at] == u'#';
            pattern.fixed << part;
            part.clear();
            ++at;
        } else {
            part += text[at];
            pattern.letters += text[at].isLetter() ? 1 : 0;
        }
    }
    pattern.fixed << part;
    return pattern;
}

/// Path of the table of the language that is installed; there is none for English.
QString tablePath()
{
    return u":/translations/modeltexts_%1.tsv"_s.arg(QCoreApplication::translate("lockstep::ModelText", "en"));
}

struct Patterns
{
    QHash<QString, QString> whole; ///< translations of those without variable parts
    std::vector<Pattern> variable; ///< the most specific first

    Patterns()
    {
        QFile table(tablePath());
        (void)table.open(QIODevice::ReadOnly);
        for (const QString& line : QString::fromUtf8(table.readAll()).split(u'\n')) {
            const qsizetype tab = line.indexOf(u'\t');
            if (tab < 0)
                continue; // a heading
            Pattern pattern = patternOf(line.left(tab), line.mid(tab + 1));
            if (pattern.fixed.size() == 1)
                whole.insert(pattern.fixed.front(), pattern.translation);
            else
                variable.push_back(std::move(pattern));
        }
        std::ranges::stable_sort(variable, std::ranges::greater(), &Pattern::letters);
    }
};

const Patterns& patterns()
{
    static const Patterns all;
    return all;
}

/// "320", "180 L/min": the unit follows a thin space.
bool isNumber(const QString& part)
{
    return !part.isEmpty() && part.front().isDigit() && !part.contains(u' ');
}

/// The variable parts of a text; nullopt if it does not match.
std::optional<QStringList> partsOf(const Pattern& pattern, const QString& text)
{
    const QString& last = pattern.fixed.back();
    if (!text.startsWith(pattern.fixed.front()) || !text.endsWith(last))
        return std::nullopt;
    const qsizetype end = text.size() - last.size();
    qsizetype at = pattern.fixed.front().size();
    QStringList parts;
    for (qsizetype next = 1; next + 1 < pattern.fixed.size(); ++next) {
        const qsizetype found = text.indexOf(pattern.fixed[next], at);
        if (found < 0 || found + pattern.fixed[next].size() > end)
            return std::nullopt;
        parts << text.mid(at, found - at);
        at = found + pattern.fixed[next].size();
    }
    if (at > end)
        return std::nullopt;
    parts << text.mid(at, end - at);
    return pattern.isOfNumbers && !std::ranges::all_of(parts, isNumber) ? std::nullopt : std::optional(parts);
}

/// Replaces %1 to %9, or #1 to #9, at once, because the parts may contain such text.
QString filled(const QString& text, const QStringList& parts)
{
    QString result;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const qsizetype part = isMark(text[at]) && at + 1 < text.size() ? text[at + 1].unicode() - u'1' : -1;
        if (part >= 0 && part < parts.size()) {
            result += parts[part];
            ++at;
        } else {
            result += text[at];
        }
    }
    return result;
}

QString translation(const QString& text, int depth);

/// nullopt: no pattern matches the whole text.
std::optional<QString> wholeTranslation(const QString& text, int depth)
{
    if (const auto found = patterns().whole.constFind(text); found != patterns().whole.cend())
        return *found;
    for (const Pattern& pattern : patterns().variable) {
        std::optional<QStringList> parts = partsOf(pattern, text);
        if (!parts)
            continue;
        for (QString& part : *parts)
            part = translation(part, depth + 1);
        return filled(pattern.translation, *parts);
    }
    return std::nullopt;
}

/// Translates a text without a matching pattern clause by clause. Some patterns begin with the punctuation before their
/// clause.
QString byClauses(const QString& text, int depth)
{
    for (const QString& mark : {u" \u2192 "_s, u"; "_s, u": "_s, u", "_s}) {
        const QStringList clauses = text.split(mark);
        if (clauses.size() < 2)
            continue;
        QString result = translation(clauses.front(), depth + 1);
        for (const QString& clause : clauses.mid(1)) {
            const std::optional<QString> whole = wholeTranslation(mark + clause, depth + 1);
            result += whole ? *whole : mark + translation(clause, depth + 1);
        }
        return result;
    }
    return text;
}

QString translation(const QString& text, int depth)
{
    if (depth > maxDepth || text.isEmpty())
        return text;
    const std::optional<QString> whole = wholeTranslation(text, depth);
    return whole ? *whole : byClauses(text, depth);
}

bool hasTranslation()
{
    return QFile::exists(tablePath());
}

} // namespace

QString modelText(std::string_view english)
{
    const QString text = QString::fromStdString(visibleText(english));
    if (text.size() > maxLength || !hasTranslation())
        return text;
    thread_local QHash<QString, QString> kept;
    if (const auto found = kept.constFind(text); found != kept.cend())
        return *found;
    if (kept.size() >= maxKept)
        kept.clear();
    return *kept.insert(text, translation(text, 0));
}

QString wholeModelText(std::string_view english)
{
    const QString text = QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size()));
    if (text.size() > maxLength || !hasTranslation())
        return text;
    return wholeTranslation(text, 0).value_or(text);
}

} // namespace lockstep
