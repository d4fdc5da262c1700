// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidenteditor.h"

#include "models/incidents/board/incidentboard.h"
#include "widgets/common/text.h"
#include "widgets/incidents/incidentcosts.h"
#include "widgets/incidents/incidenthead.h"
#include "widgets/incidents/incidenthistory.h"
#include "widgets/incidents/incidentnotes.h"
#include "widgets/incidents/incidentoffers.h"
#include "widgets/incidents/incidentpictures.h"
#include "widgets/incidents/incidentstory.h"

#include <QScrollArea>
#include <QStackedLayout>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockstep {

IncidentEditor::IncidentEditor(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_head(new IncidentHead(context)),
      m_story(new IncidentStory(context)),
      m_notes(new IncidentNotes(context)),
      m_pictures(new IncidentPictures(context)),
      m_costs(new IncidentCosts(context)),
      m_history(new IncidentHistory(context)),
      m_offers(new IncidentOffers(context)),
      m_tabs(new QTabWidget),
      m_pages(new QStackedLayout(this))
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_story, tr("Story"));
    m_tabs->addTab(m_notes, tr("Notes"));
    m_tabs->addTab(m_costs, tr("Cost"));
    m_tabs->addTab(m_history, tr("History"));
    m_tabs->addTab(m_pictures, tr("Pictures"));
    auto* page = new QWidget;
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_head);
    lines->addWidget(m_tabs, 1);
    auto* const scrolled = new QScrollArea; // in a low dock
    scrolled->setWidget(page);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setFocusPolicy(Qt::NoFocus); // its fields have the focus
    m_pages->addWidget(m_offers);
    m_pages->addWidget(scrolled);

    connect(m_head, &IncidentHead::reportWanted, this, &IncidentEditor::reportWanted);
    connect(m_head, &IncidentHead::copyWanted, this, &IncidentEditor::copyWanted);
    connect(context.incidents, &IncidentBoard::aboutToChangeCurrent, this, &IncidentEditor::commit);
    connect(context.incidents, &IncidentBoard::currentChanged, this, &IncidentEditor::refresh);
    connect(context.incidents, &IncidentBoard::incidentEdited, this, &IncidentEditor::refresh);
    connect(context.incidents, &IncidentBoard::annotationsChanged, this, &IncidentEditor::refresh);
    refresh();
}

void IncidentEditor::commit()
{
    m_head->commit();
    m_story->commit();
    m_costs->commit();
}

void IncidentEditor::refresh()
{
    const Incident* const incident = m_context.incidents->current();
    m_pages->setCurrentIndex(incident ? 1 : 0);
    if (!isVisible())
        return;
    m_head->refresh();
    m_story->refresh();
    m_notes->refresh();
    m_pictures->refresh();
    m_costs->refresh();
    m_history->refresh();
    const QString caption = incident ? toQString(incident->title) : QString();
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

void IncidentEditor::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void IncidentEditor::focusTitle()
{
    m_head->focusTitle();
}

void IncidentEditor::addTab(QWidget* page, const QString& title)
{
    m_tabs->addTab(page, title);
}

} // namespace lockstep

#include "moc_incidenteditor.cpp"
