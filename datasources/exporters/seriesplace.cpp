// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/seriesplace.h"

#include "models/core/budget.h"
#include "models/core/metrics/metriccatalogue.h"

#include <algorithm>

namespace lockstep {

namespace {

std::string_view labelOf(LabelViews labels, std::string_view name)
{
    const auto found = std::ranges::find(labels, name, &std::pair<std::string_view, std::string_view>::first);
    return found == labels.end() ? std::string_view() : found->second;
}

std::string cut(std::string_view text)
{
    return std::string(text.substr(0, budget::nameBytes));
}

/// Two exporters of one host are scraped at two ports. Without a reported name, the host is identified by its address.
std::string hostOf(std::string_view instance, const HostNames& hosts)
{
    if (const auto known = hosts.find(instance); known != hosts.end())
        return known->second;
    const std::string_view address = instance.substr(0, instance.rfind(':'));
    const auto known = hosts.find(address);
    return cut(known == hosts.end() ? address : std::string_view(known->second));
}

/// "node-17:8000": distinguishes two servers of one host.
std::string addressOf(std::string_view instance, const HostNames& hosts)
{
    const std::size_t colon = std::min(instance.rfind(':'), instance.size());
    const std::string host = hostOf(instance, hosts);
    return host == instance ? host : host + std::string(instance.substr(colon));
}

} // namespace

std::vector<PlaceStep> placeOfSeries(const ScrapedMetric& metric, LabelViews labels, const HostNames& hosts)
{
    std::vector<PlaceStep> steps;
    for (const ScrapedMetric::Place& place : metric.places) {
        const std::string_view name = labelOf(labels, place.label);
        if (name.empty())
            return {};
        std::string whole(place.label == "instance" ? hostOf(name, hosts) : std::string(name));
        for (const std::string& label : place.more) {
            if (const std::string_view part = labelOf(labels, label); !part.empty())
                whole += "/" + (label == "instance" ? addressOf(part, hosts) : std::string(part));
        }
        steps.push_back({place.kind, cut(whole)});
    }
    if (!steps.empty())
        return steps;
    Labels copied;
    for (const auto& [name, value] : labels) {
        if (name == "instance")
            copied.emplace_back(name, hostOf(value, hosts));
        else
            copied.emplace_back(name, cut(value));
    }
    if (std::ranges::none_of(copied, [](const auto& label) { return isPlaceLabel(label.first); }))
        return {};
    const MetricDescriptor* const ours = findMetric(metric.metric);
    steps = placeOf(copied, ours ? ours->entityKind : EntityKind::Node);
    for (PlaceStep& step : steps)
        step.name = cut(step.name);
    return steps;
}

void seriesKey(LabelViews labels, std::string& key)
{
    key.clear();
    for (const auto& [name, value] : labels) {
        key.append(name).push_back('\0');
        key.append(value).push_back('\0');
    }
}

} // namespace lockstep
