// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentbook.h"

#include "models/incidents/fieldmerge.h"

#include <algorithm>

namespace lockstep {

namespace {

template <class Key, class T>
void applyEdits(std::map<Key, T>& records, const std::vector<Edit<T>>& edits, std::vector<Edit<T>>& done)
{
    for (const Edit<T>& edit : edits) {
        const Key key = edit.after ? edit.after->key : edit.before->key;
        const auto found = records.find(key);
        const std::optional<T> now = found == records.end() ? std::nullopt : std::optional<T>(found->second);
        std::optional<T> next = editResult(edit, now);
        if (next == now)
            continue;
        done.push_back({now, next});
        if (next)
            records.insert_or_assign(key, *std::move(next));
        else
            records.erase(key);
    }
}

} // namespace

IncidentChange IncidentBook::apply(const IncidentChange& change)
{
    IncidentChange done;
    done.text = change.text;
    applyEdits(m_incidents, change.incidents, done.incidents);
    applyEdits(m_annotations, change.annotations, done.annotations);
    for (const Edit<AnnotationLink>& edit : change.links) {
        if (edit.before && m_links.erase(*edit.before) > 0)
            done.links.push_back({edit.before, std::nullopt});
        if (edit.after && m_links.insert(*edit.after).second)
            done.links.push_back({std::nullopt, edit.after});
    }
    done.attachments = change.attachments;
    applyEdits(m_judgements, change.judgements, done.judgements);
    return done;
}

const Incident* IncidentBook::find(IncidentKey key) const
{
    const auto found = m_incidents.find(key);
    return found == m_incidents.end() ? nullptr : &found->second;
}

const Annotation* IncidentBook::find(AnnotationKey key) const
{
    const auto found = m_annotations.find(key);
    return found == m_annotations.end() ? nullptr : &found->second;
}

std::vector<Annotation> IncidentBook::annotationsOf(IncidentKey incident) const
{
    std::vector<Annotation> result;
    for (const auto& [key, annotation] : m_annotations) {
        if (annotation.incident == incident)
            result.push_back(annotation);
    }
    std::ranges::stable_sort(result, {}, [](const Annotation& annotation) { return annotation.range.from; });
    return result;
}

} // namespace lockstep
