// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/nodenames.h"

#include "models/core/eventcodes.h"
#include "models/core/span.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

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
    if (m_names)
        m_ids = std::make_shared<const std::vector<NameId>>(m_names->size());
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
