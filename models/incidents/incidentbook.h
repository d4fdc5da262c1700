// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentchange.h"

#include <map>
#include <set>
#include <vector>

namespace lockstep {

/// The current incidents, annotations, links and judgements; changes are applied to it. Attachments stay in the
/// database because of their size. A plain value.
class IncidentBook
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

    friend bool operator==(const IncidentBook&, const IncidentBook&) = default;

private:
    std::map<IncidentKey, Incident> m_incidents;
    std::map<AnnotationKey, Annotation> m_annotations;
    std::set<AnnotationLink> m_links;
    Judgements m_judgements;
};

} // namespace lockstep
