// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alerts.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lockstep {

class ClusterStore;

/// The alerts of a store at any moment: live, in the past and in a replay. Computed on request and cached until new
/// events arrive. Long computations run on a thread: meanwhile at() returns the nearest known result, and joined()
/// follows. GUI thread; the store must outlive it.
class JoinedAlerts : public QObject
{
    Q_OBJECT

public:
    explicit JoinedAlerts(const ClusterStore& store, QObject* parent = nullptr);
    ~JoinedAlerts() override;

    /// The alerts at a moment (see alertsAt()) or, while these are computed, at the nearest known moment. Valid until
    /// the next call, or until joined().
    [[nodiscard]] const std::vector<Alert>& at(TimePoint moment) const;
    /// The same without the filter.
    [[nodiscard]] const std::vector<Alert>& allAt(TimePoint moment) const;
    /// Sets a function that removes or shortens alerts before at() returns them; null: none.
    void setFilter(std::function<void(std::vector<Alert>&)> filter);
    /// While there is a filter, views omit events, because these could reveal filtered alerts.
    [[nodiscard]] bool isFiltered() const;
    /// Whether no result is known yet. If so, an empty list does not mean that there are no alerts.
    [[nodiscard]] bool isFirstResultPending() const;
    /// Sets the current mutes.
    void setMutes(std::vector<Mute> mutes);
    /// Changes if at() may return another result for the same moment.
    [[nodiscard]] std::uint64_t version() const;

Q_SIGNALS:
    void joined(); ///< at() has results for moments that were requested before

private:
    class CauseAttributor;

    std::unique_ptr<CauseAttributor> m_joiner;
};

} // namespace lockstep
