// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/spanfilter.h"

#include "models/store/clusterstore.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/timeline/timelinerows.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QShortcut>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int filterWidth = 300;

} // namespace

LaneFilterBar::LaneFilterBar(QWidget* parent) : QWidget(parent), m_line(new QLineEdit(this)), m_note(makeNote({}, this))
{
    m_line->setPlaceholderText(tr("rank, node, operation, communicator, > 10 ms"));
    m_line->setAccessibleName(tr("Lane and span filter"));
    m_line->setClearButtonEnabled(true);
    m_line->setMaximumWidth(filterWidth);
    auto* row = makeBox<QHBoxLayout>(this, 8, {6, 2, 6, 2});
    row->addWidget(m_line, 1);
    row->addWidget(m_note, 1);
    connect(m_line, &QLineEdit::textChanged, this, &LaneFilterBar::textChanged);
    auto* away = new QShortcut(Qt::Key_Escape, m_line);
    away->setContext(Qt::WidgetShortcut);
    connect(away, &QShortcut::activated, this, &LaneFilterBar::closed);
}

QString LaneFilterBar::text() const
{
    return m_line->text();
}

void LaneFilterBar::setNote(const QString& note)
{
    m_note->setText(note);
}

void LaneFilterBar::focusLine()
{
    m_line->setFocus();
    m_line->selectAll();
}

namespace {

bool laneFits(const ClusterStore& store, const SpanLane& lane, const QString& word)
{
    bool isNumber = false;
    if (const uint rank = word.toUInt(&isNumber); isNumber)
        return lane.rank == rank;
    const NameTable& names = store.spans().names();
    const auto has = [&word](const std::string& name) {
        return toQString(name).contains(word, Qt::CaseInsensitive);
    };
    if (has(names.name(lane.name)) || (lane.job.isValid() && has(names.name(lane.job))))
        return true;
    return store.topology()->contains(lane.entity) && has(store.topology()->path(lane.entity));
}

/// "10 ms", "1.5s", "200us" as a duration; zero if invalid.
Duration durationFromText(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^\\s*([0-9]*\\.?[0-9]+)\\s*(ns|us|\u00b5s|ms|s|min)?\\s*$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return {};
    const QString unit = match.captured(2);
    const double scale = unit == QStringLiteral("ns")                       ? 1
        : unit == QStringLiteral("us") || unit == QStringLiteral("\u00b5s") ? 1e3
        : unit == QStringLiteral("s")                                       ? 1e9
        : unit == QStringLiteral("min")                                     ? 6e10
                                                                            : 1e6;
    const double ns = match.captured(1).toDouble() * scale;
    return ns < 1e18 ? Duration(std::llround(ns)) : Duration::max();
}

} // namespace

void SpanFilter::setText(const QString& text, const ClusterStore& store)
{
    m_laneWords.clear();
    m_spanWords.clear();
    m_known.clear();
    m_minWait = {};
    static const QRegularExpression waits(
        QStringLiteral("(?:wait\\s*)?>\\s*([0-9.]+\\s*(?:ns|us|\u00b5s|ms|s|min)?)(?:\\s|$)"));
    QString rest = text;
    if (const QRegularExpressionMatch match = waits.match(rest); match.hasMatch()) {
        m_minWait = durationFromText(match.captured(1));
        rest.remove(match.capturedStart(), match.capturedLength());
    }
    const auto& lanes = store.spans().lanes();
    for (const QString& word : rest.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const bool isLane
            = std::ranges::any_of(lanes, [&](const SpanLane& lane) { return laneFits(store, lane, word); });
        const NameTable& names = store.spans().names();
        bool isName = false;
        for (std::uint32_t name = 0; !isLane && !isName && name < names.size(); ++name)
            isName = toQString(names.name(NameId{name})).contains(word, Qt::CaseInsensitive);
        (isName ? m_spanWords : m_laneWords).append(word);
    }
    m_known.resize(static_cast<std::size_t>(m_spanWords.size()));
}

bool SpanFilter::keeps(const ClusterStore& store, const TimelineRow& row) const
{
    const SpanLane& lane = store.spans().lanes()[row.lane];
    return std::ranges::all_of(m_laneWords, [&](const QString& word) { return laneFits(store, lane, word); });
}

bool SpanFilter::fits(std::uint32_t name, qsizetype word, const NameTable& names) const
{
    auto& known = m_known[static_cast<std::size_t>(word)];
    if (name >= known.size())
        known.resize(name + 1, 0);
    if (known[name] == 0)
        known[name] = toQString(names.name(NameId{name})).contains(m_spanWords[word], Qt::CaseInsensitive) ? 2 : 1;
    return known[name] == 2;
}

bool SpanFilter::emphasises(const StoredSpan& span, const NameTable& names) const
{
    if (m_minWait > Duration::zero() && (span.spanKind() != SpanKind::Wait || span.durationNs < m_minWait.count()))
        return false;
    for (qsizetype word = 0; word < m_spanWords.size(); ++word) {
        if (!fits(span.op, word, names) && !fits(span.communicator, word, names))
            return false;
    }
    return true;
}

QString SpanFilter::reading() const
{
    QStringList parts;
    if (!m_laneWords.isEmpty())
        parts << lockstep::tr("lanes: %1").arg(m_laneWords.join(QLatin1Char(' ')));
    if (!m_spanWords.isEmpty())
        parts << lockstep::tr("spans: %1").arg(m_spanWords.join(QLatin1Char(' ')));
    if (m_minWait > Duration::zero())
        parts << lockstep::tr("waits of %1 or more").arg(toQString(formatDuration(m_minWait)));
    return parts.join(QStringLiteral("; "));
}

} // namespace lockstep

#include "moc_spanfilter.cpp"
