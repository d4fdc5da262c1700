// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/alertline.h"

#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/modeltext.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QAction>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr int linePad = 12;
constexpr std::chrono::seconds refreshEvery{1};

} // namespace

AlertLine::AlertLine(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_buttons(new QWidget(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* const buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    auto* const line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, linePad, 0);
    line->addStretch(1);
    line->addWidget(m_buttons);
    hide();
    connect(&m_clock, &QTimer::timeout, this, &AlertLine::refresh);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&context.cluster, &ClusterModel::changed, this, &AlertLine::follow);
    connect(&context.time, &TimeWindow::cursorChanged, this, [this] {
        if (m_mode != Mode::Off && !m_context.time.isFollowing())
            refresh();
    });
    if (context.alerts != nullptr)
        connect(context.alerts, &JoinedAlerts::joined, this, &AlertLine::refresh);
}

void AlertLine::setMode(Mode mode)
{
    m_mode = mode;
    if (mode != Mode::Off)
        m_clock.start(refreshEvery);
    else
        m_clock.stop();
    updateGeometry();
    refresh();
}

void AlertLine::addButton(const QString& text, QAction& command, std::function<bool(const Alert& alert)> isUseful)
{
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(command.text(), command.shortcut().toString()));
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, &command, [this, &command] {
        if (m_worst)
            Q_EMIT wanted(Alert(*m_worst)); // another alert may be selected in the list
        command.trigger();
    });
    m_buttons->layout()->addWidget(button);
    if (isUseful)
        m_usefulFor.emplace_back(button, std::move(isUseful));
}

void AlertLine::updateTitle()
{
    const QString before = m_text;
    m_text = modelText(titleAt(*m_worst, m_context.cluster.store(), m_moment));
    if (m_others > 0)
        m_text += tr(" · %n more alerts", nullptr, m_others);
    if (m_text == before)
        return;
    setAccessibleName(m_text);
    update();
}

void AlertLine::updateFacts()
{
    const ClusterStore& store = m_context.cluster.store();
    const Alert& alert = *m_worst;
    QStringList facts;
    if (!alert.names.empty())
        facts << modelText(alert.names.front());
    facts << tr("since %1").arg(toQString(formatTime(alert.onset, std::chrono::seconds(1))));
    if (const std::optional<double> cost = costOf(alert, store, m_moment)) {
        QString text = tr("%1 GPU h lost").arg(toQString(formatNumber(*cost / 3600)));
        if (m_context.rates != nullptr && m_context.rates->rates().gpuHour)
            text += tr(" (%1 %2)")
                        .arg(toQString(formatNumber(*cost / 3600 * *m_context.rates->rates().gpuHour)),
                             toQString(m_context.rates->rates().currency));
        facts << text;
    }
    facts << tr("confidence %1 %").arg(100 * alert.confidence, 0, 'f', 0);
    if (!alert.owners.empty())
        facts << tr("owner: %1").arg(toQString(alert.owners.front()));
    if (alert.state == Alert::State::Acknowledged)
        facts << tr("acknowledged");
    m_facts = facts.join(QStringLiteral("  ·  "));
}

/// Follows new data at once, like the list of alerts, so that both show the same value. Facts follow once per second.
void AlertLine::follow()
{
    if (m_mode == Mode::Off || m_context.alerts == nullptr)
        return;
    const TimePoint moment = m_context.time.isFollowing() ? wallClockNow() : m_context.time.cursor();
    const bool isSameSecond
        = std::chrono::floor<std::chrono::seconds>(moment) == std::chrono::floor<std::chrono::seconds>(m_moment);
    if (!isSameSecond || m_version != m_context.alerts->version())
        refresh();
    else if (m_worst)
        updateTitle();
}

void AlertLine::refresh()
{
    m_text.clear();
    m_facts.clear();
    m_worst.reset();
    if (m_mode != Mode::Off && m_context.alerts != nullptr) {
        m_moment = m_context.time.isFollowing() ? wallClockNow() : m_context.time.cursor();
        m_version = m_context.alerts->version();
        m_others = -1;
        int shelved = 0;
        for (const Alert& alert : m_context.alerts->at(m_moment)) {
            shelved += alert.state == Alert::State::Shelved ? 1 : 0;
            if (alert.end || alert.state == Alert::State::Shelved)
                continue;
            ++m_others;
            if (!m_worst)
                m_worst = alert; // alerts are sorted, most severe first
        }
        if (m_worst) {
            updateTitle();
            updateFacts();
        }
        // Missing data must not look like a healthy cluster.
        m_calm = m_context.cluster.store().hasDataAt(m_moment) && !m_context.alerts->isFirstResultPending()
            ? tr("No alerts")
            : tr("Alerts: no data");
        if (shelved > 0)
            m_calm += tr(" · %1 shelved").arg(shelved);
    }
    setAccessibleName(m_text.isEmpty() ? m_calm : m_text);
    setAccessibleDescription(m_facts);
    m_buttons->setVisible(m_mode == Mode::Card && !m_text.isEmpty());
    for (const auto& [button, isUseful] : m_usefulFor)
        button->setEnabled(m_worst && isUseful(*m_worst));
    setVisible(m_mode == Mode::Card || (m_mode == Mode::Large && !m_text.isEmpty()));
    update();
}

QFont AlertLine::words() const
{
    return textFont(m_mode == Mode::Large ? 1.5 : 1.15);
}

QSize AlertLine::sizeHint() const
{
    return {360, QFontMetrics(words()).height() + QFontMetrics(smallTextFont()).height() + linePad};
}

void AlertLine::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_worst && !m_worst->entities.empty())
        m_context.selection.show(m_worst->entities.front());
}

void AlertLine::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const bool isAlert = !m_text.isEmpty();
    const QFont font = words();
    const int side = QFontMetrics(font).capHeight();
    const int right = m_buttons->isVisible() ? m_buttons->x() - linePad : width() - linePad;
    QRect line(linePad, linePad / 2, right - linePad, QFontMetrics(font).height());
    if (isAlert) {
        drawSeverity(painter, QRectF(line.left(), line.center().y() - side / 2.0, side, side), m_worst->severity,
                     palette);
        line.setLeft(line.left() + side + linePad);
    }
    const auto draw = [&painter](const QRect& where, const QString& text) {
        painter.drawText(where, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, where.width()));
    };
    painter.setFont(font);
    painter.setPen(toColor(isAlert ? severityColour(palette, m_worst->severity) : palette.dimText));
    draw(line, isAlert ? m_text : m_calm);
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    draw({line.left(), line.bottom() + 1, line.width(), painter.fontMetrics().height()}, m_facts);
    m_context.frames.painted();
}

} // namespace lockstep

#include "moc_alertline.cpp"
