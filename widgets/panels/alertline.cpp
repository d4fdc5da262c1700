// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/alertline.h"

#include "models/analysis/causality/alertboard.h"
#include "models/analysis/causality/alertfigure.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QFontMetrics>
#include <QPainter>

namespace lockstep {

namespace {

constexpr int linePad = 12;
constexpr std::chrono::seconds refreshEvery{1};

} // namespace

AlertLine::AlertLine(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
    connect(&m_clock, &QTimer::timeout, this, &AlertLine::refresh);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&context.time, &TimeWindow::cursorChanged, this, [this] {
        if (m_isOn && !m_context.time.isFollowing())
            refresh();
    });
    if (context.alerts != nullptr)
        connect(context.alerts, &AlertBoard::joined, this, &AlertLine::refresh);
}

void AlertLine::setOn(bool isOn, double scale)
{
    m_isOn = isOn;
    m_scale = scale;
    if (isOn)
        m_clock.start(refreshEvery);
    else
        m_clock.stop();
    updateGeometry();
    refresh();
}

void AlertLine::refresh()
{
    m_text.clear();
    if (m_isOn && m_context.alerts != nullptr) {
        const TimePoint moment = m_context.time.isFollowing() ? wallClockNow() : m_context.time.cursor();
        const Alert* worst = nullptr;
        int others = -1;
        for (const Alert& alert : m_context.alerts->at(moment)) {
            if (alert.end || alert.state == Alert::State::Shelved)
                continue;
            ++others;
            worst = worst == nullptr ? &alert : worst; // they come in this order
        }
        if (worst != nullptr) {
            const QString since = toQString(formatTime(worst->onset, std::chrono::seconds(1)));
            m_text = tr("%1 · since %2").arg(toQString(titleAt(*worst, m_context.cluster.store(), moment)), since);
            if (others > 0)
                m_text += tr(" · and %1 more").arg(others);
            m_severity = worst->severity;
        }
    }
    setAccessibleName(m_text);
    setVisible(!m_text.isEmpty());
    update();
}

QFont AlertLine::words() const
{
    return textFont(1.5 * m_scale);
}

QSize AlertLine::sizeHint() const
{
    return {360, QFontMetrics(words()).height() + linePad};
}

void AlertLine::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const QFont font = words();
    const int side = QFontMetrics(font).capHeight();
    drawSeverity(painter, QRectF(linePad, (height() - side) / 2.0, side, side), m_severity, palette);
    const QRect line = rect().adjusted(2 * linePad + side, 0, -linePad, 0);
    painter.setFont(font);
    painter.setPen(toColor(severityColour(palette, m_severity)));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_text, Qt::ElideRight, line.width()));
    m_context.frames.painted();
}

} // namespace lockstep

#include "moc_alertline.cpp"
