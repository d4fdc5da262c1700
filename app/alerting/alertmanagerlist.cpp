// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertmanagerlist.h"

#include "app/alerting/alertjson.h"
#include "app/alerting/alertlabels.h"
#include "app/analyze/jsonwriter.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

std::string labelTextOf(const Alert& alert, const std::string& cluster)
{
    JsonWriter json;
    json.open('{');
    for (const auto& [name, value] : alertLabels(alert, cluster))
        json.key(name).text(value);
    return json.close('}').result();
}

std::string annotationsOf(const Alert& alert)
{
    std::string story;
    for (const Alert::Stage& stage : alert.chain)
        story += fmt::format("{}{} {}", story.empty() ? "" : "\n", isoMoment(stage.since), stage.what);
    JsonWriter json;
    json.open('{').key("title").text(alert.title).key("story").text(story).key("runbook").text(alert.runbook);
    json.key("key").text(alert.key);
    if (alert.costGpuSeconds)
        json.key("cost_gpu_s").text(fmt::format("{:.0f}", *alert.costGpuSeconds));
    return json.close('}').result();
}

} // namespace

void AlertmanagerList::take(const AlertNews& news, const std::string& cluster, TimePoint now)
{
    const Alert& alert = news.alert;
    const std::string labels = labelTextOf(alert, cluster);
    // Whatever it was known by before is over; what was over long before it began again is another.
    for (auto& [otherLabels, entry] : m_entries) {
        if (entry.key == alert.key && !entry.end && otherLabels != labels)
            entry.end = std::max(entry.onset, alert.end.value_or(now));
    }
    m_hasChanged = true;
    const auto known = m_entries.find(labels);
    if (known == m_entries.end() && (alert.end || m_entries.size() >= max))
        return;
    m_entries.insert_or_assign(labels, Entry{labels, annotationsOf(alert), alert.key, alert.onset, alert.end});
}

void AlertmanagerList::update(const Alert& alert)
{
    for (auto& [labels, entry] : m_entries) {
        if (entry.key == alert.key && !entry.end)
            entry.annotations = annotationsOf(alert);
    }
}

bool AlertmanagerList::isDue(TimePoint now) const
{
    return m_hasChanged || now < m_saidAt || now - m_saidAt >= resend;
}

std::optional<std::string> AlertmanagerList::bodyAt(TimePoint now)
{
    if (!isDue(now))
        return std::nullopt;
    std::erase_if(m_entries,
                  [&](const auto& each) { return each.second.end && now - *each.second.end >= reportedOver; });
    m_hasChanged = false;
    m_saidAt = now;
    if (m_entries.empty())
        return std::nullopt;
    std::string body;
    for (const auto& [labels, entry] : m_entries)
        body += fmt::format(R"({}{{"labels":{},"annotations":{},"startsAt":"{}","endsAt":"{}"}})",
                            body.empty() ? "[" : ",", entry.labels, entry.annotations, isoMoment(entry.onset),
                            isoMoment(entry.end.value_or(now + lastsFor)));
    return body + "]";
}

} // namespace lockstep
