// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/metrictable.h"

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
        if (m_descriptors[at].entityKind == kind)
            ids.push_back(MetricId{at});
    }
    return ids;
}

} // namespace lockstep
