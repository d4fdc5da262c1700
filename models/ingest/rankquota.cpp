// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/rankquota.h"

#include "models/core/event.h"
#include "models/core/eventcodes.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint64_t communicatorBit = 1ULL << 63U;

std::uint32_t nameOf(std::uint32_t index, std::span<const NameId> names)
{
    return index < names.size() ? names[index].value : 0;
}

std::uint64_t communicatorKey(const Span& span, std::span<const NameId> names)
{
    return communicatorBit | nameOf(span.communicator, names);
}

std::size_t countRanks(const auto& keys)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(keys, [](std::uint64_t key) { return (key & communicatorBit) == 0; }));
}

} // namespace

std::uint64_t rankKey(const Span& span, std::span<const NameId> names)
{
    return std::uint64_t{nameOf(span.job, names)} << 32U | span.rank;
}

std::size_t RankQuota::ranksOf(const NodeLayout* layout)
{
    const auto gpus
        = layout == nullptr ? 0 : std::ranges::count(layout->entities, EntityKind::Gpu, &EntityDescriptor::kind);
    if (gpus == 0)
        return ranksWithoutGpus;
    return ranksBeside + ranksPerGpu * std::min(static_cast<std::size_t>(gpus), maxGpus);
}

std::optional<std::vector<Span>> RankQuota::keep(const NodeTick& tick, std::span<const NameId> names, TimePoint now)
{
    noteFresh(tick, names, now);
    const bool isFlood = m_floodUntil && now < *m_floodUntil;
    if (m_fresh.empty() && !isFlood)
        return std::nullopt;
    if (!m_fresh.empty() && isAboveLimit(ranksOf(tick.layout.get()), now)) {
        if (!isFlood)
            std::erase_if(m_seen, [now](const auto& entry) { return now - entry.second.first < established; });
        m_floodUntil = now + floodLasts;
    } else if (!isFlood) {
        for (const std::uint64_t key : m_fresh)
            m_seen.emplace(key, Seen{now, now});
        return std::nullopt;
    }
    std::vector<Span> kept;
    std::ranges::copy_if(tick.spans, std::back_inserter(kept),
                         [&](const Span& span) { return span.rank == Span::noRank || isKnown(span, names); });
    m_leftOut.count(tick.spans.size() - kept.size());
    return kept;
}

void RankQuota::noteFresh(const NodeTick& tick, std::span<const NameId> names, TimePoint now)
{
    m_fresh.clear();
    std::uint64_t last = communicatorBit; // the spans of a rank are adjacent
    const auto note = [&](std::uint64_t key) {
        if (const auto known = m_seen.find(key); known != m_seen.end())
            known->second.last = now;
        else
            m_fresh.insert(key);
    };
    for (const Span& span : tick.spans) {
        if (span.rank == Span::noRank)
            continue;
        if (const std::uint64_t rank = rankKey(span, names); rank != std::exchange(last, rank))
            note(rank);
        if (span.communicator != 0)
            note(communicatorKey(span, names));
    }
}

bool RankQuota::isAboveLimit(std::size_t ranks, TimePoint now)
{
    const auto isAbove = [&] {
        const auto keys = std::views::keys(m_seen);
        const std::size_t known = countRanks(keys);
        const std::size_t fresh = countRanks(m_fresh);
        m_limit = ranks;
        m_most = known + fresh;
        return m_most > ranks || m_seen.size() - known + m_fresh.size() - fresh > communicatorsPerRank * ranks;
    };
    if (!isAbove())
        return false;
    std::erase_if(m_seen, [now](const auto& entry) { return now - entry.second.last > remembered; });
    return isAbove();
}

bool RankQuota::isKnown(const Span& span, std::span<const NameId> names) const
{
    return m_seen.contains(rankKey(span, names))
        && (span.communicator == 0 || m_seen.contains(communicatorKey(span, names)));
}

std::optional<Event> RankQuota::takeNotice(const std::string& node, TimePoint now)
{
    const bool isFirst = !m_leftOut.last();
    const std::uint64_t spans = m_leftOut.take(now);
    if (spans == 0)
        return std::nullopt;
    return Event{now, Severity::Warning, 0, codes::agentSpansLeftOut,
                 fmt::format("{}: {} ranks reported at once, expected at most {}; {} dropped{}", node, m_most, m_limit,
                             counted(spans, "span"), isFirst ? "" : " since the last report")};
}

} // namespace lockstep
