// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertfollower.h"
#include "app/alerting/alertmanagerlist.h"
#include "datasources/outlets/outlet.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Sends alerts to webhooks and Alertmanagers: changes as they occur and, to an Alertmanager, open alerts periodically.
/// Never blocks. One thread.
class AlertSender
{
public:
    explicit AlertSender(std::vector<OutletTarget> targets) : AlertSender(std::move(targets), OutletLimits()) { }
    AlertSender(std::vector<OutletTarget> targets, const OutletLimits& limits);

    /// To be called about once a second. @param alerts of now, with what they cost
    void follow(const std::vector<Alert>& alerts, const Topology& topology, TimePoint now);
    /// Changes in the state of the receivers since the last call, as text: one stopped or resumed answering.
    [[nodiscard]] std::vector<std::string> news();
    /// Waits until all is reported, but no longer.
    void finish(std::chrono::milliseconds max);
    [[nodiscard]] OutletStatus status(std::size_t target) const { return m_outlets[target]->status(); }

private:
    void reportWebhooks(const AlertNews& news, const Topology& topology);

    AlertFollower m_follower;
    AlertmanagerList m_list;
    std::vector<std::unique_ptr<Outlet>> m_outlets;
    std::vector<OutletStatus> m_said; ///< of each, as of news()
    std::uint64_t m_number = 0; ///< of messages
    bool m_hasAlertmanager = false;
};

} // namespace lockstep
