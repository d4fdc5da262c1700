// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alerts.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

class ClusterStore;

/// The alerts of a store at any moment: live, in the past and in a replay. Computed on request and cached until new
/// events arrive. Long computations run on a thread: meanwhile at() returns the nearest known result, and joined()
/// follows. GUI thread; the store must outlive it.
class AlertBoard : public QObject
{
    Q_OBJECT

public:
    explicit AlertBoard(const ClusterStore& store, QObject* parent = nullptr);
    ~AlertBoard() override;

    /// See alertsAt(): of that moment, or while those are being joined, of the nearest moment that is known. Valid
    /// until the next call, or until joined().
    [[nodiscard]] const std::vector<Alert>& at(TimePoint moment) const;
    /// Whether at() has nothing to say yet: then no alerts are no all-clear.
    [[nodiscard]] bool isFirstJoining() const;
    /// Sets the current mutes.
    void setMutes(std::vector<Mute> mutes);
    /// Changes whenever at() may return another result for the same moment.
    [[nodiscard]] std::uint64_t version() const;

Q_SIGNALS:
    void joined(); ///< at() knows of moments that it was asked for in vain

private:
    class Joiner;

    std::unique_ptr<Joiner> m_joiner;
};

} // namespace lockstep
