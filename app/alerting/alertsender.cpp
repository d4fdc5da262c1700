// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertsender.h"

#include "app/alerting/alertjson.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// Compares kind and first culprit only: further culprits are not another cause.
bool isOtherCause(const Alert& one, const Alert& other)
{
    const auto first = [](const Alert& alert) {
        return alert.names.empty() ? std::string() : alert.names.front();
    };
    return one.kind != other.kind || first(one) != first(other);
}

std::string labelTextOf(const Alert& alert, const std::string& cluster)
{
    JsonWriter json;
    json.beginObject();
    for (const auto& [name, value] : alertLabels(alert, cluster))
        json.key(name).text(value);
    return json.endObject().result();
}

std::string annotationsOf(const Alert& alert)
{
    std::string story;
    for (const Alert::Stage& stage : alert.chain)
        story += fmt::format("{}{} {}", story.empty() ? "" : "\n", formatUtc(stage.since, 3), stage.what);
    JsonWriter json;
    json.beginObject().key("title").text(alert.title).key("story").text(story).key("runbook").text(alert.runbook);
    json.key("key").text(alert.key);
    if (alert.costGpuSeconds)
        json.key("cost_gpu_s").text(fmt::format("{:.0f}", *alert.costGpuSeconds));
    return json.endObject().result();
}

std::string_view newsWord(AlertUpdate::What what)
{
    switch (what) {
    case AlertUpdate::What::Begins:
        return "begins";
    case AlertUpdate::What::Changes:
        return "changes";
    default:
        return "ends";
    }
}

/// Hashed, because a key may contain characters that a header cannot contain.
std::string messageId(const AlertUpdate& news, std::uint64_t number)
{
    const std::size_t hash = std::hash<std::string>()(news.alert.key);
    return fmt::format("{:016x}-{}-{}-{}", hash, nsOf(news.alert.onset), newsWord(news.what), number);
}

} // namespace

std::vector<AlertUpdate> AlertFollower::follow(const std::vector<Alert>& alerts, TimePoint now)
{
    std::vector<AlertUpdate> news;
    for (const Alert& alert : alerts) {
        const auto reported = m_reported.find(alert.key);
        if (alert.end) {
            if (reported != m_reported.end())
                news.push_back({AlertUpdate::What::Ends, alert});
            m_reported.erase(alert.key);
        } else if (alert.state == Alert::State::Shelved) {
            continue;
        } else if (reported == m_reported.end()) {
            news.push_back({AlertUpdate::What::Begins, alert});
            m_reported.emplace(alert.key, alert);
        } else if (reported->second.severity != alert.severity || isOtherCause(reported->second, alert)) {
            news.push_back({AlertUpdate::What::Changes, alert});
            reported->second = alert;
        }
    }
    // An alert that is missing has been merged into another one.
    for (auto reported = m_reported.begin(); reported != m_reported.end();) {
        Alert& alert = reported->second;
        if (std::ranges::find(alerts, alert.key, &Alert::key) != alerts.end()) {
            ++reported;
            continue;
        }
        alert.end = std::max(now, alert.onset);
        alert.state = Alert::State::Cleared;
        news.push_back({AlertUpdate::What::Ends, std::move(alert)});
        reported = m_reported.erase(reported);
    }
    return news;
}

void AlertmanagerList::take(const AlertUpdate& news, const std::string& cluster, TimePoint now)
{
    const Alert& alert = news.alert;
    const std::string labels = labelTextOf(alert, cluster);
    // Ends entries under the alert's former labels, but not before their beginning.
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
                            body.empty() ? "[" : ",", entry.labels, entry.annotations, formatUtc(entry.onset, 3),
                            formatUtc(entry.end.value_or(now + lastsFor), 3));
    return body + "]";
}

AlertSender::AlertSender(std::vector<NotifierTarget> targets, const NotifierLimits& limits, Runbooks runbooks)
    : m_runbooks(std::move(runbooks))
{
    for (NotifierTarget& target : targets) {
        m_hasAlertmanager |= target.kind == NotifierTarget::Kind::Alertmanager;
        m_notifiers.push_back(std::make_unique<Notifier>(std::move(target), limits));
    }
    m_reported.resize(m_notifiers.size());
}

void AlertSender::follow(const std::vector<Alert>& alerts, const Topology& topology, TimePoint now)
{
    for (AlertUpdate& news : m_follower.follow(alerts, now)) {
        m_runbooks.link(news.alert, topology);
        reportWebhooks(news, topology);
        m_list.take(news, topology.clusterName(), now);
    }
    if (!m_hasAlertmanager)
        return;
    if (m_list.isDue(now)) {
        for (Alert alert : alerts) {
            m_runbooks.link(alert, topology);
            m_list.update(alert);
        }
    }
    const std::optional<std::string> body = m_list.bodyAt(now);
    for (const auto& notifier : m_notifiers) {
        if (body && notifier->target().kind == NotifierTarget::Kind::Alertmanager)
            notifier->post({*body, fmt::format("list-{}", nsOf(now)), true});
    }
}

void AlertSender::reportWebhooks(const AlertUpdate& news, const Topology& topology)
{
    JsonWriter json;
    json.beginObject().key("news").text(newsWord(news.what)).key("cluster").text(topology.clusterName());
    writeAlertMembers(json, topology, news.alert);
    json.endObject();
    const std::string id = messageId(news, ++m_number);
    for (const auto& notifier : m_notifiers) {
        if (notifier->target().kind == NotifierTarget::Kind::Webhook)
            notifier->post({json.result(), id, false});
    }
}

std::vector<std::string> AlertSender::news()
{
    std::vector<std::string> news;
    for (std::size_t index = 0; index < m_notifiers.size(); ++index) {
        const NotifierStatus status = m_notifiers[index]->status();
        NotifierStatus& said = m_reported[index];
        if (status.problem != said.problem)
            news.push_back(status.problem.empty()
                               ? "delivery of alerts to " + m_notifiers[index]->target().shown + " works again"
                               : status.problem);
        if (status.lost != said.lost)
            news.push_back(
                fmt::format("alert messages to {} lost: {}", m_notifiers[index]->target().shown, status.lost));
        said = status;
    }
    return news;
}

void AlertSender::finish(std::chrono::milliseconds max)
{
    const auto end = std::chrono::steady_clock::now() + max;
    for (const auto& notifier : m_notifiers)
        notifier->finish(
            std::max(std::chrono::milliseconds(0),
                     std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now())));
}

} // namespace lockstep
