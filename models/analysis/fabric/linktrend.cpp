// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/linktrend.h"

#include "models/core/median.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr std::size_t season = LinkTrend::binsPerDay;
constexpr double leastFilled = 0.6; ///< share of the bins with data
/// Required significance of a trend.
struct Significance
{
    double z; ///< of its score
    double change; ///< over the series, in standard deviations of a value
};
constexpr Significance significant{3.29, 4}; ///< two-sided 0.1 %
constexpr Significance likely{1.96, 2}; ///< of a part of a series that has a significant one
constexpr double intervalZ = 1.96; ///< two-sided 95 %
constexpr double leastThird = 0.25; ///< of the mean change from third to third

double daysBetween(std::size_t from, std::size_t to)
{
    return static_cast<double>(to - from) / static_cast<double>(season);
}

/// The lower of the two middle values, so that a step in the middle gives no value half-way.
double lowerMedian(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Pairs of values at the same time of day.
struct Pairs
{
    std::vector<double> slopes; ///< per day, sorted
    double score = 0; ///< rising less falling pairs (Mann-Kendall)
    double variance = 0; ///< of the score without a trend
};

Pairs pairsOf(std::span<const float> bins)
{
    Pairs pairs;
    for (std::size_t first = 0; first < std::min(season, bins.size()); ++first) {
        double count = 0;
        for (std::size_t from = first; from < bins.size(); from += season) {
            if (std::isnan(bins[from]))
                continue;
            ++count;
            for (std::size_t to = from + season; to < bins.size(); to += season) {
                if (std::isnan(bins[to]))
                    continue;
                const double change = static_cast<double>(bins[to]) - static_cast<double>(bins[from]);
                pairs.score += change > 0 ? 1 : change < 0 ? -1 : 0;
                pairs.slopes.push_back(change / daysBetween(from, to));
            }
        }
        pairs.variance += count * (count - 1) * (2 * count + 5) / 18;
    }
    std::ranges::sort(pairs.slopes);
    return pairs;
}

/// Residuals of the slope, without the daily cycle; NaN: no data.
std::vector<double> residuals(std::span<const float> bins, double slope)
{
    std::vector<double> left(bins.size());
    for (std::size_t at = 0; at < bins.size(); ++at)
        left[at] = static_cast<double>(bins[at]) - slope * daysBetween(0, at);
    for (std::size_t first = 0; first < std::min(season, left.size()); ++first) {
        std::vector<double> same;
        for (std::size_t at = first; at < left.size(); at += season)
            if (!std::isnan(left[at]))
                same.push_back(left[at]);
        if (same.empty())
            continue;
        const double usual = lowerMedian(std::move(same));
        for (std::size_t at = first; at < left.size(); at += season)
            left[at] -= usual;
    }
    return left;
}

double spreadOf(const std::vector<double>& values)
{
    std::vector<float> known;
    for (const double value : values)
        if (!std::isnan(value))
            known.push_back(static_cast<float>(value));
    return static_cast<double>(summarise(known).sigma);
}

/// Number of correlated values that contain as much information as one independent value; at most a day's values.
double inflation(const std::vector<double>& left)
{
    double products = 0;
    double squares = 0;
    for (std::size_t at = 1; at < left.size(); ++at) {
        if (std::isnan(left[at]) || std::isnan(left[at - 1]))
            continue;
        products += left[at] * left[at - 1];
        squares += (left[at] * left[at] + left[at - 1] * left[at - 1]) / 2;
    }
    const double correlation = squares > 0 ? std::clamp(products / squares, 0.0, 0.95) : 0;
    return std::min((1 + correlation) / (1 - correlation), static_cast<double>(season));
}

/// Whether the series moves in the same direction from its first to its second and to its last third.
bool isLasting(std::span<const float> bins)
{
    std::array<double, 3> medians{};
    for (std::size_t third = 0; third < medians.size(); ++third) {
        std::vector<double> values;
        for (std::size_t at = third * bins.size() / 3; at < (third + 1) * bins.size() / 3; ++at)
            if (!std::isnan(bins[at]))
                values.push_back(static_cast<double>(bins[at]));
        if (values.empty())
            return false;
        medians[third] = lowerMedian(std::move(values));
    }
    const double mean = (medians[2] - medians[0]) / 2;
    return mean != 0 && (medians[1] - medians[0]) / mean >= leastThird
        && (medians[2] - medians[1]) / mean >= leastThird;
}

/// Value at the end, from the values of the last day.
double levelAtEnd(std::span<const float> bins, double slope)
{
    std::vector<double> values;
    for (std::size_t at = bins.size(); at-- > 0 && values.size() < season;)
        if (!std::isnan(bins[at]))
            values.push_back(static_cast<double>(bins[at]) + slope * daysBetween(at, bins.size() - 1));
    return lowerMedian(std::move(values));
}

std::optional<LinkTrend> trendIn(std::span<const float> bins, const Significance& significance)
{
    const auto filled = std::ranges::count_if(bins, [](float bin) { return !std::isnan(bin); });
    if (static_cast<double>(filled) < leastFilled * static_cast<double>(bins.size()) || !isLasting(bins))
        return std::nullopt;
    const Pairs pairs = pairsOf(bins);
    if (pairs.slopes.empty())
        return std::nullopt;
    const double slope = pairs.slopes[pairs.slopes.size() / 2];
    const std::vector<double> left = residuals(bins, slope);
    const double deviation = std::sqrt(pairs.variance * inflation(left));
    LinkTrend trend{
        .level = levelAtEnd(bins, slope), .noise = spreadOf(left), .slope = slope, .days = daysBetween(0, bins.size())};
    if (!(std::abs(pairs.score) >= significance.z * deviation)
        || std::abs(slope) * trend.days < significance.change * trend.noise)
        return std::nullopt;
    // Sen's interval: the slopes whose rank is as far from the middle as the score may be by chance.
    const auto count = static_cast<double>(pairs.slopes.size());
    const auto ranked = [&](double rank) {
        return pairs.slopes[static_cast<std::size_t>(std::clamp(rank, 0.0, count - 1))];
    };
    const double low = ranked((count - intervalZ * deviation) / 2);
    const double high = ranked((count + intervalZ * deviation) / 2);
    trend.slopeNearZero = slope > 0 ? low : high;
    trend.slopeFarFromZero = slope > 0 ? high : low;
    return trend;
}

/// A change that began within the last day: each of the newest values is further outside the range of the earlier days.
std::optional<LinkTrend> onsetIn(std::span<const float> bins)
{
    constexpr std::size_t earlierBins = 4 * season;
    constexpr std::size_t newBins = 4;
    constexpr double leastStep = 1; ///< in standard deviations
    if (bins.size() < earlierBins + newBins)
        return std::nullopt;
    const std::span<const float> newest = bins.last(newBins);
    std::vector<double> earlier;
    for (const float bin : bins.last(earlierBins + newBins).first(earlierBins))
        if (!std::isnan(bin))
            earlier.push_back(static_cast<double>(bin));
    if (static_cast<double>(earlier.size()) < leastFilled * earlierBins
        || std::ranges::any_of(newest, [](float bin) { return std::isnan(bin); }))
        return std::nullopt;
    const double noise = spreadOf(earlier);
    const double direction = newest.back() > newest.front() ? 1 : -1;
    const double worst = direction > 0 ? std::ranges::max(earlier) : std::ranges::min(earlier);
    std::vector<double> steps; // all steps except the first, which began the change
    for (std::size_t at = 1; at < newBins; ++at)
        steps.push_back(direction * (static_cast<double>(newest[at]) - static_cast<double>(newest[at - 1])));
    const auto [least, most] = std::ranges::minmax(steps);
    if (!(least > leastStep * noise) || direction * (static_cast<double>(newest[1]) - worst) < 2 * noise)
        return std::nullopt;
    const auto perDay = static_cast<double>(season);
    return LinkTrend{.level = static_cast<double>(newest.back()),
                     .noise = noise,
                     .slope = direction * lowerMedian(steps) * perDay,
                     .slopeNearZero = direction * least * perDay,
                     .slopeFarFromZero = direction * most * perDay,
                     .days = daysBetween(0, newBins)};
}

} // namespace

std::optional<LinkTrend> LinkTrend::of(std::span<const float> bins)
{
    std::optional<LinkTrend> all;
    for (const std::size_t days : {longestDays, std::size_t{7}, std::size_t{4}}) {
        const auto trend = bins.size() < days * season ? std::nullopt
                                                       : trendIn(bins.last(days * season), all ? likely : significant);
        if (!trend)
            continue;
        if (!all) {
            all = trend;
            continue;
        }
        // The present slope is that of the last days. The other slopes show how much it varies.
        const double direction = trend->slope > 0 ? 1 : -1;
        all->level = trend->level;
        all->noise = trend->noise;
        all->slope = trend->slope;
        all->slopeNearZero = direction * std::min(direction * all->slopeNearZero, direction * trend->slopeNearZero);
        all->slopeFarFromZero
            = direction * std::max(direction * all->slopeFarFromZero, direction * trend->slopeFarFromZero);
    }
    return all ? all : onsetIn(bins);
}

} // namespace lockstep
