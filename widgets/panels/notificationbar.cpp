// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/notificationbar.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/colour/theme.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTimerEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

constexpr int rowMarkSide = 14;
constexpr int rowPad = 12;

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Information:
        return NotificationRow::tr("Information");
    case Severity::Warning:
        return NotificationRow::tr("Warning");
    case Severity::Critical:
        break;
    }
    return NotificationRow::tr("Critical");
}

} // namespace

NotificationRow::NotificationRow(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_label(makeLabel()),
      m_count(makeLabel()),
      m_actions(new QHBoxLayout),
      m_dismiss(new QToolButton)
{
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_count->setFont(smallFigureFont());
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_dismiss->setText(QStringLiteral("×"));
    m_dismiss->setFocusPolicy(Qt::TabFocus);
    m_dismiss->setToolTip(tr("Dismiss"));

    auto* line = makeBox<QHBoxLayout>(this, 8, {rowPad + rowMarkSide + 8, 3, rowPad, 3});
    line->addWidget(m_label, 1);
    line->addWidget(m_count);
    line->addLayout(m_actions);
    line->addWidget(m_dismiss);
    connect(m_dismiss, &QToolButton::clicked, this, [this] { Q_EMIT dismissed(m_text); });
}

void NotificationRow::show(Severity severity, const QString& text, int count, int more,
                           const NotificationActions& actions)
{
    if (text != m_text)
        setActions(actions);
    m_severity = severity;
    m_text = text;
    m_label->setText(text);
    QStringList counts;
    if (count > 1)
        counts << tr("%1 times").arg(count);
    if (more > 0)
        counts << tr("%n more messages", nullptr, more);
    m_count->setText(counts.join(QStringLiteral(", ")));
    setAccessibleName(QStringLiteral("%1: %2").arg(severityWord(severity), text));
    m_dismiss->setAccessibleName(tr("Dismiss: %1").arg(text));
    QWidget::show();
    update();
}

void NotificationRow::setActions(const NotificationActions& actions)
{
    while (QLayoutItem* const item = m_actions->takeAt(0)) {
        item->widget()->deleteLater(); // deferred, because it may be the button that was pressed
        delete item;
    }
    for (const NotificationAction& action : actions) {
        auto* const button = new QToolButton;
        button->setText(action.text);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, action.run);
        m_actions->addWidget(button);
    }
}

void NotificationRow::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(mixed(palette.panel, severityColour(palette, m_severity), 0.14)));
    painter.fillRect(0, height() - 1, width(), 1, toColor(palette.line));
    const QRectF mark(rowPad, (height() - rowMarkSide) / 2.0, rowMarkSide, rowMarkSide);
    drawSeverity(painter, mark, m_severity, palette);
}

namespace {

constexpr auto informationStays = std::chrono::seconds(10);
constexpr int checkMs = 1000;
/// Maximum number of different messages; beyond it, the least severe and oldest are dropped.
constexpr std::size_t maxMessages = 50;

} // namespace

NotificationBar::NotificationBar(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_layout(new QVBoxLayout(this))
{
    setAccessibleName(tr("Messages"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    if (context.incidents != nullptr)
        connect(context.incidents, &IncidentWorkspace::undoChanged, this, [this] {
            std::erase_if(m_messages, [](const Message& message) { return message.isOfChange; });
            refresh();
        });
    hide();
}

void NotificationBar::notify(Severity severity, const QString& text, NotificationActions actions)
{
    const auto now = std::chrono::steady_clock::now();
    const auto same = std::ranges::find(m_messages, text, &Message::text);
    if (same != m_messages.end()) {
        same->severity = std::max(same->severity, severity);
        ++same->count;
        same->latest = now;
        same->actions = std::move(actions);
    } else {
        m_messages.push_back({severity, text, 1, now, std::move(actions), false});
    }
    std::ranges::stable_sort(m_messages, [](const Message& a, const Message& b) {
        return std::tuple(a.severity, a.latest) > std::tuple(b.severity, b.latest);
    });
    if (m_messages.size() > maxMessages)
        m_messages.pop_back();
    refresh();
}

void NotificationBar::notifyOfChange(const QString& text)
{
    notify(Severity::Information, text);
    const auto message = std::ranges::find(m_messages, text, &Message::text);
    if (message != m_messages.end()) // otherwise there are too many more severe ones
        message->isOfChange = true;
}

void NotificationBar::dismiss(const QString& text)
{
    std::erase_if(m_messages, [&](const Message& message) { return message.text == text; });
    refresh();
}

void NotificationBar::setHeld(bool isHeld)
{
    m_isHeld = isHeld;
    refresh();
}

void NotificationBar::refresh()
{
    const std::size_t shown = std::min(m_messages.size(), maxRows);
    while (m_rows.size() < shown) {
        auto* row = new NotificationRow(m_context, this);
        // Queued: the slot hides or changes the row that sends the signal.
        connect(row, &NotificationRow::dismissed, this, &NotificationBar::dismiss, Qt::QueuedConnection);
        m_layout->addWidget(row);
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (i >= shown) {
            m_rows[i]->hide();
            continue;
        }
        const Message& message = m_messages[i];
        const int more = i + 1 == shown ? static_cast<int>(m_messages.size() - shown) : 0;
        m_rows[i]->show(message.severity, message.text, message.count, more, message.actions);
    }
    setVisible(shown > 0 && !m_isHeld);
    const bool hasInformation = std::ranges::any_of(
        m_messages, [](const Message& message) { return message.severity == Severity::Information; });
    if (!hasInformation)
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start(checkMs, this);
}

void NotificationBar::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    const auto old = std::chrono::steady_clock::now() - informationStays;
    const auto left = std::erase_if(m_messages, [old](const Message& message) {
        return message.severity == Severity::Information && message.latest < old;
    });
    if (left > 0)
        refresh();
}

} // namespace lockstep

#include "moc_notificationbar.cpp"
