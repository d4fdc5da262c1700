// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Selects the series of one name by labels, and uses their values or the rates of their counters.
struct ScrapedTerm
{
    struct Match
    {
        std::string label;
        std::vector<std::string> values; ///< one of these; the value of an absent label is ""
        bool isEqual = true; ///< false: excludes these values
    };

    enum class Of : std::uint8_t { Sum, Highest, Mean };

    std::string name;
    bool isRate = false;
    std::vector<Match> where = {};
    std::vector<std::string> summed = {}; ///< labels to aggregate over; empty: series stay separate
    std::vector<std::string> by = {}; ///< the only labels to keep; empty: see above
    Of of = Of::Sum; ///< how series with equal labels are combined
};

/// How a metric is computed from series: PromQL for servers, samples for files. A plain value.
struct ScrapedFormula
{
    enum class Form : std::uint8_t {
        Term, ///< the term itself
        Share, ///< ratio of the term to the other term
        RestOfShare, ///< 1 less the share
        Difference, ///< the term minus the other term
        Excess, ///< excess of the term over the other term, relative to the other term
        Equality, ///< 1 if the term equals the number, otherwise 0
        Quantile ///< quantile of a histogram, at `number`; the term gives the buckets, with the label "le"
    };

    ScrapedTerm term;
    Form form = Form::Term;
    ScrapedTerm other = {}; ///< with the same labels as the term
    double number = 0;
    ScrapedTerm positive = {}; ///< no result unless it is positive; without a name: no condition
    std::pair<std::string, std::string> label = {}; ///< label added to the result; empty: none

    [[nodiscard]] std::string query() const; ///< see ScrapedMetric::query
};

/// A Lockstep metric that exporters provide. Available if a source provides the metric named in the field `seen`.
struct ScrapedMetric
{
    /// An entity kind on the path from the node or the cluster, and the label that names the entity.
    struct Place
    {
        EntityKind kind = EntityKind::Node;
        std::string label;
        std::vector<std::string> more = {}; ///< labels appended to the name after a "/", if they are set
    };

    std::string exporter; ///< "node_exporter"
    std::string seen; ///< name in the source
    std::string metric; ///< name in Lockstep
    /// PromQL; $i is the validity of a sample, $w the window of rates. See queryFor().
    std::string query;
    double factor = 1;
    std::vector<Place> places; ///< empty: as placeOf() reads the labels
    std::vector<std::string> others = {}; ///< further names in the query
    std::vector<ScrapedFormula> formulas = {}; ///< parts computed by the query; empty: only a server can evaluate it
    bool isSubstitute = false; ///< used only if no other row provides the metric
    double offset = 0;

    /// Converts an exporter's value to Lockstep's unit. Divides if the factor is the inverse of an integer, so that 57
    /// % becomes exactly 0.57.
    [[nodiscard]] double ours(double value) const
    {
        const double inverse = std::round(1 / factor);
        return (factor < 1 && factor == 1 / inverse ? value / inverse : value * factor) + offset;
    }
};

/// A row whose query is generated from the formulas.
[[nodiscard]] ScrapedMetric scrapedBy(std::string exporter, std::string metric, std::vector<ScrapedFormula> formulas,
                                      double factor = 1);

/// The latest sample of a gauge within about one scrape interval, so that a missing series becomes a gap at once.
[[nodiscard]] inline std::string latestOf(const std::string& selector)
{
    return "last_over_time(" + selector + "[$i])";
}

/// The rate of a counter over its latest scrapes; the server handles resets.
[[nodiscard]] inline std::string rateOf(const std::string& selector)
{
    return "rate(" + selector + "[$w])";
}

} // namespace lockstep
