// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/learnedbaselines.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr Duration clocksDiffer = std::chrono::minutes(1);

/// The reason why a baseline is outdated; empty: it is valid.
std::string whyStale(const Learned& learned, const std::string& make, TimePoint now)
{
    if (learned.until > now + clocksDiffer)
        return "its timestamp is in the future, because a clock was set back";
    if (now - learned.until > LearnedBaselines::longest)
        return fmt::format("not observed for {}", roundedDurationText(now - learned.until));
    if (!make.empty() && !learned.make.empty() && make != learned.make)
        return fmt::format("hardware changed: {} before, {} now", learned.make, make);
    return {};
}

} // namespace

std::string roundedDurationText(Duration duration)
{
    const auto seconds = std::chrono::round<std::chrono::seconds>(duration).count();
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    if (seconds < 2 * minute)
        return fmt::format("{}\u2009s", seconds);
    if (seconds < 2 * hour)
        return fmt::format("{}\u2009min", seconds / minute);
    return seconds < 48 * hour ? fmt::format("{}\u2009h", seconds / hour)
                               : fmt::format("{} days", seconds / (24 * hour));
}

LearnedBaselines::Recalled LearnedBaselines::recall(const std::string& quantity, const std::string& path,
                                                    const std::string& make, TimePoint now)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find({quantity, path});
    if (found == m_entries.end())
        return {};
    std::string why = whyStale(found->second, make, now);
    if (why.empty())
        return {found->second, {}};
    m_entries.erase(found);
    ++m_version;
    return {std::nullopt, std::move(why)};
}

void LearnedBaselines::remember(const std::string& quantity, const std::string& path, Learned learned)
{
    if (learned.values.size() > maxValues)
        return;
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find({quantity, path});
    if (found == m_entries.end() && m_entries.size() >= maxEntries)
        return;
    m_entries.insert_or_assign({quantity, path}, std::move(learned));
    ++m_version;
}

std::vector<LearnedBaselines::Entry> LearnedBaselines::of(const std::string& path) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Entry> all;
    // There are few quantities but many entities.
    for (auto at = m_entries.begin(); at != m_entries.end(); at = m_entries.lower_bound({at->first.first + '\0', {}})) {
        if (const auto its = m_entries.find({at->first.first, path}); its != m_entries.end())
            all.push_back({its->first.first, its->first.second, its->second});
    }
    return all;
}

std::vector<LearnedBaselines::Entry> LearnedBaselines::entries() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Entry> all;
    all.reserve(m_entries.size());
    for (const auto& [key, learned] : m_entries)
        all.push_back({key.first, key.second, learned});
    return all;
}

void LearnedBaselines::load(std::vector<Entry> entries)
{
    const std::lock_guard lock(m_mutex);
    m_entries.clear();
    for (Entry& each : entries) {
        if (m_entries.size() < maxEntries && each.learned.values.size() <= maxValues)
            m_entries.insert_or_assign({std::move(each.quantity), std::move(each.path)}, std::move(each.learned));
    }
    ++m_version;
}

std::uint64_t LearnedBaselines::version() const
{
    const std::lock_guard lock(m_mutex);
    return m_version;
}

void appendPart(std::vector<float>& values, std::span<const float> part)
{
    values.push_back(static_cast<float>(part.size()));
    values.insert(values.end(), part.begin(), part.end());
}

std::vector<std::span<const float>> partsOf(std::span<const float> values, std::size_t count)
{
    std::vector<std::span<const float>> parts;
    while (!values.empty()) {
        const float announced = values.front();
        values = values.subspan(1);
        if (!(announced >= 0) || announced > static_cast<float>(values.size()))
            return {};
        const auto size = static_cast<std::size_t>(announced);
        parts.push_back(values.first(size));
        values = values.subspan(size);
    }
    return parts.size() == count ? parts : std::vector<std::span<const float>>();
}

} // namespace lockstep
