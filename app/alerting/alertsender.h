// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/notifiers/notifier.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/runbooks.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A notification about an alert.
struct AlertUpdate
{
    enum class What : std::uint8_t { Begins, Changes, Ends };

    What what = What::Begins;
    Alert alert;

    friend bool operator==(const AlertUpdate&, const AlertUpdate&) = default;
};

/// Finds changes since the last call: an alert began, changed its severity or cause, or ended. Shelved alerts are
/// reported only when they end or become more severe. Each change is reported once. A plain value.
class AlertFollower
{
public:
    /// @param alerts all current ones; moments must not decrease
    [[nodiscard]] std::vector<AlertUpdate> follow(const std::vector<Alert>& alerts, TimePoint now);

private:
    std::map<std::string, Alert> m_reported; ///< open alerts by key, as last reported
};

/// The alerts that an Alertmanager should have. An Alertmanager drops alerts that are not repeated. It identifies an
/// alert by its labels, so a change of labels ends one alert and begins another. A plain value.
class AlertmanagerList
{
public:
    static constexpr Duration resend = std::chrono::seconds(60);
    static constexpr Duration lastsFor = 4 * resend; ///< how long an open alert lasts after its last repetition
    static constexpr Duration reportedOver = 3 * resend; ///< how long an end is repeated, in case the receiver was down
    static constexpr std::size_t max = 1000; ///< number of alerts

    void take(const AlertUpdate& news, const std::string& cluster, TimePoint now);
    /// Updates the chain and cost of an otherwise unchanged alert, to be sent with the next body.
    void update(const Alert& alert);
    [[nodiscard]] bool isDue(TimePoint now) const; ///< whether bodyAt() would return a body, provided there are alerts
    /// Body for /api/v2/alerts; nullopt if it is too early to repeat it or there is nothing to send.
    [[nodiscard]] std::optional<std::string> bodyAt(TimePoint now);

private:
    struct Entry
    {
        std::string labels; ///< JSON
        std::string annotations; ///< JSON
        std::string key; ///< of the alert
        TimePoint onset;
        std::optional<TimePoint> end;
    };

    std::map<std::string, Entry> m_entries; ///< by labels
    TimePoint m_saidAt;
    bool m_hasChanged = false;
};

/// Sends alerts to webhooks and Alertmanagers: changes as they occur and, to an Alertmanager, open alerts periodically.
/// Never blocks. One thread.
class AlertSender
{
public:
    explicit AlertSender(std::vector<NotifierTarget> targets) : AlertSender(std::move(targets), NotifierLimits()) { }
    /// @param runbooks the site's runbooks, to which alerts link
    AlertSender(std::vector<NotifierTarget> targets, const NotifierLimits& limits, Runbooks runbooks = {});

    /// Call about once per second. @param alerts current alerts with their costs
    void follow(const std::vector<Alert>& alerts, const Topology& topology, TimePoint now);
    /// Receivers that have stopped or resumed answering since the last call, as text.
    [[nodiscard]] std::vector<std::string> news();
    /// Waits until everything is sent, at most @p max.
    void finish(std::chrono::milliseconds max);
    [[nodiscard]] NotifierStatus status(std::size_t target) const { return m_notifiers[target]->status(); }

private:
    void reportWebhooks(const AlertUpdate& news, const Topology& topology);

    Runbooks m_runbooks;
    AlertFollower m_follower;
    AlertmanagerList m_list;
    std::vector<std::unique_ptr<Notifier>> m_notifiers;
    std::vector<NotifierStatus> m_reported; ///< state of each at the last news()
    std::uint64_t m_number = 0; ///< number of messages so far
    bool m_hasAlertmanager = false;
};

} // namespace lockstep
