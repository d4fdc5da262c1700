// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/jitterwatch.h"

#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t oddDifferences
    = 2; ///< outliers that are ignored: one odd step causes two, a change of level causes one

/// Identifies a family independently of op numbers, which differ between runs; 24 bits, exact as a float.
std::tuple<float, float, float> signatureOf(const std::string& op, std::uint8_t sizeClass, std::uint32_t members)
{
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const char each : op)
        hash = (hash ^ static_cast<std::uint8_t>(each)) * 16777619U;
    return {static_cast<float>(hash >> 8), static_cast<float>(sizeClass), static_cast<float>(members)};
}

std::string milliseconds(float seconds)
{
    return formatQuantity(static_cast<double>(seconds), Unit::Seconds);
}

Episodes::Key episodeOf(EntityRef entity, std::uint32_t job, std::tuple<std::uint32_t, std::uint8_t, std::uint32_t> key)
{
    return {entity, fmt::format("{} {} {} {}", job, std::get<0>(key), std::get<1>(key), std::get<2>(key))};
}

} // namespace

float JitterWatch::Course::mean() const
{
    float sum = 0;
    for (const float each : seconds)
        sum += each;
    return sum / static_cast<float>(keptSteps);
}

/// Variation from step to step. A growing load or a single change hardly affects it.
float JitterWatch::Course::jitter() const
{
    std::array<float, keptSteps - 1> differences{};
    for (std::uint32_t at = 0; at + 1 < keptSteps; ++at) {
        const std::uint32_t from = count + at; // index of the oldest, because the ring is full
        differences[at] = std::abs(seconds[(from + 1) % keptSteps] - seconds[from % keptSteps]);
    }
    std::ranges::sort(differences);
    float sum = 0;
    for (std::size_t at = 0; at + oddDifferences < differences.size(); ++at)
        sum += differences[at];
    return 0.886F * sum / static_cast<float>(differences.size() - oddDifferences);
}

JitterWatch::Family* JitterWatch::familyOf(Progress& progress, const StepTransfer& transfer, const NameOf& nameOf)
{
    const FamilyKey key{transfer.op, transfer.sizeClass, transfer.members};
    if (const auto known = progress.families.find(key); known != progress.families.end())
        return &known->second;
    if (progress.families.size() >= maxFamilies)
        return nullptr;
    Family& family = progress.families[key];
    const auto kept = progress.kept.find(signatureOf(nameOf(transfer.op), transfer.sizeClass, transfer.members));
    if (kept != progress.kept.end())
        (void)family.usual.restore(kept->second);
    return &family;
}

JitterWatch::StepJitter JitterWatch::follow(Family& family, std::span<const StepTransfer* const> transfers)
{
    StepJitter stepJitter;
    for (const StepTransfer* transfer : transfers) {
        const auto known = family.courses.find(transfer->communicator);
        if (known == family.courses.end() && family.courses.size() >= maxCommunicators)
            continue;
        Course& course = known == family.courses.end() ? family.courses[transfer->communicator] : known->second;
        course.seconds[course.count++ % keptSteps] = static_cast<float>(transfer->meanNs) * 1e-9F;
        if (course.count < keptSteps)
            continue;
        ++stepJitter.known;
        const float mean = course.mean();
        const float jitter = course.jitter();
        if (!(mean > 0) || jitter / mean <= stepJitter.ratio)
            continue;
        stepJitter = {jitter / mean, jitter, mean, transfer->count, stepJitter.known};
    }
    return stepJitter;
}

void JitterWatch::step(std::uint32_t job, const StepTransfers& step, const Job& about, const NameOf& nameOf,
                       const PlaceOf& placeOf, Derived& out)
{
    Progress& progress = m_jobs[job];
    if (++progress.closed == 1)
        progress.entity = about.entity; // stays the same even if rank 0 moves to another node
    if (step.run != progress.run) {
        progress.run = step.run;
        for (auto& [key, family] : progress.families)
            family.courses.clear(); // its ranks may have moved
    }
    std::map<FamilyKey, std::vector<const StepTransfer*>> families;
    for (const StepTransfer& transfer : step.transfers) {
        if (transfer.members > 1)
            families[{transfer.op, transfer.sizeClass, transfer.members}].push_back(&transfer);
    }
    for (const auto& [key, transfers] : families) {
        Family* const family = familyOf(progress, *transfers.front(), nameOf);
        if (family == nullptr)
            continue;
        const StepJitter stepJitter = follow(*family, transfers);
        if (!std::isnan(stepJitter.ratio))
            judge(progress, job, key, stepJitter, about, nameOf, placeOf, out);
    }
}

void JitterWatch::judge(Progress& progress, std::uint32_t job, const FamilyKey& key, const StepJitter& stepJitter,
                        const Job& about, const NameOf& nameOf, const PlaceOf& placeOf, Derived& out)
{
    Family& family = progress.families.at(key);
    const float usual = family.usual.usual();
    const float limit = std::isnan(usual)
        ? noData
        : std::max({minRatio, baselineFactor * usual, usual + spreadsFromUsual * family.usual.spread()});
    if (std::isnan(limit) || stepJitter.ratio < limit / 2)
        family.usual.add(stepJitter.ratio, static_cast<float>(about.stepSeconds));
    if (std::isnan(limit))
        return;
    const bool isFound = stepJitter.ratio > limit
        && static_cast<double>(stepJitter.seconds * static_cast<float>(stepJitter.count))
            > minStepShare * about.stepSeconds;
    const Episodes::Key episode = episodeOf(progress.entity, job, key);
    if (!isFound && !m_episodes.reported(episode))
        family.since = TimePoint();
    else if (isFound && family.since == TimePoint())
        family.since = about.time;
    const AnalysedTick now{progress.closed, about.time};
    const auto state = stepJitter.ratio < limit / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news = isFound ? m_episodes.found(episode, rule, now, Severity::Warning)
                              : m_episodes.notFound(episode, rule, now, state);
    const std::string op = nameOf(std::get<0>(key));
    if (news.isOver()) {
        family.since = TimePoint();
        out.events.push_back({progress.entity,
                              {about.time,
                               Severity::Information,
                               0,
                               codes::syncJitter,
                               fmt::format("{}: {} back to baseline: {} \u00b1 {}", about.name, op,
                                           milliseconds(stepJitter.mean), milliseconds(stepJitter.seconds)),
                               {.job = about.name}}});
    }
    if (!news.isBad())
        return;
    std::vector<std::uint32_t> affected;
    std::vector<std::uint32_t> others;
    for (const auto& [communicator, course] : family.courses) {
        if (course.count >= keptSteps)
            (course.jitter() > limit / 2 * course.mean() ? affected : others).push_back(communicator);
    }
    std::ranges::sort(affected);
    std::ranges::sort(others);
    out.events.push_back({progress.entity,
                          {about.time,
                           Severity::Warning,
                           0,
                           codes::syncJitter,
                           fmt::format("{}: {} takes {} \u00b1 {}, baseline \u00b1 {}, in {} of {} communicators{}",
                                       about.name, op, milliseconds(stepJitter.mean), milliseconds(stepJitter.seconds),
                                       milliseconds(usual * stepJitter.mean), affected.size(), stepJitter.known,
                                       placeOf ? placeOf(affected, others) : std::string()),
                           {.job = about.name,
                            .lasted = about.time - family.since,
                            .value = stepJitter.seconds,
                            .baseline = usual * stepJitter.mean,
                            .unit = Unit::Seconds}}});
}

std::vector<float> JitterWatch::values(std::uint32_t job, const NameOf& nameOf) const
{
    std::vector<float> values;
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end())
        return values;
    for (const auto& [key, family] : known->second.families) {
        const std::vector<float> usual = family.usual.values();
        if (!family.usual.isKnown())
            continue;
        const auto [hash, size, members] = signatureOf(nameOf(std::get<0>(key)), std::get<1>(key), std::get<2>(key));
        appendPart(values, std::array{hash, size, members});
        appendPart(values, usual);
    }
    return values;
}

bool JitterWatch::restore(std::uint32_t job, std::span<const float> values)
{
    for (std::size_t families = maxFamilies; families > 0; --families) {
        const std::vector<std::span<const float>> parts = partsOf(values, 2 * families);
        if (parts.empty())
            continue;
        Progress& progress = m_jobs[job];
        for (std::size_t at = 0; at < parts.size(); at += 2) {
            if (parts[at].size() != 3)
                return false;
            progress.kept[{parts[at][0], parts[at][1], parts[at][2]}].assign(parts[at + 1].begin(),
                                                                             parts[at + 1].end());
        }
        return true;
    }
    return false;
}

std::vector<BaselineRange> JitterWatch::ranges(std::uint32_t job, const NameOf& nameOf) const
{
    std::vector<BaselineRange> ranges;
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end())
        return ranges;
    for (const auto& [key, family] : known->second.families) {
        const std::string what = fmt::format("jitter of {} as a share of its duration", nameOf(std::get<0>(key)));
        family.usual.describe(what.c_str(), Unit::Ratio, ranges);
    }
    return ranges;
}

void JitterWatch::forget(std::uint32_t job, TimePoint time, const std::string& name, Derived& out)
{
    const auto known = m_jobs.find(job);
    if (known == m_jobs.end())
        return;
    const Progress& progress = known->second;
    for (const auto& [key, family] : progress.families) {
        const Episodes::Key episode = episodeOf(progress.entity, job, key);
        if (m_episodes.reported(episode)
            && m_episodes.notFound(episode, {.lasts = 1, .calm = 1}, {progress.closed + 1, time}).isOver())
            out.events.push_back({progress.entity,
                                  {time,
                                   Severity::Information,
                                   0,
                                   codes::syncJitter,
                                   fmt::format("{}: the job has ended", name),
                                   {.job = name}}});
    }
    m_jobs.erase(known);
}

} // namespace lockstep
