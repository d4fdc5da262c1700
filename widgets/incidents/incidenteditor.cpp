// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidenteditor.h"

#include "models/incidents/actionstext.h"
#include "models/incidents/historytext.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundline.h"
#include "widgets/incidents/incidentcosts.h"
#include "widgets/incidents/incidenthistory.h"
#include "widgets/incidents/incidentnotes.h"
#include "widgets/incidents/incidentoffers.h"
#include "widgets/incidents/incidentpictures.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

namespace lockstep {

/// Summary of an incident: title, severity (now and over time), state, owner, responders, time, place, tags. Edits the
/// open incident. GUI thread; owned by the editor.
class IncidentHead : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentHead(ViewContext context, QWidget* parent = nullptr);

    void refresh();
    void commit();

Q_SIGNALS:
    void reportWanted(); ///< saves the report as a file, without further questions
    void copyWanted(); ///< of the report

private:
    void layOut();
    void connectFields();
    void takeMarkedRange();
    void takeSelection();
    void showOnTimeBar();

    ViewContext m_context;
    BoundLine* m_title;
    QComboBox* m_severity;
    QComboBox* m_state;
    BoundLine* m_owner;
    BoundLine* m_responders;
    BoundLine* m_tags;
    QLabel* m_severities;
    QLabel* m_when;
    QLabel* m_where;
};

namespace {

QToolButton* smallButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QString whereText(const Incident& incident)
{
    if (incident.entities.empty())
        return IncidentHead::tr("no components");
    QStringList paths;
    constexpr std::size_t shown = 2;
    for (std::size_t i = 0; i < incident.entities.size() && i < shown; ++i)
        paths << toQString(incident.entities[i].path);
    if (incident.entities.size() > shown)
        paths << IncidentHead::tr("%1 more").arg(incident.entities.size() - shown);
    return paths.join(QStringLiteral(", "));
}

QString whenText(const Incident& incident)
{
    QString text = toQString(formatDateTime(incident.range.from));
    if (!incident.range.isEmpty())
        text += QStringLiteral(", ") + toQString(formatDuration(incident.range.length()));
    return text;
}

/// "warning 03:12:00 → critical 03:14:20 UTC"; empty if it never changed.
QString severitiesText(const Incident& incident, const std::vector<HistoryEntry>& history)
{
    const std::vector<SeveritySince> course = severityCourse(incident, history);
    QStringList words;
    for (const SeveritySince& each : course)
        words << toQString(each.severity + ' ' + formatTime(each.since, std::chrono::seconds(1)));
    return course.size() > 1 ? words.join(QStringLiteral(" \u2192 ")) : QString();
}

} // namespace

IncidentHead::IncidentHead(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_title(new BoundLine(tr("Incident title"))),
      m_severity(new QComboBox),
      m_state(new QComboBox),
      m_owner(new BoundLine(tr("Owner"))),
      m_responders(new BoundLine(tr("Responders with their roles, separated by commas"))),
      m_tags(new BoundLine(tr("Tags, separated by commas"))),
      m_severities(makeNote()),
      m_when(makeLabel()),
      m_where(makeLabel())
{
    m_title->setFont(titleFont());
    m_title->setPlaceholderText(tr("What went wrong?"));
    m_owner->setPlaceholderText(tr("unassigned"));
    m_responders->setPlaceholderText(tr("e.g. commander: noor, scribe: sam"));
    m_severities->setObjectName(QStringLiteral("severities"));
    m_severities->setAccessibleName(tr("Severity over time"));
    m_tags->setPlaceholderText(tr("e.g. cooling, straggler"));
    m_severity->addItems({tr("information"), tr("warning"), tr("critical")});
    m_severity->setAccessibleName(tr("Severity"));
    m_state->addItems({tr("open"), tr("mitigated"), tr("resolved"), tr("closed")});
    m_state->setAccessibleName(tr("State"));
    m_when->setFont(smallFigureFont());
    for (QLabel* label : {m_when, m_where, m_severities}) // a long text must not keep the dock wide
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layOut();
    connectFields();
}

void IncidentHead::layOut()
{
    auto* show = smallButton(tr("Show"), tr("Show this time range in all views"));
    auto* range = smallButton(tr("Use range"), tr("Use the marked range as the time of the incident"));
    auto* select = smallButton(tr("Use selection"), tr("Use the selection as the components of the incident"));
    connect(show, &QToolButton::clicked, this, &IncidentHead::showOnTimeBar);
    connect(range, &QToolButton::clicked, this, &IncidentHead::takeMarkedRange);
    connect(select, &QToolButton::clicked, this, &IncidentHead::takeSelection);

    auto* report = smallButton(tr("Save PDF"), tr("Save the report as a PDF file in your documents folder (Ctrl+P)"));
    auto* copy = smallButton(tr("Copy Markdown"), tr("Copy the report for a chat or ticket (Ctrl+Shift+E)"));
    auto* remove = smallButton(tr("Delete"), tr("Delete the incident (Ctrl+Delete); Ctrl+Z restores it"));
    connect(report, &QToolButton::clicked, this, &IncidentHead::reportWanted);
    connect(copy, &QToolButton::clicked, this, &IncidentHead::copyWanted);
    connect(remove, &QToolButton::clicked, m_context.incidents, &IncidentWorkspace::removeCurrent);

    auto* commands = new QHBoxLayout;
    for (QWidget* const button : {show, report, copy})
        commands->addWidget(button);
    commands->addStretch(1);
    commands->addWidget(remove);
    auto* when = new QHBoxLayout;
    when->addWidget(m_when, 1);
    when->addWidget(range);
    auto* where = new QHBoxLayout;
    where->addWidget(m_where, 1);
    where->addWidget(select);
    auto* kind = new QHBoxLayout;
    kind->setSpacing(8);
    kind->addWidget(m_severity);
    kind->addWidget(m_state);
    kind->addWidget(makeNote(tr("Owner")));
    kind->addWidget(m_owner, 1);
    auto* people = new QHBoxLayout; // beside the tags, to leave the space to the story
    people->setSpacing(8);
    people->addWidget(m_responders, 3);
    people->addWidget(makeNote(tr("Tags")));
    people->addWidget(m_tags, 2);

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 6, 8, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_title, 0, 0, 1, 2);
    grid->addLayout(kind, 1, 0, 1, 2);
    grid->addWidget(m_severities, 2, 0, 1, 2);
    grid->addLayout(commands, 3, 0, 1, 2);
    const QStringList names{tr("When"), tr("Where"), tr("Responders")};
    for (qsizetype row = 0; row < names.size(); ++row)
        grid->addWidget(makeNote(names[row]), 4 + static_cast<int>(row), 0);
    grid->addLayout(when, 4, 1);
    grid->addLayout(where, 5, 1);
    grid->addLayout(people, 6, 1);
    grid->setColumnStretch(1, 1);
}

void IncidentHead::connectFields()
{
    IncidentWorkspace* const workspace = m_context.incidents;
    connect(m_title, &BoundLine::committed, this, [workspace](const QString& text) {
        workspace->editCurrent("Edit the title", [&](Incident& incident) { incident.title = text.toStdString(); });
    });
    connect(m_owner, &BoundLine::committed, this, [workspace](const QString& text) {
        workspace->editCurrent("Change the owner", [&](Incident& incident) { incident.owner = text.toStdString(); });
    });
    connect(m_responders, &BoundLine::committed, this, [workspace](const QString& text) {
        workspace->editCurrent("Change the responders", [&](Incident& incident) {
            incident.responders = respondersFromText(text.toStdString());
        });
    });
    connect(m_tags, &BoundLine::committed, this, [workspace](const QString& text) {
        workspace->editCurrent("Edit the tags",
                               [&](Incident& incident) { incident.tags = tagsFromText(text.toStdString()); });
    });
    connect(m_severity, &QComboBox::activated, this, [workspace](int index) {
        workspace->editCurrent("Change the severity",
                               [&](Incident& incident) { incident.severity = static_cast<Severity>(index); });
    });
    connect(m_state, &QComboBox::activated, this, [workspace](int index) {
        workspace->editCurrent("Change the state",
                               [&](Incident& incident) { incident.state = static_cast<IncidentState>(index); });
    });
}

void IncidentHead::refresh()
{
    const Incident* const incident = m_context.incidents->current();
    if (!incident)
        return;
    m_title->setStored(toQString(incident->title));
    m_owner->setStored(toQString(incident->owner));
    m_responders->setStored(toQString(respondersToText(incident->responders)));
    m_tags->setStored(toQString(tagsToText(incident->tags)));
    const QString severities = severitiesText(*incident, m_context.incidents->details().history);
    m_severities->setText(severities);
    m_severities->setVisible(!severities.isEmpty());
    m_severity->setCurrentIndex(static_cast<int>(incident->severity));
    m_state->setCurrentIndex(static_cast<int>(incident->state));
    m_when->setText(whenText(*incident));
    m_when->setToolTip(m_when->text());
    m_where->setText(whereText(*incident));
    QStringList all;
    for (const EntityName& entity : incident->entities)
        all << toQString(entity.path);
    m_where->setToolTip(all.join(u'\n'));
}

void IncidentHead::commit()
{
    for (BoundLine* field : {m_title, m_owner, m_responders, m_tags})
        field->commit();
}

void IncidentHead::takeMarkedRange()
{
    if (const auto marked = m_context.time.marked())
        m_context.incidents->editCurrent("Change the time", [&](Incident& incident) { incident.range = *marked; });
}

void IncidentHead::takeSelection()
{
    const Topology& topology = *m_context.cluster.store().topology();
    m_context.incidents->editCurrent("Change the components", [&](Incident& incident) {
        incident.entities.clear();
        for (const EntityRef entity : m_context.selection.selected())
            incident.entities.push_back(nameOf(topology, entity));
    });
}

void IncidentHead::showOnTimeBar()
{
    const Incident* const incident = m_context.incidents->current();
    if (!incident)
        return;
    // Include some time before and after for comparison.
    const Duration around = std::max<Duration>(incident->range.length() / 4, std::chrono::seconds(10));
    m_context.time.setRange({incident->range.from - around, incident->range.to + around});
    m_context.time.setCursor(incident->range.from);
    std::vector<EntityRef> entities;
    for (const EntityName& name : incident->entities) {
        if (const EntityRef entity = findEntity(*m_context.cluster.store().topology(), name); entity.isValid())
            entities.push_back(entity);
    }
    if (!entities.empty())
        m_context.selection.setSelected(std::move(entities));
}

namespace {

constexpr int leastLines = 4; ///< of a field; if there is less room, the page scrolls

QLabel* heading(const QString& text, QWidget* buddy)
{
    QLabel* const label = makeNote(text);
    label->setBuddy(buddy);
    return label;
}

} // namespace

/// The story as text: summary, causes, actions. GUI thread; owned by the editor.
class IncidentStory : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentStory(ViewContext context, QWidget* parent = nullptr)
        : QWidget(parent),
          m_context(context),
          m_summary(new BoundText(tr("Summary"))),
          m_causes(new BoundText(tr("Causes"))),
          m_actions(new BoundText(tr("Actions")))
    {
        m_summary->setPlaceholderText(tr("What happened, and what was the impact? Supports Markdown."));
        m_causes->setPlaceholderText(tr("Why did it happen, and why was it not detected earlier? Supports Markdown."));
        m_actions->setPlaceholderText(tr("One per line:\n[ ] Replace the impeller @sam\n[x] Alert on loop flow @noor"));
        auto* lines = makeBox<QVBoxLayout>(this, 3, {8, 6, 8, 8});
        const auto add = [&](const QString& text, BoundText* field, int stretch) {
            field->setMinimumHeight(field->fontMetrics().lineSpacing() * leastLines);
            lines->addWidget(heading(text, field));
            lines->addWidget(field, stretch);
        };
        add(tr("Summary"), m_summary, 4);
        add(tr("Causes"), m_causes, 3);
        add(tr("Actions: [x] done, @owner"), m_actions, 2);

        IncidentWorkspace* const workspace = context.incidents;
        connect(m_summary, &BoundText::committed, this, [workspace](const QString& text) {
            workspace->editCurrent("Edit the summary",
                                   [&](Incident& incident) { incident.summary = text.toStdString(); });
        });
        connect(m_causes, &BoundText::committed, this, [workspace](const QString& text) {
            workspace->editCurrent("Edit the causes",
                                   [&](Incident& incident) { incident.causes = text.toStdString(); });
        });
        connect(m_actions, &BoundText::committed, this, [workspace](const QString& text) {
            workspace->editCurrent("Edit the actions",
                                   [&](Incident& incident) { incident.actions = actionsFromText(text.toStdString()); });
        });
    }

    void refresh()
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

    void commit()
    {
        for (BoundText* field : {m_summary, m_causes, m_actions})
            field->commit();
    }

private:
    ViewContext m_context;
    BoundText* m_summary;
    BoundText* m_causes;
    BoundText* m_actions;
};

IncidentEditor::IncidentEditor(ViewContext context, QWidget* parent)
    : Panel(context, parent),
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
    m_tabs->addTab(m_pictures, tr("Screenshots"));
    auto* page = new QWidget;
    auto* lines = makeBox<QVBoxLayout>(page, 0);
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
    connect(context.incidents, &IncidentWorkspace::aboutToChangeCurrent, this, &IncidentEditor::commit);
    connect(context.incidents, &IncidentWorkspace::currentChanged, this, &IncidentEditor::refresh);
    connect(context.incidents, &IncidentWorkspace::incidentEdited, this, &IncidentEditor::refresh);
    connect(context.incidents, &IncidentWorkspace::annotationsChanged, this, &IncidentEditor::refresh);
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
    setCaption(caption);
}

void IncidentEditor::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace lockstep

#include "incidenteditor.moc"
#include "moc_incidenteditor.cpp"
