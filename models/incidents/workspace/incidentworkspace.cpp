// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/workspace/incidentworkspace.h"

#include <utility>

namespace lockstep {

IncidentWorkspace::IncidentWorkspace(std::string author, QObject* parent) : QObject(parent), m_author(std::move(author))
{ }

void IncidentWorkspace::search(IncidentQuery query)
{
    m_list.query = query;
    Q_EMIT searchRequested(query);
}

void IncidentWorkspace::open(IncidentKey key)
{
    if (key == m_current)
        return;
    Q_EMIT aboutToChangeCurrent();
    m_current = key;
    if (m_toRemove != key)
        m_toRemove = {};
    m_details = {};
    Q_EMIT currentChanged();
    if (key.isValid())
        Q_EMIT openRequested(key);
}

void IncidentWorkspace::setFocused(AnnotationKey key)
{
    if (key == m_focused)
        return;
    m_focused = key;
    Q_EMIT focusedChanged();
}

void IncidentWorkspace::followMarks(const std::vector<Edit<Annotation>>& edits)
{
    for (const Edit<Annotation>& edit : edits) {
        if (edit.before && edit.after && edit.before->range == edit.after->range)
            continue;
        if (edit.before)
            m_marks.remove({edit.before->range, edit.before->key});
        if (edit.after)
            m_marks.add({edit.after->range, edit.after->key});
    }
}

IncidentChange IncidentWorkspace::execute(const IncidentChange& change)
{
    const IncidentChange done = m_records.apply(change);
    if (done.isEmpty())
        return done;
    ++m_changesMade;
    followMarks(done.annotations);
    if (!done.annotations.empty() || !done.links.empty())
        Q_EMIT annotationsChanged();
    if (!done.judgements.empty())
        Q_EMIT judgementsChanged();
    for (const Edit<AlertResponse>& edit : done.responses) {
        if (edit.after)
            Q_EMIT responded(*edit.after);
    }
    if (!done.incidents.empty() || !done.attachments.empty())
        Q_EMIT incidentEdited();
    Q_EMIT changeMade(change);
    return done;
}

void IncidentWorkspace::make(const IncidentChange& change)
{
    m_undo.add(execute(change), wallClockNow());
    Q_EMIT undoChanged();
}

void IncidentWorkspace::editCurrent(const std::string& text, const std::function<void(Incident&)>& edit)
{
    const Incident* const before = current();
    if (!before)
        return;
    Incident after = *before;
    edit(after);
    if (after == *before)
        return;
    IncidentChange change;
    change.text = text;
    change.incidents = {{*before, std::move(after)}};
    make(change);
}

void IncidentWorkspace::editAnnotation(AnnotationKey key, const std::string& text,
                                       const std::function<void(Annotation&)>& edit)
{
    const Annotation* const before = m_records.find(key);
    if (!before)
        return;
    Annotation after = *before;
    edit(after);
    if (after == *before)
        return;
    after.edited = wallClockNow();
    IncidentChange change;
    change.text = text;
    change.annotations = {{*before, std::move(after)}};
    make(change);
}

void IncidentWorkspace::removeCurrent()
{
    const Incident* const incident = current();
    if (!incident)
        return;
    IncidentChange change;
    change.text = "Delete the incident";
    change.incidents = {{*incident, std::nullopt}};
    for (const Annotation& annotation : m_records.annotationsOf(m_current)) {
        Annotation freed = annotation;
        freed.incident = {};
        change.annotations.push_back({annotation, std::move(freed)});
    }
    const QString title = QString::fromStdString(incident->title);
    make(change);
    open({});
    Q_EMIT removed(title);
}

void IncidentWorkspace::remove(IncidentKey key)
{
    if (key == m_current && current())
        return removeCurrent();
    m_toRemove = key;
    open(key);
}

void IncidentWorkspace::openRestored(const IncidentChange& done)
{
    for (const Edit<Incident>& edit : done.incidents) {
        if (!edit.before && edit.after)
            open(edit.after->key);
    }
}

void IncidentWorkspace::undo()
{
    if (const auto change = m_undo.undo()) {
        openRestored(execute(*change));
        Q_EMIT undoChanged();
    }
}

void IncidentWorkspace::redo()
{
    if (const auto change = m_undo.redo()) {
        openRestored(execute(*change));
        Q_EMIT undoChanged();
    }
}

void IncidentWorkspace::setList(IncidentList list)
{
    if (list.query != m_list.query || list == m_list)
        return; // an answer to an outdated query, or no change
    m_list = std::move(list);
    Q_EMIT listChanged();
}

void IncidentWorkspace::setOpened(IncidentKey key, OpenedIncident opened, std::uint64_t changesSeen)
{
    if (key != m_current || changesSeen < m_changesMade)
        return;
    if (!opened.incident) {
        open({});
        return;
    }
    m_records.put(*opened.incident);
    m_details = std::move(opened);
    Q_EMIT incidentEdited();
    if (std::exchange(m_toRemove, {}) == key)
        removeCurrent();
}

void IncidentWorkspace::setAnnotations(std::vector<Annotation> annotations, std::vector<AnnotationLink> links,
                                       std::vector<Judgement> judgements, std::uint64_t changesSeen)
{
    if (changesSeen < m_changesMade)
        return;
    IncidentRecords records;
    for (Judgement& judgement : judgements)
        records.put(std::move(judgement));
    const bool areOthers = records.judgements() != m_records.judgements();
    if (const Incident* const incident = current())
        records.put(*incident);
    std::vector<AnnotationMark> marks;
    marks.reserve(annotations.size());
    for (Annotation& annotation : annotations) {
        marks.push_back({annotation.range, annotation.key});
        records.put(std::move(annotation));
    }
    for (const AnnotationLink& link : links)
        records.put(link);
    m_records = std::move(records);
    m_marks = AnnotationIndex(std::move(marks));
    Q_EMIT annotationsChanged();
    if (areOthers)
        Q_EMIT judgementsChanged();
}

void IncidentWorkspace::setProblem(const std::string& problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged();
}

} // namespace lockstep

#include "moc_incidentworkspace.cpp"
