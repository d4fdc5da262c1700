// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanes/lanefilterbar.h"

#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>

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
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(8);
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

} // namespace lockstep

#include "moc_lanefilterbar.cpp"
