// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidenthistory.h"

#include "models/incidents/incidentboard.h"
#include "models/view/theme.h"
#include "models/view/timeaxis.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

namespace lockstep {

namespace {

constexpr std::size_t mostShown = 500;

QString shortened(const std::string& text)
{
    constexpr qsizetype longest = 160;
    const QString whole = toQString(text).simplified();
    return (whole.size() > longest ? whole.left(longest) + QChar(0x2026) : whole).toHtmlEscaped();
}

QString entryHtml(const HistoryEntry& entry, const QString& dim)
{
    QString what = shortened(entry.after);
    if (entry.after.empty())
        what = QStringLiteral("<s>%1</s>").arg(shortened(entry.before));
    else if (!entry.before.empty())
        what = QStringLiteral("<span style='color:%1'>%2</span> &rarr; %3").arg(dim, shortened(entry.before), what);
    return QStringLiteral("<p style='margin:4px 0'><span style='color:%1'>%2 &nbsp;%3 &nbsp;%4</span><br>"
                          "<b>%5</b>&nbsp; %6</p>")
        .arg(dim, toQString(formatDateTime(entry.time)), toQString(entry.author).toHtmlEscaped(),
             toQString(entry.change).toHtmlEscaped(), toQString(entry.field).toHtmlEscaped(), what);
}

} // namespace

IncidentHistory::IncidentHistory(ViewContext context, QWidget* parent) : QTextBrowser(parent), m_context(context)
{
    setAccessibleName(tr("History of edits, newest first"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    connect(&context.theme, &Theme::changed, this, &IncidentHistory::refresh);
}

void IncidentHistory::refresh()
{
    const std::vector<HistoryEntry>& history = m_context.incidents->details().history;
    const QString dim = toColor(m_context.theme.palette().dimText).name();
    QString html;
    const std::size_t first = history.size() > mostShown ? history.size() - mostShown : 0;
    for (std::size_t i = history.size(); i-- > first;)
        html += entryHtml(history[i], dim);
    if (first > 0)
        html += tr("<p>%1 earlier edits are in the database.</p>").arg(first);
    if (html.isEmpty())
        html = tr("<p>No edits yet.</p>");
    setHtml(html);
}

} // namespace lockstep
