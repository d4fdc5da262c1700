// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/notificationrow.h"

#include "models/view/colour/theme.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

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

    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(rowPad + rowMarkSide + 8, 3, rowPad, 3);
    line->setSpacing(8);
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
        counts << tr("and %1 more").arg(more);
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

} // namespace lockstep

#include "moc_notificationrow.cpp"
