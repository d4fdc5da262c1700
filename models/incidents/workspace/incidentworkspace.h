// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/annotationindex.h"
#include "models/incidents/incidentquery.h"
#include "models/incidents/incidentrecords.h"

#include <QObject>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// The open incident with its detailed data.
struct OpenedIncident
{
    std::optional<Incident> incident; ///< nullopt: deleted
    std::vector<HistoryEntry> history;
    std::vector<Attachment> attachments; ///< without their contents
    bool hasEvidence = false;
};

/// Incidents as the views show them: search results, the open incident, all annotations, and the undo history. A user's
/// change is applied at once and passed on for saving; changes by others arrive from the archive. It has no access to
/// files. GUI thread; owned by the composition.
class IncidentWorkspace : public QObject
{
    Q_OBJECT

public:
    /// @param author of changes in this dashboard, for the history
    explicit IncidentWorkspace(std::string author = {}, QObject* parent = nullptr);

    [[nodiscard]] const std::string& author() const { return m_author; }
    [[nodiscard]] const IncidentList& list() const { return m_list; }
    [[nodiscard]] const IncidentRecords& records() const
    {
        return m_records;
    } ///< all annotations and links, the open incident
    [[nodiscard]] IncidentKey currentKey() const { return m_current; } ///< invalid: none is open
    [[nodiscard]] const Incident* current() const { return m_records.find(m_current); }
    [[nodiscard]] const OpenedIncident& details() const
    {
        return m_details;
    } ///< of the open incident, whose data in the records may be outdated
    [[nodiscard]] const AnnotationIndex& marks() const { return m_marks; }
    [[nodiscard]] AnnotationKey focused() const { return m_focused; } ///< the annotation that was focused last
    [[nodiscard]] const UndoHistory& undoHistory() const { return m_undo; }
    /// Why nothing is saved; empty if healthy.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

    void search(IncidentQuery query);
    void open(IncidentKey key); ///< invalid: closes
    void setFocused(AnnotationKey key);
    /// Applies a user's change.
    void make(const IncidentChange& change);
    /// The same for the open incident; no change if @p edit changes nothing.
    void editCurrent(const std::string& text, const std::function<void(Incident&)>& edit);
    void editAnnotation(AnnotationKey key, const std::string& text, const std::function<void(Annotation&)>& edit);
    void removeCurrent(); ///< keeps annotations without an incident; can be undone
    void remove(IncidentKey key); ///< the same for an incident that may have to be read first
    void commitPendingInput() { Q_EMIT aboutToChangeCurrent(); } ///< makes typed text an edit
    void undo();
    void redo();

    /// Sets search results from the archive. @p changesSeen is the number of local changes that the archive had
    /// written. A result from before the latest change is ignored, because another one follows.
    void setList(IncidentList list);
    void setOpened(IncidentKey key, OpenedIncident opened, std::uint64_t changesSeen);
    void setAnnotations(std::vector<Annotation> annotations, std::vector<AnnotationLink> links,
                        std::vector<Judgement> judgements, std::uint64_t changesSeen);
    void setProblem(const std::string& problem);

Q_SIGNALS:
    void listChanged();
    void aboutToChangeCurrent(); ///< editors must submit typed text
    void removed(const QString& title); ///< by the user; can be undone
    void currentChanged(); ///< another incident is open, or none
    void incidentEdited(); ///< the open incident or its details changed
    void annotationsChanged();
    void judgementsChanged();
    void responded(const lockstep::AlertResponse& response); ///< to an alert; also when undone or redone
    void focusedChanged();
    void undoChanged();
    void problemChanged();

    void searchRequested(const lockstep::IncidentQuery& query);
    void openRequested(lockstep::IncidentKey key);
    void changeMade(const lockstep::IncidentChange& change);

private:
    IncidentChange execute(const IncidentChange& change);
    void followMarks(const std::vector<Edit<Annotation>>& edits);
    void openRestored(const IncidentChange& done);

    std::string m_author;
    IncidentList m_list;
    IncidentRecords m_records;
    IncidentKey m_current;
    IncidentKey m_toRemove; ///< removed once it has been read
    OpenedIncident m_details;
    AnnotationIndex m_marks;
    AnnotationKey m_focused;
    UndoHistory m_undo;
    std::string m_problem;
    std::uint64_t m_changesMade = 0;
};

} // namespace lockstep
