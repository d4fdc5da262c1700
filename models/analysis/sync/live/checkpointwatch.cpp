// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/checkpointwatch.h"

#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

std::string lengthText(std::int64_t ns)
{
    return formatQuantity(static_cast<double>(ns) * 1e-9, Unit::Seconds);
}

} // namespace

void CheckpointWatch::write(std::uint32_t job, std::uint32_t step, std::int64_t fromNs, std::int64_t toNs)
{
    Job& its = m_jobs[job];
    if (its.last && its.last->step == step && fromNs < its.last->toNs)
        return; // has been judged without it
    if (!its.open || its.open->step != step)
        its.open = Checkpoint{step, fromNs, toNs};
    its.open->fromNs = std::min(its.open->fromNs, fromNs);
    its.open->toNs = std::max(its.open->toNs, toNs);
}

std::optional<CheckpointWatch::News> CheckpointWatch::goOn(std::uint32_t job, std::int64_t nowNs)
{
    const auto its = m_jobs.find(job);
    if (its == m_jobs.end() || !its->second.open || nowNs < its->second.open->toNs + settledNs)
        return {};
    const Checkpoint over = *std::exchange(its->second.open, std::nullopt);
    std::optional<News> news = judge(its->second, over);
    its->second.last = over;
    return news;
}

std::optional<CheckpointWatch::News> CheckpointWatch::judge(Job& job, const Checkpoint& now) const
{
    const std::int64_t length = now.toNs - now.fromNs;
    const double share = shareOf(job, now);
    const std::optional<std::int64_t> usual = usualNs(job);
    const bool isLonger = usual && length > *usual + worthwhileNs
        && static_cast<double>(length) > longer * static_cast<double>(writers()) * static_cast<double>(*usual);
    if (!isLonger && share < largeShare) {
        job.wellNs.push_back(length);
        if (job.wellNs.size() > remembered)
            job.wellNs.pop_front();
        if (!std::exchange(job.told, std::nullopt))
            return {};
        return News{std::nullopt, fmt::format("writing a checkpoint takes {} now", lengthText(length))};
    }
    const Severity severity = share >= largestShare ? Severity::Critical : Severity::Warning;
    if (job.told && *job.told >= severity)
        return {};
    job.told = severity;
    std::string text = "writing a checkpoint took " + lengthText(length);
    if (isLonger)
        text += fmt::format(", usually {}", lengthText(*usual));
    if (share >= largeShare)
        text += fmt::format(", {} of {}", formatQuantity(share, Unit::Ratio),
                            job.last ? "the time since the one before" : "all its time so far");
    return News{severity, std::move(text)};
}

/// Of the time since the last one. Before there is one, of the longest time for which the job can have gone without:
/// all of its steps.
double CheckpointWatch::shareOf(const Job& job, const Checkpoint& now)
{
    const auto length = static_cast<double>(now.toNs - now.fromNs);
    const double without = job.last && job.last->toNs < now.fromNs
        ? static_cast<double>(now.fromNs - job.last->toNs)
        : (static_cast<double>(now.step) + 1) * static_cast<double>(job.stepNs);
    return without > 0 ? length / (length + without) : 0;
}

std::optional<std::int64_t> CheckpointWatch::usualNs(const Job& job)
{
    if (job.wellNs.size() < known)
        return {};
    std::vector<std::int64_t> lengths(job.wellNs.begin(), job.wellNs.end());
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::ranges::nth_element(lengths, middle);
    return *middle;
}

/// Jobs that write checkpoints, and so may at the same time.
std::size_t CheckpointWatch::writers() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_jobs, [](const auto& job) { return job.second.last.has_value() || job.second.open.has_value(); }));
}

} // namespace lockstep
