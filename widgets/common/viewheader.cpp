// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/viewheader.h"

#include "models/core/topology/reporters.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>
#include <QTimerEvent>

#include <algorithm>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int headerPadding = 8;
constexpr int refreshMs = 1000; // whole seconds, so that all headers update in one frame

} // namespace

ViewHeader::ViewHeader(QString title, ViewContext context, QWidget* parent)
    : QWidget(parent), m_title(std::move(title)), m_context(context)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(m_title);
    connect(&m_context.cluster, &ClusterModel::changed, this, &ViewHeader::clusterChanged);
    connect(&m_context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&m_context.time, &TimeWindow::changed, this, &ViewHeader::refreshAge);
    connect(&m_context.time, &TimeWindow::cursorChanged, this, &ViewHeader::refreshAge);
    countStaleNodes();
    refreshAge();
}

void ViewHeader::setCaption(const QString& caption)
{
    if (m_caption == caption)
        return;
    m_caption = caption;
    setAccessibleDescription(caption);
    setToolTip(caption);
    update();
}

QSize ViewHeader::sizeHint() const
{
    return {320, std::max(24, rowHeight(textFont()) + 2)};
}

QSize ViewHeader::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void ViewHeader::clusterChanged(const ChangeSet& changes)
{
    if (!changes.ticks.isEmpty())
        m_newestSample = std::max(m_newestSample, changes.newestSample);
    if (changes.sources || changes.topology)
        countStaleNodes();
    if (isVisible())
        refreshAge();
}

void ViewHeader::countStaleNodes()
{
    const ClusterStore& store = m_context.cluster.store();
    m_staleNodes = m_knownNodes = 0;
    m_staleReporters = 0;
    const auto count = store.topology() ? store.topology()->count(EntityKind::Node) : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const EntityRef node{EntityKind::Node, i};
        const Freshness freshness = store.freshness(node);
        const bool isMachine = !isReporter(*store.topology(), node);
        m_knownNodes += isMachine && freshness != Freshness::NeverSeen ? 1 : 0;
        (isMachine ? m_staleNodes : m_staleReporters) += freshness == Freshness::Stale ? 1 : 0;
        // A header created after the first data has missed its signals.
        if (freshness != Freshness::NeverSeen && m_newestSample == TimePoint{})
            m_newestSample = store.node(node).lastReceived;
    }
}

void ViewHeader::refreshAge()
{
    // The window's header shows subject and time once; only differences from it are shown here.
    QString age;
    m_isWarning = m_staleNodes + m_staleReporters > 0;
    const bool isFollowing = m_context.time.isFollowing();
    const QString since = isFollowing ? u" · "_s + ageText(wallClockNow() - m_newestSample) : QString();
    if (m_newestSample == TimePoint{} && !m_context.cluster.store().viewTime())
        age = tr("no data yet");
    else if (m_staleNodes > 0 && m_staleNodes == m_knownNodes)
        age = tr("stale") + since;
    else if (m_staleNodes > 0)
        age = tr("%1 of %2 nodes stale").arg(m_staleNodes).arg(m_knownNodes) + since;
    else if (m_staleReporters > 0)
        age = tr("%n agents stale", nullptr, static_cast<int>(m_staleReporters)) + since;
    if (age == m_age)
        return;
    m_age = age;
    update();
}

void ViewHeader::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    countStaleNodes();
    refreshAge();
    m_timer.start(refreshMs, Qt::VeryCoarseTimer, this);
}

void ViewHeader::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void ViewHeader::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_timer.timerId())
        refreshAge();
    else
        QWidget::timerEvent(event);
}

void ViewHeader::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    painter.fillRect(0, height() - 1, width(), 1, toColor(palette.line));
    const QRect line = rect().adjusted(headerPadding, 0, -headerPadding, -1);

    // The age first: if space is short, the caption is elided.
    painter.setFont(smallFigureFont());
    const int ageWidth = painter.fontMetrics().horizontalAdvance(m_age);
    const QRect ageBox(line.right() - ageWidth, line.top(), ageWidth + 1, line.height());
    painter.setPen(toColor(m_isWarning ? palette.text : palette.dimText));
    painter.drawText(ageBox, Qt::AlignVCenter | Qt::AlignRight, m_age);
    int right = ageBox.left() - headerPadding;
    if (m_isWarning) {
        drawSeverity(painter,
                     QRectF(right - severityMarkSide + 4, line.center().y() - severityMarkSide / 2.0 + 1,
                            severityMarkSide, severityMarkSide),
                     Severity::Warning, palette);
        right -= severityMarkSide + 4;
    }

    painter.setFont(titleFont());
    painter.setPen(toColor(palette.text));
    const QString title = painter.fontMetrics().elidedText(m_title, Qt::ElideRight, right - line.left());
    painter.drawText(QRect(line.left(), line.top(), right - line.left(), line.height()), Qt::AlignVCenter, title);
    const int left = line.left() + painter.fontMetrics().horizontalAdvance(title) + headerPadding;
    if (right <= left)
        return;
    painter.setFont(textFont());
    painter.setPen(toColor(palette.dimText));
    const QString caption = painter.fontMetrics().elidedText(m_caption, Qt::ElideRight, right - left);
    painter.drawText(QRect(left, line.top(), right - left, line.height()), Qt::AlignVCenter, caption);
}

} // namespace lockstep

#include "moc_viewheader.cpp"
