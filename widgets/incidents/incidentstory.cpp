// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidentstory.h"

#include "models/incidents/actionstext.h"
#include "models/incidents/board/incidentboard.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundtext.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int leastLines = 4; ///< of a field; if there is less room, the page scrolls

QLabel* heading(const QString& text, QWidget* buddy)
{
    QLabel* const label = makeNote(text);
    label->setBuddy(buddy);
    return label;
}

} // namespace

IncidentStory::IncidentStory(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_summary(new BoundText(tr("Summary"))),
      m_causes(new BoundText(tr("Causes"))),
      m_actions(new BoundText(tr("Actions")))
{
    m_summary->setPlaceholderText(tr("What happened, and its impact. Markdown."));
    m_causes->setPlaceholderText(tr("Why it happened, and why it was not detected earlier. Markdown."));
    m_actions->setPlaceholderText(tr("One per line:\n[ ] Replace the impeller @sam\n[x] Alert on loop flow @noor"));
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(8, 6, 8, 8);
    lines->setSpacing(3);
    const auto add = [&](const QString& text, BoundText* field, int stretch) {
        field->setMinimumHeight(field->fontMetrics().lineSpacing() * leastLines);
        lines->addWidget(heading(text, field));
        lines->addWidget(field, stretch);
    };
    add(tr("Summary"), m_summary, 4);
    add(tr("Causes"), m_causes, 3);
    add(tr("Actions: [x] done, @owner"), m_actions, 2);

    IncidentBoard* const board = context.incidents;
    connect(m_summary, &BoundText::committed, this, [board](const QString& text) {
        board->editCurrent("Edit the summary", [&](Incident& incident) { incident.summary = text.toStdString(); });
    });
    connect(m_causes, &BoundText::committed, this, [board](const QString& text) {
        board->editCurrent("Edit the causes", [&](Incident& incident) { incident.causes = text.toStdString(); });
    });
    connect(m_actions, &BoundText::committed, this, [board](const QString& text) {
        board->editCurrent("Edit the actions",
                           [&](Incident& incident) { incident.actions = actionsFromText(text.toStdString()); });
    });
}

void IncidentStory::refresh()
{
    const Incident* const incident = m_context.incidents->current();
    if (!incident)
        return;
    m_summary->setStored(toQString(incident->summary));
    m_causes->setStored(toQString(incident->causes));
    // Keep the user's formatting if the parsed actions are equal.
    if (actionsFromText(m_actions->toPlainText().toStdString()) != incident->actions || !m_actions->hasFocus())
        m_actions->setStored(toQString(actionsToText(incident->actions)));
}

void IncidentStory::commit()
{
    for (BoundText* field : {m_summary, m_causes, m_actions})
        field->commit();
}

} // namespace lockstep

#include "moc_incidentstory.cpp"
