// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/secrettext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

/// Calls @p visit for each text of people and each path of a post-mortem.
template <class Visit>
void forEachText(PostMortem& all, Visit&& visit)
{
    const auto paths = [&](std::vector<EntityName>& entities) {
        for (EntityName& entity : entities)
            visit(entity.path);
    };
    Incident& incident = all.incident;
    for (std::string* text : {&incident.title, &incident.owner, &incident.summary, &incident.causes,
                              &incident.createdBy, &incident.costs.lostSource})
        visit(*text);
    for (std::string& tag : incident.tags)
        visit(tag);
    for (IncidentAction& action : incident.actions) {
        visit(action.text);
        visit(action.owner);
    }
    paths(incident.entities);
    for (Annotation& note : all.annotations) {
        for (std::string* text : {&note.text, &note.author, &note.lane, &note.operation})
            visit(*text);
        paths(note.entities);
    }
    for (Attachment& attachment : all.attachments) {
        for (std::string* text : {&attachment.title, &attachment.author, &attachment.view, &attachment.viewState})
            visit(*text);
    }
    for (Judgement& judgement : all.judgements) {
        for (std::string* text :
             {&judgement.alert, &judgement.place, &judgement.text, &judgement.author, &judgement.origin})
            visit(*text);
    }
    Evidence& evidence = all.evidence;
    visit(evidence.cluster);
    visit(evidence.source);
    const auto metric = [&](MetricDescriptor& descriptor) {
        for (std::string* text : {&descriptor.name, &descriptor.title, &descriptor.derivation})
            visit(*text);
    };
    for (EvidenceSeries& series : evidence.series) {
        metric(series.metric);
        visit(series.entity.path);
    }
    for (EvidenceHeat& heat : evidence.heats) {
        metric(heat.metric);
        std::ranges::for_each(heat.rows, visit);
    }
    for (EvidenceSpan& span : evidence.spans) {
        for (std::string* text : {&span.entity.path, &span.lane, &span.operation, &span.communicator})
            visit(*text);
    }
    for (EvidenceEvent& event : evidence.events) {
        for (std::string* text : {&event.entity.path, &event.code, &event.text})
            visit(*text);
    }
    for (EvidenceGap& gap : evidence.gaps) {
        visit(gap.node.path);
        visit(gap.reason);
    }
}

bool isNameByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_';
}

/// Replaces whole words only: "gpu1" within "gpu10" is another GPU.
void replaceWord(std::string& text, const std::string& word, const std::string& with)
{
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
        const bool startsWord = at == 0 || !isNameByte(text[at - 1]);
        const std::size_t end = at + word.size();
        const bool endsWord = end == text.size() || !isNameByte(text[end]);
        if (startsWord && endsWord) {
            text.replace(at, word.size(), with);
            at += with.size();
        } else {
            at = end;
        }
    }
}

/// Names of nodes: in a path the part before a part of a node, or the last part of a node's own path.
void collectHosts(const EntityName& entity, std::set<std::string>& hosts)
{
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= entity.path.size();) {
        const std::size_t end = std::min(entity.path.find(" / ", from), entity.path.size());
        parts.push_back(entity.path.substr(from, end - from));
        from = end + 3;
    }
    const bool isNode = entity.kind == EntityKind::Node;
    const bool isWithinNode = entity.kind == EntityKind::Gpu || entity.kind == EntityKind::Port
        || entity.kind == EntityKind::Core || entity.kind == EntityKind::Disk || entity.kind == EntityKind::Sensor;
    if (isNode && !parts.back().empty())
        hosts.insert(parts.back());
    if (isWithinNode && parts.size() >= 2)
        hosts.insert(parts[parts.size() - 2]);
}

std::set<std::string> hostsOf(const PostMortem& all)
{
    std::set<std::string> hosts;
    for (const EntityName& entity : all.incident.entities)
        collectHosts(entity, hosts);
    for (const Annotation& note : all.annotations) {
        for (const EntityName& entity : note.entities)
            collectHosts(entity, hosts);
    }
    for (const EvidenceSeries& series : all.evidence.series)
        collectHosts(series.entity, hosts);
    for (const EvidenceSpan& span : all.evidence.spans)
        collectHosts(span.entity, hosts);
    for (const EvidenceEvent& event : all.evidence.events)
        collectHosts(event.entity, hosts);
    for (const EvidenceGap& gap : all.evidence.gaps)
        collectHosts(gap.node, hosts);
    for (const EvidenceHeat& heat : all.evidence.heats) {
        for (const std::string& row : heat.rows) {
            const std::size_t to = row.find(" to ");
            collectHosts({heat.metric.entityKind, row.substr(0, to)}, hosts);
            if (to != std::string::npos)
                collectHosts({heat.metric.entityKind, row.substr(to + 4)}, hosts);
        }
    }
    return hosts;
}

std::set<std::string> peopleOf(const PostMortem& all)
{
    std::set<std::string> people{all.incident.owner, all.incident.createdBy};
    for (const IncidentAction& action : all.incident.actions)
        people.insert(action.owner);
    for (const Annotation& note : all.annotations)
        people.insert(note.author);
    for (const Attachment& attachment : all.attachments)
        people.insert(attachment.author);
    for (const Judgement& judgement : all.judgements) {
        people.insert(judgement.author);
        if (judgement.verdict == Judgement::Verdict::Assigned)
            people.insert(judgement.text);
    }
    people.erase(std::string());
    return people;
}

/// Longer names first, so that none is torn by one that it contains.
std::vector<std::pair<std::string, std::string>> replacements(const std::set<std::string>& names, const char* word)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& name : names)
        pairs.emplace_back(name, fmt::format("{}-{}", word, pairs.size() + 1));
    std::ranges::stable_sort(pairs, std::ranges::greater(), [](const auto& pair) { return pair.first.size(); });
    return pairs;
}

} // namespace

PostMortem withoutNames(PostMortem all)
{
    std::vector<std::pair<std::string, std::string>> pairs = replacements(hostsOf(all), "host");
    for (auto& pair : replacements(peopleOf(all), "person"))
        pairs.push_back(std::move(pair));
    forEachText(all, [&](std::string& text) {
        for (const auto& [name, with] : pairs)
            replaceWord(text, name, with);
    });
    // What a picture shows cannot be taken out of it.
    all.attachments.clear();
    return all;
}

PostMortem withoutSecrets(PostMortem all)
{
    forEachText(all, [](std::string& text) { text = withoutSecretText(text); });
    return all;
}

} // namespace lockstep
