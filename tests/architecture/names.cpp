// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/names.h"

#include <QRegularExpression>

namespace lockstep::test {

namespace {

/// Excludes files with similar names ("agent.toml", "node.py").
QString nameOf(const QStringList& groups)
{
    return u"(?:%1)(?:\\.(?!(?:toml|md|json|proto|h|cpp|py|sh|so|service|html|pdf|png)\\b)[a-z0-9_]+)+"_qs.arg(
        groups.join(u'|'));
}

QString withoutComments(const QString& text)
{
    static const QRegularExpression token(uR"(//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'))"_qs,
                                          QRegularExpression::DotMatchesEverythingOption);
    QString code = text;
    return code.replace(token, u"\\1"_qs);
}

} // namespace

QStringList constantsIn(const QString& header)
{
    static const QRegularExpression constant(uR"re(^inline constexpr auto \w+\s*=\s*"([^"]+)";)re"_qs,
                                             QRegularExpression::MultilineOption);
    QStringList texts;
    for (auto found = constant.globalMatch(header); found.hasNext();)
        texts << found.next().captured(1);
    return texts;
}

QStringList namesWritten(const QString& code, const QStringList& groups)
{
    const QRegularExpression literal(u"\"(%1)\""_qs.arg(nameOf(groups)));
    QStringList names;
    for (auto found = literal.globalMatch(withoutComments(code)); found.hasNext();)
        names << found.next().captured(1);
    return names;
}

QStringList namesMentioned(const QString& document, const QStringList& groups)
{
    const QRegularExpression word(u"(?<![\\w./-])(%1)(?![\\w/(])"_qs.arg(nameOf(groups)));
    QStringList names;
    for (auto found = word.globalMatch(document); found.hasNext();)
        names << found.next().captured(1);
    return names;
}

QList<std::pair<QString, QString>> viewsIn(const QString& code)
{
    static const QRegularExpression row(
        uR"re(\{"(\w+)",\s*QT_TRANSLATE_NOOP\("lockstep::DashboardPage", "([^"]+)"\))re"_qs);
    QList<std::pair<QString, QString>> views;
    for (auto found = row.globalMatch(code); found.hasNext();) {
        const QRegularExpressionMatch view = found.next();
        views.append({view.captured(1), view.captured(2)});
    }
    return views;
}

QStringList placedIn(const QString& code)
{
    static const QRegularExpression placed(uR"re(u"(\w+)"_s)re"_qs);
    QStringList ids;
    for (auto found = placed.globalMatch(code); found.hasNext();)
        ids << found.next().captured(1);
    return ids;
}

bool isExplainedIn(const QString& page, const QString& title)
{
    return page.contains(u"\n### %1\n"_qs.arg(title));
}

} // namespace lockstep::test
