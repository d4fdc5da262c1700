// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentchange.h"

#include <deque>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockstep {

/// Undo and redo of one user's changes in one dashboard. Stores changes instead of states, so an undo is a new change
/// that keeps the changes of others. A plain value.
class UndoHistory
{
public:
    /// Edits of one text within this time are undone together.
    static constexpr std::chrono::seconds typingPause{2};

    explicit UndoHistory(std::size_t limit = 1000) : m_limit(limit) { }

    /// Adds a change made at @p now; clears the redo history.
    void add(IncidentChange change, TimePoint now);

    /// The change that undoes the latest one, or redoes the last undone one; nullopt when there is none.
    [[nodiscard]] std::optional<IncidentChange> undo();
    [[nodiscard]] std::optional<IncidentChange> redo();

    /// Names of the next undo() and redo(); null: none.
    [[nodiscard]] const std::string* undoText() const { return m_done.empty() ? nullptr : &m_done.back().text; }
    [[nodiscard]] const std::string* redoText() const { return m_undone.empty() ? nullptr : &m_undone.back().text; }

private:
    std::size_t m_limit;
    std::deque<IncidentChange> m_done;
    std::vector<IncidentChange> m_undone;
    std::optional<TimePoint> m_lastTime; ///< time of the newest change; none right after undo or redo
};

/// The current incidents, annotations, links and judgements; changes are applied to it. Attachments stay in the
/// database because of their size. A plain value.
class IncidentRecords
{
public:
    /// Applies a change only to the fields that it changes. A deleted item stays deleted unless the change creates it.
    /// @return the effective changes, for undo and for views
    IncidentChange apply(const IncidentChange& change);

    /// Sets the state of one incident, annotation or link as changed by others.
    void put(Incident incident) { m_incidents.insert_or_assign(incident.key, std::move(incident)); }
    void put(Annotation annotation) { m_annotations.insert_or_assign(annotation.key, std::move(annotation)); }
    void put(AnnotationLink link) { m_links.insert(link); }
    void put(Judgement judgement) { m_judgements.insert_or_assign(judgement.key, std::move(judgement)); }

    [[nodiscard]] const std::map<IncidentKey, Incident>& incidents() const { return m_incidents; }
    [[nodiscard]] const std::map<AnnotationKey, Annotation>& annotations() const { return m_annotations; }
    [[nodiscard]] const std::set<AnnotationLink>& links() const { return m_links; }
    [[nodiscard]] const Judgements& judgements() const { return m_judgements; }
    [[nodiscard]] const Incident* find(IncidentKey key) const;
    [[nodiscard]] const Annotation* find(AnnotationKey key) const;
    /// By time of start.
    [[nodiscard]] std::vector<Annotation> annotationsOf(IncidentKey incident) const;

    friend bool operator==(const IncidentRecords&, const IncidentRecords&) = default;

private:
    std::map<IncidentKey, Incident> m_incidents;
    std::map<AnnotationKey, Annotation> m_annotations;
    std::set<AnnotationLink> m_links;
    Judgements m_judgements;
};

} // namespace lockstep
