// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/fabric/fabricmap.h"
#include "models/store/clusterstore.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockstep {

/// The value of one end of a link.
struct LinkValue
{
    QString text;
    std::optional<Severity> severity;
};

/// One metric at both ends.
struct LinkFact
{
    QString title;
    LinkValue near;
    LinkValue far;
};

/// A group whose collectives may have crossed the link.
struct LinkFlow
{
    QString name; ///< "train-a/dp3"
    QString text; ///< "56 ranks · 41.2 GB/s of 50 GB/s"
    std::optional<Severity> severity;
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< its members; invalid ones: not known
};

/// Both ends of a link and its traffic, for people.
struct LinkFacts
{
    EntityRef near; ///< invalid: nothing that is a link is selected
    EntityRef far; ///< a port, or the switch or node if the port is unknown; invalid: unknown
    QString nearName;
    QString farName;
    std::vector<LinkFact> facts;
    std::vector<LinkFlow> flows; ///< worst first
    std::size_t moreFlows = 0; ///< left out
};

/// @param port of the link @param tick nullopt: the newest values, of nodes that still report
/// @param flows null: nothing follows collectives
[[nodiscard]] LinkFacts linkFacts(const ClusterStore& store, const FabricMap& map, EntityRef port,
                                  std::optional<TickIndex> tick, const std::vector<CommunicatorFlow>* flows);

} // namespace lockstep
