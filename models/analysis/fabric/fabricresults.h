// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace lockstep {

/// A group of GPUs that communicate, and its recent bandwidth.
struct CommunicatorFlow
{
    std::uint32_t communicator = 0; ///< a NameId of the store
    bool crossesNodes = false;
    float busBandwidth = 0; ///< bytes per second, of its last large collective
    float lineRate = noData; ///< bytes per second of the slowest NIC of its ring
    float traffic = noData; ///< bytes per second that each member sends, over about half a minute
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< its members, never null; invalid elements: unknown
    // Of its last large collective.
    std::string_view operation{}; ///< "all_reduce"
    std::uint64_t bytes = 0;
    std::uint32_t lane = 0; ///< of its first member
};

/// Holds results on collectives for the views: the newest results, or the results at the moment shown. GUI thread;
/// owned by the owner of the analyses, outlives the views.
class FabricResults : public QObject
{
    Q_OBJECT

public:
    using Flows = std::shared_ptr<const std::vector<CommunicatorFlow>>; ///< by communicator

    explicit FabricResults(QObject* parent = nullptr);

    /// The flows to show; null: not known yet, or not for the moment shown.
    [[nodiscard]] const Flows& flows() const { return m_isNewestShown ? m_newest : m_ofMoment; }

    /// Sets the newest flows.
    void publish(Flows flows);
    /// Shows the flows of a moment, regardless of newer ones; null: unknown.
    void show(Flows ofMoment);
    void showNewest();

Q_SIGNALS:
    void changed();

private:
    Flows m_newest; ///< never null
    Flows m_ofMoment;
    bool m_isNewestShown = true;
};

} // namespace lockstep
