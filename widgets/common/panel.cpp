// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/panel.h"

#include "widgets/common/emptystate.h"

#include <QBoxLayout>
#include <QStackedLayout>

#include <utility>

namespace lockstep {

bool Panel::isEmpty() const
{
    return m_either != nullptr && m_either->currentIndex() == 0;
}

void Panel::setCaption(const QString& caption)
{
    if (caption != std::exchange(m_caption, caption))
        Q_EMIT captionChanged(m_caption);
}

void Panel::setContent(QWidget* content, QBoxLayout* into)
{
    m_empty = new EmptyState(m_context);
    m_either = into == nullptr ? new QStackedLayout(this) : new QStackedLayout;
    if (into != nullptr)
        into->addLayout(m_either, 1);
    m_either->addWidget(m_empty);
    m_either->addWidget(content);
}

void Panel::showContent(bool hasData)
{
    m_either->setCurrentIndex(hasData ? 1 : 0);
}

} // namespace lockstep

#include "moc_panel.cpp"
