// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/neighbourcost.h"

#include "models/core/median.h"
#include "models/core/metric.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lockstep {

namespace {

using Verdict = NeighbourCost::Verdict;

constexpr double shortestStretch = 10; ///< seconds
constexpr double stepsOfStretch = 2;
constexpr std::size_t fewestStretches = 3; ///< with and without the neighbour
constexpr float contrast = 2; ///< of its traffic, most to least
constexpr double noteworthy = 0.03; ///< relative, of step times and bandwidth
constexpr double noteworthyWait = 0.01; ///< share of the time
constexpr double certain = 3; ///< standard errors
constexpr double medianError = 1.2533; ///< standard error of a median, relative to that of a mean

float meanOf(std::span<const float> values, std::size_t from, std::size_t to)
{
    double sum = 0;
    std::size_t known = 0;
    for (std::size_t at = from; at < std::min(to, values.size()); ++at) {
        if (std::isnan(values[at]))
            continue;
        sum += static_cast<double>(values[at]);
        ++known;
    }
    return known == 0 ? noData : static_cast<float>(sum / static_cast<double>(known));
}

/// Means over a few consecutive steps, so that the phases within a step do not matter.
struct Stretch
{
    float stepSeconds = noData;
    float wait = noData;
    float busBandwidth = noData;
    double seconds = 0;
    double gpuSeconds = 0;
};

double tickSeconds(const JobSeries& series)
{
    return std::chrono::duration<double>(series.tickPeriod).count();
}

/// In ticks; 0: the job reported too few steps.
std::size_t stretchLength(const JobSeries& series)
{
    std::vector<float> steps;
    std::ranges::copy_if(series.stepTime, std::back_inserter(steps), [](float each) { return each > 0; });
    if (steps.size() < fewestStretches)
        return 0;
    const double seconds = std::max(shortestStretch, stepsOfStretch * static_cast<double>(upperMedian(steps)));
    return std::max<std::size_t>(2, static_cast<std::size_t>(std::ceil(seconds / tickSeconds(series))));
}

std::vector<Stretch> stretchesOf(const JobSeries& series, std::span<const float> busBandwidth, std::size_t length)
{
    std::vector<Stretch> stretches;
    for (std::size_t from = 0; from + length <= series.stepTime.size(); from += length) {
        const std::size_t to = from + length;
        const float gpus = meanOf(series.gpus, from, to);
        const double seconds = static_cast<double>(length) * tickSeconds(series);
        stretches.push_back({meanOf(series.stepTime, from, to), meanOf(series.wait, from, to),
                             meanOf(busBandwidth, from, to), seconds,
                             std::isnan(gpus) ? 0 : static_cast<double>(gpus) * seconds});
    }
    return stretches;
}

/// Traffic of a neighbour in each stretch, and when it is high or low.
class Sender
{
public:
    Sender(const Neighbour& neighbour, std::size_t length, std::size_t count)
    {
        std::vector<float> known;
        for (std::size_t at = 0; at < count; ++at) {
            m_traffic.push_back(meanOf(neighbour.traffic, at * length, (at + 1) * length));
            if (!std::isnan(m_traffic.back()))
                known.push_back(m_traffic.back());
        }
        m_known = known.size();
        if (m_known < 2 * fewestStretches)
            return;
        std::ranges::sort(known);
        m_least = known[fewestStretches - 1];
        m_most = known[known.size() - fewestStretches];
    }

    [[nodiscard]] std::size_t known() const { return m_known; }
    [[nodiscard]] float at(std::size_t stretch) const { return m_traffic[stretch]; }
    [[nodiscard]] bool isIdle() const { return m_most <= 0; }
    [[nodiscard]] bool varies() const { return m_most > contrast * m_least; }
    [[nodiscard]] bool isBusy(std::size_t stretch) const
    {
        return varies() && m_traffic[stretch] >= (m_least + m_most) / 2;
    }
    [[nodiscard]] bool isQuiet(std::size_t stretch) const
    {
        return varies() && m_traffic[stretch] <= m_least + (m_most - m_least) / 4;
    }

private:
    std::vector<float> m_traffic;
    std::size_t m_known = 0;
    float m_least = 0; ///< excludes the few smaller ones
    float m_most = 0;
};

/// Values of some stretches, without unknown ones.
std::vector<float> valuesOf(const std::vector<Stretch>& stretches, const std::vector<std::size_t>& some,
                            float Stretch::*value)
{
    std::vector<float> values;
    for (const std::size_t at : some) {
        if (!std::isnan(stretches[at].*value))
            values.push_back(stretches[at].*value);
    }
    return values;
}

Stretches summaryOf(const std::vector<Stretch>& stretches, const std::vector<std::size_t>& some, const Sender& sender)
{
    const auto median = [&](float Stretch::*value) {
        std::vector<float> values = valuesOf(stretches, some, value);
        return values.empty() ? Stretches::unknown : static_cast<double>(upperMedian(values));
    };
    Stretches summary;
    std::vector<float> traffic;
    for (const std::size_t at : some) {
        summary.seconds += stretches[at].seconds;
        traffic.push_back(sender.at(at));
    }
    summary.traffic = static_cast<double>(upperMedian(traffic));
    summary.stepSeconds = median(&Stretch::stepSeconds);
    summary.waitShare = median(&Stretch::wait);
    summary.busBandwidth = median(&Stretch::busBandwidth);
    return summary;
}

/// Standard error of the median step time.
double errorOf(const std::vector<Stretch>& stretches, const std::vector<std::size_t>& some)
{
    std::vector<float> values = valuesOf(stretches, some, &Stretch::stepSeconds);
    const double sigma = static_cast<double>(summarise(values).sigma);
    return medianError * sigma / std::sqrt(static_cast<double>(values.size()));
}

bool communicatesWorse(const NeighbourCost& cost)
{
    return cost.with.waitShare > cost.without.waitShare + noteworthyWait
        || cost.with.busBandwidth < cost.without.busBandwidth * (1 - noteworthy);
}

/// If several neighbours send much at the same time, each is charged in proportion to its traffic.
double lostIn(const std::vector<Stretch>& stretches, const std::vector<std::size_t>& busy, const NeighbourCost& cost,
              const std::vector<Sender>& senders, std::size_t its)
{
    double lost = 0;
    for (const std::size_t at : busy) {
        float all = 0;
        for (const Sender& sender : senders)
            all += sender.isBusy(at) ? sender.at(at) : 0;
        lost += stretches[at].gpuSeconds * static_cast<double>(senders[its].at(at) / all);
    }
    return lost * (1 - cost.without.stepSeconds / cost.with.stepSeconds);
}

void judge(const std::vector<Stretch>& stretches, const std::vector<Sender>& senders, std::size_t its,
           NeighbourCost& cost)
{
    std::vector<std::size_t> busy;
    std::vector<std::size_t> quiet;
    for (std::size_t at = 0; at < stretches.size(); ++at) {
        if (std::isnan(stretches[at].stepSeconds))
            continue;
        if (senders[its].isBusy(at))
            busy.push_back(at);
        else if (senders[its].isQuiet(at)
                 && std::ranges::none_of(senders, [at](const Sender& each) { return each.isBusy(at); }))
            quiet.push_back(at);
    }
    if (busy.size() < fewestStretches || quiet.size() < fewestStretches) {
        cost.verdict = Verdict::TooShort;
        return;
    }
    cost.with = summaryOf(stretches, busy, senders[its]);
    cost.without = summaryOf(stretches, quiet, senders[its]);
    const double longer = cost.with.stepSeconds - cost.without.stepSeconds;
    if (longer < noteworthy * cost.without.stepSeconds
        || longer < certain * std::hypot(errorOf(stretches, busy), errorOf(stretches, quiet))) {
        cost.verdict = Verdict::NotSlower;
    } else if (!communicatesWorse(cost)) {
        cost.verdict = Verdict::NotByFabric;
    } else {
        cost.verdict = Verdict::Slower;
        cost.gpuSeconds = lostIn(stretches, busy, cost, senders, its);
    }
}

std::string valueText(const NeighbourCost& cost, const Rates& rates)
{
    switch (cost.verdict) {
    case Verdict::NoTraffic:
        return "no data: its traffic was not recorded";
    case Verdict::TooShort:
        return "unknown: too little time either with or without its traffic";
    case Verdict::Steady:
        return "unknown: its traffic was constant, so there is no time without it for comparison";
    case Verdict::Idle:
        return "none: it sent no traffic";
    case Verdict::NotSlower:
        return fmt::format("none: steps take {} with its traffic and {} without", secondsText(cost.with.stepSeconds),
                           secondsText(cost.without.stepSeconds));
    case Verdict::NotByFabric:
        return fmt::format(
            "none: steps take {} with its traffic and {} without, but waits and bus bandwidth are the same",
            secondsText(cost.with.stepSeconds), secondsText(cost.without.stepSeconds));
    case Verdict::Slower:
        break;
    }
    return fmt::format("{}{}; steps take {} with its traffic and {} without", gpuHoursText(cost.gpuSeconds),
                       costSuffix(cost.gpuSeconds, rates), secondsText(cost.with.stepSeconds),
                       secondsText(cost.without.stepSeconds));
}

std::string pairText(double with, double without, Unit unit)
{
    const auto text = [unit](double value) {
        return std::isnan(value) ? std::string("no data") : formatQuantity(value, unit);
    };
    return fmt::format("{} with, {} without", text(with), text(without));
}

} // namespace

std::vector<NeighbourCost> neighbourCosts(const JobSeries& series, std::span<const float> busBandwidth,
                                          std::span<const Neighbour> neighbours)
{
    const std::size_t length = stretchLength(series);
    const std::vector<Stretch> stretches
        = length == 0 ? std::vector<Stretch>() : stretchesOf(series, busBandwidth, length);
    std::vector<Sender> senders;
    for (const Neighbour& neighbour : neighbours)
        senders.emplace_back(neighbour, length, stretches.size());
    std::vector<NeighbourCost> costs;
    for (std::size_t at = 0; at < neighbours.size(); ++at) {
        NeighbourCost& cost = costs.emplace_back();
        cost.job = neighbours[at].job;
        cost.links = neighbours[at].links;
        if (std::ranges::all_of(neighbours[at].traffic, [](float each) { return std::isnan(each); }))
            cost.verdict = Verdict::NoTraffic;
        else if (senders[at].known() < 2 * fewestStretches)
            cost.verdict = Verdict::TooShort;
        else if (senders[at].isIdle())
            cost.verdict = Verdict::Idle;
        else if (!senders[at].varies())
            cost.verdict = Verdict::Steady;
        else
            judge(stretches, senders, at, cost);
    }
    return costs;
}

FigureGroup neighbourFigures(std::span<const NeighbourCost> costs, bool isCabled, const Rates& rates)
{
    FigureGroup group{"Cost of neighbours on shared links", {}};
    if (costs.empty()) {
        group.figures.push_back(isCabled
                                    ? Figure{"Neighbours", "none: no reporting job shares a link with it", true, {}, {}}
                                    : unknownFigure("Neighbours", "no data: its nodes or their cabling are unknown"));
        return group;
    }
    for (const NeighbourCost& cost : costs) {
        Figure figure{cost.job,
                      valueText(cost, rates),
                      cost.verdict >= Verdict::Idle,
                      "GPU time with the neighbour's traffic × (1 − (step time without that traffic / step time with "
                      "it)), if waits or bus bandwidth are worse too. This is a correlation: other causes at the same "
                      "time are counted too.",
                      {{"shared links", formatNumber(static_cast<double>(cost.links))}}};
        if (cost.verdict >= Verdict::NotSlower) {
            figure.inputs.emplace_back("its traffic",
                                       pairText(cost.with.traffic, cost.without.traffic, Unit::BytesPerSecond));
            figure.inputs.emplace_back("step time",
                                       pairText(cost.with.stepSeconds, cost.without.stepSeconds, Unit::Seconds));
            figure.inputs.emplace_back("waits", pairText(cost.with.waitShare, cost.without.waitShare, Unit::Ratio));
            figure.inputs.emplace_back(
                "bus bandwidth", pairText(cost.with.busBandwidth, cost.without.busBandwidth, Unit::BytesPerSecond));
            figure.inputs.emplace_back("time", pairText(cost.with.seconds, cost.without.seconds, Unit::Seconds));
            figure.inputs.push_back(rateInput(rates));
        }
        group.figures.push_back(std::move(figure));
    }
    return group;
}

} // namespace lockstep
