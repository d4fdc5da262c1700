// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentrecords.h"

#include <algorithm>
#include <utility>

namespace lockstep {

void UndoHistory::add(IncidentChange change, TimePoint now)
{
    if (change.isEmpty())
        return;
    m_undone.clear();
    const bool isSoon = m_lastTime && now - *m_lastTime < typingPause;
    m_lastTime = now;
    if (isSoon && !m_done.empty() && joinTyping(m_done.back(), change))
        return;
    m_done.push_back(std::move(change));
    if (m_done.size() > m_limit)
        m_done.pop_front();
}

std::optional<IncidentChange> UndoHistory::undo()
{
    if (m_done.empty())
        return std::nullopt;
    m_lastTime.reset();
    m_undone.push_back(std::move(m_done.back()));
    m_done.pop_back();
    return inverse(m_undone.back());
}

std::optional<IncidentChange> UndoHistory::redo()
{
    if (m_undone.empty())
        return std::nullopt;
    m_lastTime.reset();
    m_done.push_back(std::move(m_undone.back()));
    m_undone.pop_back();
    return m_done.back();
}

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

IncidentChange IncidentRecords::apply(const IncidentChange& change)
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
    done.responses = change.responses;
    return done;
}

const Incident* IncidentRecords::find(IncidentKey key) const
{
    const auto found = m_incidents.find(key);
    return found == m_incidents.end() ? nullptr : &found->second;
}

const Annotation* IncidentRecords::find(AnnotationKey key) const
{
    const auto found = m_annotations.find(key);
    return found == m_annotations.end() ? nullptr : &found->second;
}

std::vector<Annotation> IncidentRecords::annotationsOf(IncidentKey incident) const
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
