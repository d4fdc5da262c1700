// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/nametable.h"

#include "models/core/eventcodes.h"
#include "models/core/span.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

NameTable::NameTable()
{
    intern({});
}

bool NameTable::hasRoomFor(Owner owner)
{
    constexpr std::size_t nodesWorth = 4; // a source may have many nodes
    const auto count = [](const auto& brought, std::uint32_t by) {
        const auto found = brought.find(by);
        return found == brought.end() ? 0 : found->second;
    };
    const std::size_t left = capacity - 1 - m_names.size();
    const std::size_t ofNode = count(m_broughtByNode, owner.node);
    const std::size_t ofSource = count(m_broughtBySource, owner.source.value) / nodesWorth;
    m_isCrowded |= std::max(ofNode, ofSource) >= left / 2;
    return std::max(ofNode, ofSource) < left;
}

std::vector<NameId> NameTable::keepOnly(const std::vector<bool>& isUsed)
{
    std::deque<std::string> before;
    before.swap(m_names);
    m_ids.clear();
    m_broughtByNode.clear();
    m_broughtBySource.clear();
    m_isCrowded = false;
    std::vector<NameId> moved(before.size());
    for (std::size_t id = 0; id < before.size(); ++id) {
        if (id == 0 || (id < isUsed.size() && isUsed[id]))
            moved[id] = intern(before[id]);
    }
    return moved;
}

NameId NameTable::intern(std::string_view name, std::optional<Owner> owner)
{
    if (const auto known = m_ids.find(name); known != m_ids.end())
        return known->second;
    const bool isFull = m_names.size() >= capacity - 1 || (owner && !hasRoomFor(*owner));
    if (isFull && name != overflowName) {
        ++m_refused;
        return intern(overflowName);
    }
    if (owner) {
        ++m_broughtByNode[owner->node];
        ++m_broughtBySource[owner->source.value];
    }
    const NameId id{static_cast<std::uint32_t>(m_names.size())};
    m_ids.emplace(m_names.emplace_back(name), id);
    return id;
}

void NodeNames::set(const std::shared_ptr<const std::vector<std::string>>& names)
{
    if (names == m_names)
        return;
    static const std::vector<std::string> none;
    const std::vector<std::string>& before = m_names ? *m_names : none;
    const auto [known, firstNew] = std::ranges::mismatch(before, *names);
    const auto kept = static_cast<std::size_t>(known - before.begin());
    auto ids = std::make_shared<std::vector<NameId>>();
    ids->reserve(names->size());
    if (m_ids)
        ids->assign(m_ids->begin(), m_ids->begin() + static_cast<std::ptrdiff_t>(kept));
    ids->resize(names->size());
    if (!ids->empty())
        ids->front() = NameId{0}; // the empty name, which a TickPlacer gives to spans that used another one
    m_names = names;
    m_ids = std::move(ids);
}

const NodeNames::Ids& NodeNames::idsFor(std::span<const Span> spans, NameTable& table, NameTable::Owner owner)
{
    if (!m_names)
        return m_ids;
    std::shared_ptr<std::vector<NameId>> ids;
    for (const Span& span : spans) {
        for (const std::uint32_t name : {span.lane, span.op, span.communicator, span.job}) {
            if (name >= m_ids->size() || (ids ? *ids : *m_ids)[name].isValid())
                continue;
            if (!ids)
                ids = std::make_shared<std::vector<NameId>>(*m_ids);
            (*ids)[name] = table.intern((*m_names)[name], owner);
        }
    }
    if (ids) {
        m_ids = std::move(ids);
        m_refused += table.takeRefused();
    }
    return m_ids;
}

void NodeNames::forget()
{
    if (const auto names = std::exchange(m_names, nullptr))
        set(names);
    m_hasReported = false;
}

std::optional<Event> NodeNames::takeNotice(TimePoint now)
{
    const std::uint64_t refused = std::exchange(m_refused, 0);
    if (refused == 0 || std::exchange(m_hasReported, true))
        return std::nullopt;
    return Event{
        now, Severity::Warning, 0, codes::storeNamesFull,
        fmt::format(
            "reports more than {} names of lanes, operations and jobs; {} names, and all further ones, appear as {}",
            NameTable::capacity, refused, NameTable::overflowName)};
}

} // namespace lockstep
