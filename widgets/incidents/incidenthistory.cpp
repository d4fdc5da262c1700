// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidenthistory.h"

#include "models/incidents/historytext.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

namespace lockstep {

namespace {

constexpr std::size_t maxShown = 500;

QString shortened(const std::string& text)
{
    constexpr qsizetype longest = 160;
    const QString whole = toQString(text).simplified();
    return (whole.size() > longest ? whole.left(longest) + QChar(0x2026) : whole).toHtmlEscaped();
}

QString headHtml(const HistoryEntry& entry, const QString& dim)
{
    return QStringLiteral("<p style='margin:6px 0 0 0'><b>%1</b> <span style='color:%2'>&nbsp;%3 &nbsp;%4</span></p>")
        .arg(modelText(entry.change).toHtmlEscaped(), dim, toQString(formatDateTime(entry.time)),
             toQString(entry.author).toHtmlEscaped());
}

QString lineHtml(const HistoryLine& line, const QString& dim)
{
    QString what = shortened(line.after);
    if (line.after.empty())
        what = QStringLiteral("<s>%1</s>").arg(shortened(line.before));
    else if (!line.before.empty())
        what = QStringLiteral("<span style='color:%1'>%2</span> &rarr; %3").arg(dim, shortened(line.before), what);
    return QStringLiteral("<p style='margin:0 0 0 12px'><span style='color:%1'>%2</span>&nbsp; %3</p>")
        .arg(dim, modelText(line.what).toHtmlEscaped(), what);
}

/// Lines of one change share a heading.
bool isSameChange(const HistoryEntry& a, const HistoryEntry& b)
{
    return a.time == b.time && a.change == b.change && a.author == b.author;
}

} // namespace

IncidentHistory::IncidentHistory(ViewContext context, QWidget* parent) : QTextBrowser(parent), m_context(context)
{
    setAccessibleName(tr("Edit history, newest first"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    connect(&context.theme, &Theme::changed, this, &IncidentHistory::refresh);
}

void IncidentHistory::refresh()
{
    const std::vector<HistoryEntry>& history = m_context.incidents->details().history;
    const QString dim = toColor(m_context.theme.palette().dimText).name();
    QString html;
    const IncidentRecords& records = m_context.incidents->records();
    const std::size_t first = history.size() > maxShown ? history.size() - maxShown : 0;
    for (std::size_t end = history.size(); end > first;) {
        std::size_t begin = end - 1;
        while (begin > first && isSameChange(history[begin - 1], history[end - 1]))
            --begin;
        QString lines;
        for (std::size_t at = begin; at < end; ++at) {
            if (const auto line = historyLine(history[at], records))
                lines += lineHtml(*line, dim);
        }
        html += headHtml(history[begin], dim) + lines;
        end = begin;
    }
    if (first > 0)
        html += tr("<p>Earlier edits, not shown: %1</p>").arg(first);
    if (html.isEmpty())
        html = tr("<p>No edits yet.</p>");
    setHtml(html);
}

} // namespace lockstep

#include "moc_incidenthistory.cpp"
