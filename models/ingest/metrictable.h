// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The known metrics by dense MetricId. Only grows. Owned by a ClusterStore or a recording; used on its thread.
class MetricTable
{
public:
    /// Id of the name, added if new. The first descriptor of a name is kept.
    MetricId add(const MetricDescriptor& descriptor);

    [[nodiscard]] std::size_t size() const { return m_descriptors.size(); }
    [[nodiscard]] const MetricDescriptor& descriptor(MetricId id) const { return m_descriptors[id.value]; }
    [[nodiscard]] MetricId find(std::string_view name) const; ///< invalid if unknown
    /// In order of arrival; metrics that are not offered are omitted.
    [[nodiscard]] std::vector<MetricId> ofKind(EntityKind kind) const;

    /// Replaces the description of a derived metric whose inputs have changed. Its name stays.
    void describe(MetricId id, const MetricDescriptor& descriptor);
    /// Whether lists offer it; default true.
    void setOffered(MetricId id, bool isOffered);
    [[nodiscard]] bool isOffered(MetricId id) const { return id.value >= m_isHidden.size() || !m_isHidden[id.value]; }

private:
    std::vector<MetricDescriptor> m_descriptors;
    std::vector<bool> m_isHidden; ///< by metric; shorter than the metrics: the rest is offered
    std::unordered_map<std::string, MetricId> m_byName;
};

} // namespace lockstep
