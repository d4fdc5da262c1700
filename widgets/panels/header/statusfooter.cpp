// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/header/statusfooter.h"

#include "models/core/sourcestatus.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/modeltext.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>
#include <QTimerEvent>

#include <map>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int footerRefreshMs = 1000;
constexpr int footerPad = 12;
constexpr int footerMarkSide = 10;

} // namespace

StatusFooter::StatusFooter(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("State of the data sources"));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize StatusFooter::sizeHint() const
{
    return {400, rowHeight(smallTextFont())};
}

void StatusFooter::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_timer.start(footerRefreshMs, Qt::VeryCoarseTimer, this);
}

void StatusFooter::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void StatusFooter::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    refresh();
}

/// Number of sources per state, and the first one with a problem and its reason.
QStringList StatusFooter::sourcesText() const
{
    std::map<SourceState, int> counts;
    const SourceStatus* unwell = nullptr;
    for (const SourceStatus& source : m_context.cluster.store().sources()) {
        ++counts[source.state];
        const bool isHealthy = source.state == SourceState::Live || source.state == SourceState::Recorded;
        unwell = unwell == nullptr && !isHealthy ? &source : unwell;
    }
    QStringList states;
    for (const auto& [state, count] : counts)
        states << u"%1 %2"_s.arg(count).arg(modelText(sourceStateName(state)));
    if (states.isEmpty())
        return {tr("No sources")};
    QStringList parts{tr("Sources: %1").arg(states.join(u", "_s))};
    if (unwell != nullptr) {
        const QString peer = toQString(unwell->peer);
        const QString reason = modelText(unwell->reason);
        parts << (reason.isEmpty() ? peer : peer + u": "_s + reason);
    }
    return parts;
}

void StatusFooter::refresh()
{
    QStringList parts = sourcesText();
    m_isWell = parts.size() == 1 && m_dropped == 0;
    if (m_dropped > 0)
        parts << tr("%n ticks dropped, see Help > Diagnostics", nullptr, static_cast<int>(m_dropped));
    if (!m_work.isEmpty())
        parts << m_work;
    const QString text = parts.join(QStringLiteral("   ·   "));
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleDescription(m_text);
    update();
}

void StatusFooter::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.window));
    painter.fillRect(0, 0, width(), 1, toColor(palette.line));
    QRect line = rect().adjusted(footerPad, 1, -footerPad, 0);
    if (!m_isWell) {
        drawSeverity(painter,
                     QRectF(line.left(), line.center().y() - footerMarkSide / 2.0 + 1, footerMarkSide, footerMarkSide),
                     Severity::Warning, palette);
        line.setLeft(line.left() + footerMarkSide + 6);
    }
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(line, Qt::AlignVCenter, painter.fontMetrics().elidedText(m_text, Qt::ElideRight, line.width()));
}

} // namespace lockstep

#include "moc_statusfooter.cpp"
