// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/notifiertrial.h"

#include "app/alerting/alertjson.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/time.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace lockstep {

namespace {

constexpr auto trialTitle = "Test message from Lockstep: no action required";
constexpr Duration trialLasts = std::chrono::minutes(1); ///< after which an Alertmanager considers the alert resolved

std::string webhookTrial(TimePoint now)
{
    Alert alert;
    alert.key = "test";
    alert.kind = "test";
    alert.onset = alert.raisedAt = now;
    alert.end = now;
    alert.title = trialTitle;
    JsonWriter json;
    json.beginObject().key("news").text("test").key("cluster").text("");
    writeAlertMembers(json, Topology(), alert);
    return json.endObject().result();
}

std::string alertmanagerTrial(TimePoint now)
{
    JsonWriter json;
    json.beginList().beginObject().key("labels").beginObject();
    json.key("alertname").text("LockstepTest").key("severity").text("none").key("kind").text("test").endObject();
    json.key("annotations").beginObject().key("title").text(trialTitle).endObject();
    json.key("startsAt").text(formatUtc(now, 3)).key("endsAt").text(formatUtc(now + trialLasts, 3));
    return json.endObject().endList().result();
}

} // namespace

NotifierTrial::NotifierTrial(std::vector<NotifierTarget> targets, const NotifierLimits& limits)
{
    const TimePoint now = wallClockNow();
    for (NotifierTarget& target : targets) {
        const bool isWebhook = target.kind == NotifierTarget::Kind::Webhook;
        m_notifiers.push_back(std::make_unique<Notifier>(std::move(target), limits));
        m_notifiers.back()->post({isWebhook ? webhookTrial(now) : alertmanagerTrial(now),
                                  fmt::format("test-{}-{}", nsOf(now), m_notifiers.size()), false});
    }
}

std::vector<NotifierTrial::Outcome> NotifierTrial::outcomes() const
{
    std::vector<Outcome> outcomes;
    for (const auto& notifier : m_notifiers) {
        const NotifierStatus status = notifier->status();
        const NotifierTarget& target = notifier->target();
        Outcome its{target.shown, Outcome::State::Pending, target.shown + " has not answered yet"};
        if (status.delivered > 0) {
            its.state = Outcome::State::Arrived;
            its.says = target.kind == NotifierTarget::Kind::Webhook
                ? target.shown + " accepted the test message"
                : target.shown + " accepted the test alert; its routing configuration decides who receives it";
        } else if (!status.problem.empty()) { // a real alert would be retried, but a test reports at once
            its.state = Outcome::State::Failed;
            its.says = status.problem;
        }
        outcomes.push_back(std::move(its));
    }
    return outcomes;
}

bool NotifierTrial::isSettled() const
{
    const std::vector<Outcome> all = outcomes();
    return std::ranges::find(all, Outcome::State::Pending, &Outcome::state) == all.end();
}

void NotifierTrial::finish(std::chrono::milliseconds max) const
{
    const auto end = std::chrono::steady_clock::now() + max;
    while (!isSettled() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

} // namespace lockstep
