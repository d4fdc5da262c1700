// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/seriesformula.h"

#include "datasources/imports/sampleperiod.h"
#include "models/core/metrics/counterrate.h"

#include <algorithm>
#include <cmath>
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
    const auto usual = usualSpacing(times);
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

/// Sum of related series: at times at which each series that has begun and not ended has a sample.
std::vector<Sample> sumOf(std::span<const std::vector<Sample>> series)
{
    struct At
    {
        double sum = 0;
        std::ptrdiff_t values = 0;
        std::ptrdiff_t begun = 0; ///< less those that ended just before
    };
    std::map<TimePoint, At> times;
    for (const std::vector<Sample>& each : series) {
        for (const Sample& sample : each) {
            At& at = times[sample.time];
            at.sum += sample.value;
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
            sums.push_back({time, at.sum});
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
            return std::ranges::find(term.summed, label.first) != term.summed.end();
        });
        Group& group = groups.try_emplace(std::move(labels), Group{series.order, {}}).first->second;
        group.series.push_back(term.isRate ? ratesOf(series.samples) : series.samples);
    }
    ByLabels values;
    for (auto& [labels, group] : groups)
        values.emplace(
            labels,
            Values{group.order, group.series.size() == 1 ? std::move(group.series.front()) : sumOf(group.series)});
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
    case Equality:
        return value == formula.number ? 1 : 0;
    case Term:
        break;
    }
    return value;
}

} // namespace

std::vector<FileSeries> computed(const ScrapedFormula& formula, const SeriesOfName& seriesOf)
{
    const ByLabels others = formula.other.name.empty() ? ByLabels() : valuesOf(formula.other, seriesOf);
    const ByLabels conditions = formula.positive.name.empty() ? ByLabels() : valuesOf(formula.positive, seriesOf);
    std::vector<FileSeries> results;
    for (auto& [labels, values] : valuesOf(formula.term, seriesOf)) {
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
