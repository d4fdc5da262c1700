// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobinbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>

namespace lockstep {

namespace {

std::string laneKey(const JobEvent& event)
{
    return event.gpu ? fmt::format("lane {} {}", *event.gpu, event.lane) : "lane - " + event.lane;
}

std::string jobWords(const JobEvent& event)
{
    return event.job.empty() ? "the job without a name" : fmt::format("job \"{}\"", event.job);
}

std::size_t bytesOf(const JobInbox::Post& post)
{
    const JobEvent& event = post.event;
    const auto onHeap = [](const std::string& text) {
        constexpr std::size_t inPlace = 15;
        return text.capacity() > inPlace ? text.capacity() : 0;
    };
    return sizeof(JobInbox::Post) + onHeap(event.op) + onHeap(event.lane) + onHeap(event.communicator)
        + onHeap(event.job) + (event.error ? sizeof(std::string) + event.error->capacity() : 0);
}

void addOne(std::uint64_t count, std::string why, std::uint64_t& sum, std::string& first)
{
    if (sum == 0)
        first = std::move(why);
    sum += count;
}

} // namespace

const JobClaims::Claim* JobClaims::claimOf(const std::string& key, Time now) const
{
    const auto found = m_claims.find(key);
    if (found == m_claims.end())
        return nullptr;
    const Claim& claim = found->second;
    const auto silent = now - claim.last;
    const bool lives
        = silent <= afterItsEnd || (silent <= longestSilence && claim.process > 0 && m_lives(claim.process));
    return lives ? &claim : nullptr;
}

void JobClaims::take(const std::string& key, const Claim& claim)
{
    Claim& kept = m_claims[key];
    const bool isNew = kept.last == Time{};
    if (!isNew && kept.owner != claim.owner)
        --m_counts[kept.owner];
    if (isNew || kept.owner != claim.owner)
        ++m_counts[claim.owner];
    kept = claim;
}

void JobClaims::forgetSilent(Time now)
{
    constexpr auto sweepPeriod = std::chrono::minutes(1);
    if (now - m_lastSweep < sweepPeriod)
        return;
    m_lastSweep = now;
    std::erase_if(m_claims, [&](const auto& entry) {
        const bool isSilent = now - entry.second.last > longestSilence;
        if (isSilent)
            --m_counts[entry.second.owner];
        return isSilent;
    });
    std::erase_if(m_counts, [](const auto& entry) { return entry.second == 0; });
}

JobClaims::Answer JobClaims::ask(SenderId sender, pid_t process, const JobEvent& event, Time now)
{
    constexpr SenderId root = 0;
    if (sender == root)
        return {};
    forgetSilent(now);
    const std::string job = "job " + event.job;
    const std::string lane = laneKey(event);
    const Claim* const ofJob = claimOf(job, now);
    if (ofJob != nullptr && ofJob->owner != sender)
        return {fmt::format("{} is already reported by {}", jobWords(event), senderName(ofJob->owner))};
    const Claim* const ofLane = claimOf(lane, now);
    if (ofLane != nullptr && ofLane->owner != sender)
        return {fmt::format("lane \"{}\"{} is already reported by {}", event.lane,
                            event.gpu ? fmt::format(" of GPU {}", *event.gpu) : "", senderName(ofLane->owner))};
    const auto owned = m_counts.find(sender);
    const std::size_t count = owned == m_counts.end() ? 0 : owned->second;
    if ((ofJob == nullptr || ofLane == nullptr) && count >= capacity - std::min(capacity, m_claims.size() + 1))
        return {
            fmt::format("{} reports {} jobs and lanes at once; further ones are combined", senderName(sender), count)};
    const bool isNewJob = ofJob == nullptr;
    take(job, {sender, process, now});
    take(lane, {sender, process, now});
    return {{}, isNewJob};
}

void JobLosses::add(const JobLosses& other)
{
    if (other.malformed > 0)
        addOne(other.malformed, other.malformedReason, malformed, malformedReason);
    if (other.refused > 0)
        addOne(other.refused, other.rejectionReason, refused, rejectionReason);
    if (other.dropped > 0)
        addOne(other.dropped, other.dropReason, dropped, dropReason);
}

JobInbox::JobInbox(const Limits& limits, JobClaims::ProcessLives lives) : m_limits(limits), m_claims(std::move(lives))
{ }

bool JobInbox::processLives(pid_t process)
{
    return ::kill(process, 0) == 0 || errno == EPERM;
}

JobInbox::Sender& JobInbox::placeOf(SenderId sender, Time now)
{
    if (const auto known = m_senders.find(sender); known != m_senders.end())
        return known->second;
    if (m_senders.size() >= m_limits.senders)
        forgetIdle(now);
    const SenderId place = m_senders.size() >= m_limits.senders ? otherSenders : sender;
    return m_senders.try_emplace(place, m_limits).first->second;
}

void JobInbox::forgetIdle(Time now)
{
    for (auto entry = m_senders.begin(); entry != m_senders.end();) {
        Sender& place = entry->second;
        place.lines.fill(now);
        place.bytes.fill(now);
        const bool isIdle
            = place.waiting.empty() && place.losses.isNone() && place.lines.isFull() && place.bytes.isFull();
        entry = isIdle ? m_senders.erase(entry) : std::next(entry);
    }
}

bool JobInbox::admit(SenderId sender, std::string_view datagram, Time now)
{
    Sender& place = placeOf(sender, now);
    place.lines.fill(now);
    place.bytes.fill(now);
    if (place.lines.has(1) && place.bytes.has(static_cast<double>(datagram.size()))) {
        place.bytes.spend(static_cast<double>(datagram.size()));
        return true;
    }
    const auto ends = static_cast<std::uint64_t>(std::ranges::count(datagram, '\n'));
    addOne(std::max<std::uint64_t>(1, ends + (datagram.ends_with('\n') ? 0 : 1)),
           fmt::format("more than {:.0f} events or {:.1f} MB per second", m_limits.linesPerSecond,
                       m_limits.bytesPerSecond * 1e-6),
           place.losses.dropped, place.losses.dropReason);
    return false;
}

void JobInbox::addMalformed(SenderId sender, std::string why, Time now)
{
    Sender& place = placeOf(sender, now);
    place.lines.spend(1);
    addOne(1, std::move(why), place.losses.malformed, place.losses.malformedReason);
}

void JobInbox::add(SenderId sender, pid_t process, JobEvent event, Time now)
{
    Sender& place = placeOf(sender, now);
    place.lines.spend(1);
    auto answer = m_claims.ask(sender, process, event, now);
    if (!answer.refusal.empty())
        return addOne(1, std::move(answer.refusal), place.losses.refused, place.losses.rejectionReason);
    Post post{sender, std::move(event), answer.isNewJob, process};
    const std::size_t bytes = bytesOf(post);
    // One sender may use half, two senders a third each: there is always room for one more.
    if (place.waitingBytes + bytes > m_limits.waitingBytes - std::min(m_limits.waitingBytes, m_waitingBytes))
        return addOne(
            1,
            fmt::format("the agent's queue until the next tick is full: {} events are waiting", place.waiting.size()),
            place.losses.dropped, place.losses.dropReason);
    place.waiting.push_back(std::move(post));
    place.waitingBytes += bytes;
    m_waitingBytes += bytes;
    ++m_waiting;
}

std::vector<JobInbox::Post> JobInbox::take(std::size_t max)
{
    std::vector<Post> taken;
    taken.reserve(std::min(max, m_waiting));
    while (taken.size() < max && m_waiting > 0) {
        const auto hungry = static_cast<std::size_t>(
            std::ranges::count_if(m_senders, [](const auto& entry) { return !entry.second.waiting.empty(); }));
        const std::size_t share = std::max<std::size_t>(1, (max - taken.size()) / hungry);
        for (auto& [sender, place] : m_senders) {
            for (std::size_t at = 0; at < share && !place.waiting.empty() && taken.size() < max; ++at) {
                const std::size_t bytes = bytesOf(place.waiting.front());
                taken.push_back(std::move(place.waiting.front()));
                place.waiting.pop_front();
                place.waitingBytes -= bytes;
                m_waitingBytes -= bytes;
                --m_waiting;
            }
        }
    }
    return taken;
}

std::vector<JobInbox::Loss> JobInbox::takeLosses()
{
    std::vector<Loss> losses;
    for (auto& [sender, place] : m_senders) {
        if (!place.losses.isNone())
            losses.push_back({sender, std::exchange(place.losses, {})});
    }
    std::ranges::stable_sort(losses, std::greater(), [](const Loss& loss) {
        return loss.losses.malformed + loss.losses.refused + loss.losses.dropped;
    });
    return losses;
}

} // namespace lockstep
