// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/secrettext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

namespace {

/// Calls @p visit for each text by a user and each path in a post-mortem.
template <class Visit>
void forEachText(PostMortem& all, Visit&& visit)
{
    const auto paths = [&](std::vector<EntityName>& entities) {
        for (EntityName& entity : entities)
            visit(entity.path);
    };
    Incident& incident = all.incident;
    for (std::string* text :
         {&incident.title, &incident.owner, &incident.summary, &incident.causes, &incident.createdBy})
        visit(*text);
    for (const MeasuredCost& cost : measuredCosts)
        visit(incident.costs.*cost.source);
    for (PostMortem::Runbook& runbook : all.runbooks)
        visit(runbook.text);
    for (std::string& tag : incident.tags)
        visit(tag);
    for (IncidentAction& action : incident.actions) {
        visit(action.text);
        visit(action.owner);
    }
    for (IncidentResponder& each : incident.responders) {
        visit(each.role);
        visit(each.name);
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
        for (EvidenceHeat::Row& row : heat.rows) {
            visit(row.first);
            visit(row.last);
        }
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

/// Names of nodes in a path: the part before a child of a node, or the last part of a node's path.
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
        for (const EvidenceHeat::Row& row : heat.rows) {
            collectHosts({heat.metric.entityKind, row.first}, hosts);
            collectHosts({heat.metric.entityKind, row.last}, hosts);
        }
    }
    return hosts;
}

std::set<std::string> peopleOf(const PostMortem& all)
{
    std::set<std::string> people{all.incident.owner, all.incident.createdBy};
    for (const IncidentAction& action : all.incident.actions)
        people.insert(action.owner);
    for (const IncidentResponder& each : all.incident.responders)
        people.insert(each.name);
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

/// Replaces names. Each text is scanned once, regardless of the number of names, which may be large.
class NameRedactor
{
public:
    /// A name of both a host and a person counts as the host's.
    NameRedactor(const std::set<std::string>& hosts, const std::set<std::string>& people)
    {
        std::map<std::string, std::string> covers;
        const auto add = [&covers](const std::set<std::string>& names, std::string_view word) {
            std::size_t number = 0;
            for (const std::string& name : names)
                covers.try_emplace(name, fmt::format("{}-{}", word, ++number));
        };
        add(hosts, "host");
        add(people, "person");
        m_names.assign(covers.begin(), covers.end());
    }

    /// Replaces only whole words, and the longest name that matches: "gpu1" must not match in "gpu10".
    [[nodiscard]] std::string over(const std::string& text) const
    {
        std::string covered;
        for (std::size_t at = 0; at < text.size();) {
            const bool mayBegin = at == 0 || !isNameByte(text[at - 1]);
            const Name* const name = mayBegin ? longestAt(m_names, std::string_view(text).substr(at)) : nullptr;
            covered += name != nullptr ? name->second : std::string(1, text[at]);
            at += name != nullptr ? name->first.size() : 1;
        }
        return covered;
    }

private:
    using Name = std::pair<std::string, std::string>;

    /// Narrows the sorted names byte by byte. @return nullptr: the text begins with none
    [[nodiscard]] static const Name* longestAt(std::span<const Name> names, std::string_view text)
    {
        const Name* longest = nullptr;
        for (std::size_t depth = 0; depth < text.size() && !names.empty(); ++depth) {
            const auto byteAt = [depth](const Name& name) {
                return depth < name.first.size() ? static_cast<unsigned char>(name.first[depth]) : -1;
            };
            const int wanted = static_cast<unsigned char>(text[depth]);
            const auto first = std::partition_point(names.begin(), names.end(),
                                                    [&](const Name& name) { return byteAt(name) < wanted; });
            const auto last
                = std::partition_point(first, names.end(), [&](const Name& name) { return byteAt(name) == wanted; });
            names = names.subspan(static_cast<std::size_t>(first - names.begin()),
                                  static_cast<std::size_t>(last - first));
            const bool ends = depth + 1 == text.size() || !isNameByte(text[depth + 1]);
            if (ends && !names.empty() && names.front().first.size() == depth + 1)
                longest = &names.front();
        }
        return longest;
    }

    std::vector<Name> m_names; ///< sorted
};

} // namespace

PostMortem withoutNames(PostMortem all)
{
    const NameRedactor cover(hostsOf(all), peopleOf(all));
    forEachText(all, [&](std::string& text) { text = cover.over(text); });
    // Names in a picture cannot be removed.
    all.attachments.clear();
    return all;
}

PostMortem withoutSecrets(PostMortem all)
{
    forEachText(all, [](std::string& text) { text = withoutSecretText(text); });
    return all;
}

} // namespace lockstep
