// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/retention.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <tuple>

namespace lockstep {

namespace {

/// Maximum error of a disciplined clock between two checks.
constexpr Duration steered = std::chrono::minutes(1);

Duration sinceBoot()
{
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

Retention::Clocks Retention::systemClocks()
{
    return {wallClockNow, sinceBoot};
}

Retention::Retention(std::string folder, RecordingCaps caps, Clocks clocks)
    : m_folder(std::move(folder)),
      m_caps(caps),
      m_clocks(std::move(clocks)),
      m_started(m_clocks.running()),
      m_wallThen(m_clocks.wall()),
      m_runningThen(m_started)
{ }

/// The earlier of the wall clock and its value before it was set, so that nothing is deleted too early.
TimePoint Retention::trustedNow()
{
    const TimePoint wall = m_clocks.wall();
    const Duration running = m_clocks.running();
    const TimePoint expected = m_wallThen + (running - m_runningThen);
    const bool isSteady = std::chrono::abs(wall - expected) <= steered;
    // By then, data from before is too old, whichever clock was right.
    const bool isLongAgo = m_setAt && running - *m_setAt >= m_caps.age;
    if (isSteady || isLongAgo) {
        m_wallThen = wall;
        m_runningThen = running;
        m_setAt.reset();
        return wall;
    }
    if (!m_setAt)
        m_setAt = running;
    return std::min(wall, expected);
}

bool Retention::mayDropForAge(std::size_t old, std::size_t all)
{
    m_retentionReason.clear();
    const bool isMost = old > all / 2;
    if (old == 0 || !isMost || m_clocks.running() - m_started >= m_caps.age)
        return true;
    const double hours = std::chrono::duration<double, std::ratio<3600>>(m_caps.age).count();
    m_retentionReason
        = fmt::format("{} of {} recordings in {} are older than {:.3g} h by this machine's clock. The clock may "
                      "be wrong, so they are kept until the recorder has run that long",
                      old, all, m_folder, hours);
    return false;
}

std::size_t Retention::enforce(const std::vector<std::string>& inUse, std::uint64_t toCome, const MayDelete& mayDelete)
{
    std::vector<SegmentFile> segments = listSegments(m_folder);
    std::ranges::sort(segments, {}, [](const SegmentFile& each) { return std::tie(each.written, each.path); });
    std::uint64_t total = toCome;
    for (const SegmentFile& segment : segments)
        total += segment.bytes;
    std::erase_if(segments, [&](const SegmentFile& segment) {
        return segment.isPinned || std::ranges::find(inUse, segment.path) != inUse.end();
    });
    const TimePoint now = trustedNow();
    const auto isOld = [&](const SegmentFile& segment) {
        return now - segment.written > m_caps.age;
    };
    const auto old = static_cast<std::size_t>(std::ranges::count_if(segments, isOld));
    const bool dropsOld = mayDropForAge(old, segments.size());
    std::size_t dropped = 0;
    for (const SegmentFile& segment : segments) {
        if (total <= m_caps.bytes && !(dropsOld && isOld(segment)))
            continue;
        if (mayDelete && !mayDelete(segment.path, total > m_caps.bytes))
            continue;
        if (!removeSegment(segment.path))
            continue; // retried next time
        total -= segment.bytes;
        ++dropped;
    }
    return dropped;
}

} // namespace lockstep
