// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/metrictable.h"

#include <utility>

namespace lockstep {

MetricId MetricTable::add(const MetricDescriptor& descriptor)
{
    const MetricId next{static_cast<std::uint32_t>(m_descriptors.size())};
    const auto [entry, isNew] = m_byName.try_emplace(descriptor.name, next);
    if (isNew)
        m_descriptors.push_back(descriptor);
    return entry->second;
}

MetricId MetricTable::find(std::string_view name) const
{
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() ? MetricId{} : found->second;
}

std::vector<MetricId> MetricTable::ofKind(EntityKind kind) const
{
    std::vector<MetricId> ids;
    for (std::uint32_t at = 0; at < m_descriptors.size(); ++at) {
        if (m_descriptors[at].entityKind == kind && isOffered(MetricId{at}))
            ids.push_back(MetricId{at});
    }
    return ids;
}

void MetricTable::describe(MetricId id, const MetricDescriptor& descriptor)
{
    std::string name = std::move(m_descriptors[id.value].name);
    m_descriptors[id.value] = descriptor;
    m_descriptors[id.value].name = std::move(name);
}

void MetricTable::setOffered(MetricId id, bool isOffered)
{
    if (id.value >= m_isHidden.size())
        m_isHidden.resize(id.value + 1);
    m_isHidden[id.value] = !isOffered;
}

} // namespace lockstep
