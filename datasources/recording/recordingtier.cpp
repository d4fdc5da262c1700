// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordingtier.h"

#include <filesystem>

namespace lockstep {

namespace {

/// By Summary. No metric name contains the separator.
constexpr std::array<std::string_view, summaryCount> suffixes{"", "|min", "|max", "|count"};

} // namespace

std::span<const RecordingTier> recordingTiers()
{
    using namespace std::chrono_literals;
    static constexpr std::array<RecordingTier, tierCount> tiers{
        {{"minutes", "1 min", 1min}, {"tenminutes", "10 min", 10min}}};
    return tiers;
}

std::string tierFolder(const std::string& recording, const RecordingTier& tier)
{
    return (std::filesystem::path(recording) / tier.folder).string();
}

MetricDescriptor summaryMetric(const MetricDescriptor& of, Summary summary)
{
    MetricDescriptor metric = of;
    metric.name += suffixes[static_cast<std::size_t>(summary)];
    if (summary == Summary::Count) {
        metric.unit = Unit::None;
        metric.warning.reset();
        metric.critical.reset();
        metric.fullScale.reset();
    }
    return metric;
}

SummaryName summaryName(std::string_view name)
{
    for (std::size_t at = 1; at < suffixes.size(); ++at) {
        if (name.ends_with(suffixes[at]))
            return {name.substr(0, name.size() - suffixes[at].size()), static_cast<Summary>(at)};
    }
    return {name};
}

} // namespace lockstep
