// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/seriesformula.h"

#include "datasources/exporters/sampleperiod.h"
#include "models/core/metrics/counterrate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>

namespace lockstep {

namespace {

using Sample = FileSeries::Sample;
struct Values
{
    std::size_t order = 0;
    std::vector<Sample> samples;
};
using ByLabels = std::map<Labels, Values>;

bool fits(const Labels& labels, const ScrapedTerm::Match& match)
{
    const auto found = std::ranges::find(labels, match.label, &Labels::value_type::first);
    const std::string_view value = found == labels.end() ? std::string_view() : std::string_view(found->second);
    return (std::ranges::find(match.values, value) != match.values.end()) == match.isEqual;
}

/// Like PromQL's window of rates: one scrape may be missing, not two.
constexpr double longestOfUsual = 2.5;

std::vector<Sample> ratesOf(std::span<const Sample> samples)
{
    SampleTimes times(samples.size());
    std::ranges::transform(samples, times.begin(), &Sample::time);
    const auto usual = typicalInterval(times);
    std::vector<Sample> rates;
    CounterRate counter;
    for (std::size_t at = 0; at < samples.size(); ++at) {
        const bool isAfterGap = at > 0 && usual
            && static_cast<double>((samples[at].time - samples[at - 1].time).count())
                > longestOfUsual * static_cast<double>(usual->count());
        if (isAfterGap)
            counter.clear();
        if (const auto rate = counter.sampleReal(samples[at].value, samples[at].time))
            rates.push_back({samples[at].time, *rate});
    }
    return rates;
}

/// Sum of related series, at times at which each series that has begun and not ended has a sample.
std::vector<Sample> reducedOf(std::span<const std::vector<Sample>> series, ScrapedTerm::Of of)
{
    struct At
    {
        double sum = 0;
        double highest = -std::numeric_limits<double>::infinity();
        std::ptrdiff_t values = 0;
        std::ptrdiff_t begun = 0; ///< less those that ended just before
    };
    std::map<TimePoint, At> times;
    for (const std::vector<Sample>& each : series) {
        for (const Sample& sample : each) {
            At& at = times[sample.time];
            at.sum += sample.value;
            at.highest = std::max(at.highest, sample.value);
            ++at.values;
        }
    }
    for (const std::vector<Sample>& each : series) {
        if (each.empty())
            continue;
        ++times[each.front().time].begun;
        if (const auto after = std::next(times.find(each.back().time)); after != times.end())
            --after->second.begun;
    }
    std::vector<Sample> sums;
    std::ptrdiff_t alive = 0;
    for (const auto& [time, at] : times) {
        alive += at.begun;
        if (at.values == alive)
            sums.push_back({time,
                            of == ScrapedTerm::Of::Highest   ? at.highest
                                : of == ScrapedTerm::Of::Sum ? at.sum
                                                             : at.sum / static_cast<double>(alive)});
    }
    return sums;
}

ByLabels valuesOf(const ScrapedTerm& term, const SeriesOfName& seriesOf)
{
    struct Group
    {
        std::size_t order = 0;
        std::vector<std::vector<Sample>> series;
    };
    std::map<Labels, Group> groups;
    for (const FileSeries& series : seriesOf(term.name)) {
        if (!std::ranges::all_of(term.where, [&](const auto& match) { return fits(series.labels, match); }))
            continue;
        Labels labels = series.labels;
        std::erase_if(labels, [&term](const auto& label) {
            return term.by.empty() ? std::ranges::find(term.summed, label.first) != term.summed.end()
                                   : std::ranges::find(term.by, label.first) == term.by.end();
        });
        Group& group = groups.try_emplace(std::move(labels), Group{series.order, {}}).first->second;
        group.series.push_back(term.isRate ? ratesOf(series.samples) : series.samples);
    }
    ByLabels values;
    for (auto& [labels, group] : groups)
        values.emplace(
            labels,
            Values{group.order,
                   group.series.size() == 1 ? std::move(group.series.front()) : reducedOf(group.series, term.of)});
    return values;
}

/// Calls @p use with the values at times that both have.
template <class Use>
void pair(std::span<const Sample> one, std::span<const Sample> other, const Use& use)
{
    auto second = other.begin();
    for (const Sample& sample : one) {
        while (second != other.end() && second->time < sample.time)
            ++second;
        if (second != other.end() && second->time == sample.time)
            use(sample, second->value);
    }
}

double combined(const ScrapedFormula& formula, double value, double other)
{
    using enum ScrapedFormula::Form;
    switch (formula.form) {
    case Share:
        return value / other;
    case RestOfShare:
        return 1 - value / other;
    case Difference:
        return value - other;
    case Excess:
        return value / other - 1;
    case Equality:
        return value == formula.number ? 1 : 0;
    case Term:
    case Quantile:
        break;
    }
    return value;
}

constexpr std::size_t maxBuckets = 512; ///< of a histogram

struct Bucket
{
    double bound = 0; ///< upper
    double count = 0; ///< of all below it
};

/// As PromQL's histogram_quantile(); NaN: nothing was observed, or the last bucket is missing.
double quantileOf(double quantile, std::vector<Bucket>& buckets)
{
    for (std::size_t at = 1; at < buckets.size(); ++at)
        buckets[at].count = std::max(buckets[at].count, buckets[at - 1].count);
    if (buckets.size() < 2 || !std::isinf(buckets.back().bound) || !(buckets.back().count > 0))
        return std::numeric_limits<double>::quiet_NaN();
    const double rank = quantile * buckets.back().count;
    const auto found = std::ranges::lower_bound(buckets, rank, {}, &Bucket::count);
    if (std::next(found) == buckets.end())
        return std::prev(found)->bound;
    if (found == buckets.begin() && found->bound <= 0)
        return found->bound;
    const Bucket below = found == buckets.begin() ? Bucket() : *std::prev(found);
    return found->count > below.count
        ? below.bound + (found->bound - below.bound) * (rank - below.count) / (found->count - below.count)
        : found->bound;
}

/// Quantiles of histograms, from series of their buckets. There is no value at a time at which a bucket is missing.
ByLabels quantilesOf(double quantile, ByLabels buckets)
{
    struct Histogram
    {
        std::size_t order = 0;
        std::map<double, std::vector<Sample>> series; ///< by upper bound
    };
    std::map<Labels, Histogram> histograms;
    for (auto& [labels, values] : buckets) {
        Labels rest = labels;
        const auto bound = std::ranges::find(rest, "le", &Labels::value_type::first);
        if (bound == rest.end())
            continue;
        char* end = nullptr;
        const double upper = std::strtod(bound->second.c_str(), &end); // takes "+Inf", too
        if (end == bound->second.c_str() || std::isnan(upper))
            continue;
        rest.erase(bound);
        Histogram& histogram = histograms.try_emplace(std::move(rest), Histogram{values.order, {}}).first->second;
        if (histogram.series.size() < maxBuckets)
            histogram.series.insert_or_assign(upper, std::move(values.samples));
    }
    ByLabels quantiles;
    for (const auto& [labels, histogram] : histograms) {
        std::map<TimePoint, std::vector<Bucket>> times;
        for (const auto& [bound, samples] : histogram.series) {
            for (const Sample& sample : samples)
                times[sample.time].push_back({bound, sample.value});
        }
        Values values{histogram.order, {}};
        for (auto& [time, all] : times) {
            if (all.size() == histogram.series.size())
                values.samples.push_back({time, quantileOf(quantile, all)});
        }
        quantiles.emplace(labels, std::move(values));
    }
    return quantiles;
}

} // namespace

std::vector<FileSeries> computed(const ScrapedFormula& formula, const SeriesOfName& seriesOf)
{
    const ByLabels others = formula.other.name.empty() ? ByLabels() : valuesOf(formula.other, seriesOf);
    const ByLabels conditions = formula.positive.name.empty() ? ByLabels() : valuesOf(formula.positive, seriesOf);
    ByLabels terms = valuesOf(formula.term, seriesOf);
    if (formula.form == ScrapedFormula::Form::Quantile)
        terms = quantilesOf(formula.number, std::move(terms));
    std::vector<FileSeries> results;
    for (auto& [labels, values] : terms) {
        FileSeries result{values.order, labels, {}};
        if (!formula.other.name.empty()) {
            if (const auto other = others.find(labels); other != others.end())
                pair(values.samples, other->second.samples, [&](const Sample& sample, double second) {
                    result.samples.push_back({sample.time, combined(formula, sample.value, second)});
                });
        } else {
            for (const Sample& sample : values.samples)
                result.samples.push_back({sample.time, combined(formula, sample.value, 0)});
        }
        if (!formula.positive.name.empty()) {
            const auto condition = conditions.find(labels);
            std::vector<Sample> kept;
            if (condition != conditions.end())
                pair(result.samples, condition->second.samples, [&kept](const Sample& sample, double number) {
                    if (number > 0)
                        kept.push_back(sample);
                });
            result.samples = std::move(kept);
        }
        if (!formula.label.first.empty())
            result.labels.push_back(formula.label);
        results.push_back(std::move(result));
    }
    std::ranges::sort(results, {}, &FileSeries::order);
    return results;
}

} // namespace lockstep
