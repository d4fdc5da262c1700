// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <string>
#include <vector>

namespace lockstep {

/// A metric of ours as an engine that scrapes exporters gives it: there when the engine knows the name `seen`.
struct ScrapedMetric
{
    /// An entity on the way down from its node, or from the cluster, and the label that names it.
    struct Place
    {
        EntityKind kind = EntityKind::Node;
        std::string label;
    };

    std::string exporter; ///< "node_exporter"
    std::string seen; ///< name in the engine
    std::string metric; ///< of ours
    /// In PromQL; $i stands for how long a sample counts, $w for a window of rates. See queryFor().
    std::string query;
    double factor = 1;
    std::vector<Place> places; ///< empty: as placeOf() reads the labels
    std::vector<std::string> others = {}; ///< further names that the query takes in
    double offset = 0;

    /// A number of the exporter in our unit.
    [[nodiscard]] double ours(double value) const { return value * factor + offset; }
};

/// The latest sample of a gauge, if it is not older than a scrape or two: what has gone is a gap at once.
[[nodiscard]] inline std::string latestOf(const std::string& selector)
{
    return "last_over_time(" + selector + "[$i])";
}

/// The rate of a counter over its latest scrapes; resets are the engine's to see.
[[nodiscard]] inline std::string rateOf(const std::string& selector)
{
    return "rate(" + selector + "[$w])";
}

} // namespace lockstep
