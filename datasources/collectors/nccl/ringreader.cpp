// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nccl/ringreader.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t recordBytes = sizeof(nccl::EndedCell);
constexpr std::size_t recordWords = recordBytes / 8;
static_assert(sizeof(nccl::OpenCell) == recordBytes);
/// Minimum duration of an open collective that is followed.
constexpr std::int64_t worthFollowingNs = 250'000'000;
/// A collective whose known parts have ended counts as ended if no further part begins within this time.
constexpr std::int64_t settledNs = 50'000'000;
constexpr std::int64_t longestNs = 7 * 86'400'000'000'000;
constexpr std::size_t openAtOnce = 16;

/// Unpacks and validates values from another process. Check a result before use as an index.
nccl::What whatOf(std::uint64_t packed)
{
    nccl::What what;
    const auto byte = [packed](unsigned shift) {
        return static_cast<std::uint8_t>(packed >> shift & 0xFFU);
    };
    what.op
        = byte(0) <= static_cast<std::uint8_t>(nccl::Op::AllToAll) ? static_cast<nccl::Op>(byte(0)) : nccl::Op::Other;
    what.algorithm = byte(8) <= static_cast<std::uint8_t>(nccl::Algorithm::Pat) ? static_cast<nccl::Algorithm>(byte(8))
                                                                                : nccl::Algorithm::Unknown;
    what.protocol = byte(16) <= static_cast<std::uint8_t>(nccl::Protocol::Simple)
        ? static_cast<nccl::Protocol>(byte(16))
        : nccl::Protocol::Unknown;
    what.channels = byte(24);
    what.communicator = static_cast<std::uint16_t>(packed >> 32U & 0xFFFFU);
    return what;
}

bool isPlausible(const RingReader::Work& work, std::int64_t nowNs)
{
    return work.what.communicator < nccl::knownCommunicators && work.startNs > 0 && work.startNs <= nowNs
        && nowNs - work.startNs <= longestNs && (work.endNs == 0 || (work.endNs >= work.startNs && work.endNs <= nowNs))
        && work.bytes <= 1ULL << 62U && work.sequence <= 1ULL << 56U;
}

/// Accepts times slightly in the future, because clocks are read at different moments; far ones are invalid.
std::int64_t momentOf(std::uint64_t ns, std::int64_t nowNs)
{
    constexpr std::int64_t slack = 1'000'000;
    const auto moment = static_cast<std::int64_t>(ns);
    return moment > nowNs && moment <= nowNs + slack ? nowNs : moment;
}

RingReader::Work endedOf(const std::uint64_t* words, std::int64_t nowNs)
{
    RingReader::Work work;
    work.what = whatOf(words[1]);
    work.sequence = words[2];
    work.bytes = words[3];
    work.startNs = momentOf(words[4], nowNs);
    work.endNs = momentOf(words[5], nowNs);
    work.waitsUs = {static_cast<std::uint32_t>(words[6]), static_cast<std::uint32_t>(words[6] >> 32U),
                    static_cast<std::uint32_t>(words[7])};
    work.gpuUs = static_cast<std::uint32_t>(words[7] >> 32U);
    return work;
}

/// In OpenCell's order: stamp, what, sequence, bytes, handed over, start, end.
RingReader::Work openOf(const std::uint64_t* words, std::int64_t nowNs)
{
    RingReader::Work work;
    work.what = whatOf(words[1]);
    work.sequence = words[2];
    work.bytes = words[3];
    work.startNs = momentOf(words[5], nowNs);
    work.endNs = momentOf(words[6], nowNs);
    return work;
}

} // namespace

bool RingReader::isSealedMemory(int descriptor)
{
    const int seals = ::fcntl(descriptor, F_GET_SEALS); // does not involve a file system
    return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}

Result<RingReader> RingReader::open(FileDescriptor memory)
{
    if (!isSealedMemory(memory.get()))
        return Error{"the ring buffer of a process must be a sealed memfd (F_SEAL_SHRINK)"};
    RingReader reader(std::move(memory));
    std::array<std::uint64_t, 3> start{};
    if (!reader.copy(0, start.data(), sizeof(start)) || start[0] != nccl::ringMagic)
        return Error{"a process sent an invalid ring buffer"};
    if (start[1] != nccl::ringVersion || start[2] != sizeof(nccl::SharedRing))
        return Error{"the plugin of a process has a different version from this agent"};
    return reader;
}

bool RingReader::copy(std::size_t offset, void* target, std::size_t bytes) const
{
    return ::pread(m_memory.get(), target, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
}

std::uint64_t RingReader::head() const
{
    std::uint64_t head = 0;
    if (!copy(offsetof(nccl::SharedRing, head), &head, sizeof(head)))
        return m_next;
    std::atomic_thread_fence(std::memory_order_acquire);
    return head;
}

std::uint64_t RingReader::pending() const
{
    const std::uint64_t now = head();
    return now > m_next ? now - m_next : 0;
}

void RingReader::skip()
{
    m_next = head();
    News ignored;
    readCounters(ignored);
}

void RingReader::read(std::int64_t nowNs, std::size_t max, News& news)
{
    readEnded(nowNs, max, news);
    readOpen(nowNs, news);
    readCounters(news);
}

void RingReader::readEnded(std::int64_t nowNs, std::size_t max, News& news)
{
    const std::uint64_t head = this->head();
    if (head <= m_next) {
        m_next = head; // the ring never goes back
        return;
    }
    if (head - m_next > nccl::ringRecords) {
        news.lost += std::min<std::uint64_t>(head - m_next - nccl::ringRecords, 1U << 30U);
        m_next = head - nccl::ringRecords;
    }
    const std::uint64_t end = std::min<std::uint64_t>(head, m_next + max);
    while (m_next < end && readPiece(end, nowNs, news)) { }
}

/// Copies adjacent records, limited in number. @return false: nothing more
bool RingReader::readPiece(std::uint64_t end, std::int64_t nowNs, News& news)
{
    constexpr std::uint64_t longest = 4096;
    const std::uint64_t from = m_next;
    const std::uint64_t first = from % nccl::ringRecords;
    const auto count = static_cast<std::size_t>(std::min({end - from, nccl::ringRecords - first, longest}));
    m_buffer.resize(count * recordWords);
    if (!copy(offsetof(nccl::SharedRing, ended) + static_cast<std::size_t>(first) * recordBytes, m_buffer.data(),
              count * recordBytes))
        return false;
    std::atomic_thread_fence(std::memory_order_acquire);
    // A record overwritten during the copy may be inconsistent.
    const std::uint64_t after = head();
    for (std::size_t at = 0; at < count; ++at) {
        const std::uint64_t* const words = &m_buffer[at * recordWords];
        const std::uint64_t number = from + at;
        if (after > number && after - number > nccl::ringRecords) {
            ++news.lost;
        } else if (words[0] != 2 * number + 2) {
            // A writer is active and gets until the next read. If its thread is stopped, the record is lost.
            if (std::exchange(m_incomplete, number + 1) != number + 1)
                return false;
        } else if (Work work = endedOf(words, nowNs); isPlausible(work, nowNs) && work.endNs != 0) {
            news.ended.push_back(work);
        } else {
            ++news.malformed;
        }
        m_next = number + 1;
    }
    return true;
}

void RingReader::readOpen(std::int64_t nowNs, News& news)
{
    m_buffer.resize(nccl::openCollectives * recordWords);
    const std::size_t base = offsetof(nccl::SharedRing, open);
    if (!copy(base, m_buffer.data(), m_buffer.size() * 8))
        return;
    const auto isWorthIt = [&](const std::uint64_t* words) {
        if ((words[0] & 3U) != static_cast<std::uint64_t>(nccl::Stage::Running))
            return false;
        const Work work = openOf(words, nowNs);
        return isPlausible(work, nowNs)
            && (work.endNs == 0 ? nowNs - work.startNs > worthFollowingNs : nowNs - work.endNs > settledNs);
    };
    for (std::size_t at = 0; at < nccl::openCollectives; ++at) {
        const std::uint64_t* const words = &m_buffer[at * recordWords];
        if (!isWorthIt(words))
            continue;
        // Read twice: if equal, it was not replaced in between.
        std::array<std::uint64_t, recordWords> again{};
        std::atomic_thread_fence(std::memory_order_acquire);
        if (copy(base + at * recordBytes, again.data(), recordBytes) && again[0] == words[0] && isWorthIt(again.data()))
            news.open.push_back(openOf(again.data(), nowNs));
    }
    std::ranges::sort(news.open, {}, &Work::startNs);
    const auto running = [](const Work& work) {
        return work.endNs == 0;
    };
    // The longest-running ones show the problem; thousands of later ones add nothing.
    std::size_t kept = 0;
    std::erase_if(news.open, [&](const Work& work) { return running(work) && ++kept > openAtOnce; });
}

void RingReader::readCounters(News& news)
{
    const auto counted = [this](std::size_t offset, std::uint64_t& known) -> std::uint64_t {
        std::uint64_t now = 0;
        if (!copy(offset, &now, sizeof(now)))
            return 0;
        const std::uint64_t before = std::exchange(known, now);
        return now > before ? std::min<std::uint64_t>(now - before, 1ULL << 40U) : 0;
    };
    news.lost += counted(offsetof(nccl::SharedRing, dropped), m_dropped);
    static_cast<void>(counted(offsetof(nccl::SharedRing, late), m_late));
    news.calls = counted(offsetof(nccl::SharedRing, calls), m_calls);
    news.costNs = counted(offsetof(nccl::SharedRing, costNs), m_costNs);
}

RingReader::Communicator RingReader::communicator(std::uint16_t place) const
{
    std::array<std::uint64_t, sizeof(nccl::CommunicatorCell) / 8> words{};
    Communicator communicator;
    if (place >= nccl::knownCommunicators
        || !copy(offsetof(nccl::SharedRing, communicators) + place * sizeof(nccl::CommunicatorCell), words.data(),
                 sizeof(words))
        || words[0] != 1)
        return communicator;
    communicator.hash = words[1];
    communicator.ranks = words[2];
    communicator.rank = words[3];
    std::array<char, nccl::communicatorNameBytes> name{};
    std::memcpy(name.data(), &words[offsetof(nccl::CommunicatorCell, name) / 8], name.size());
    for (const char letter : name) {
        if (letter == '\0')
            break;
        communicator.name += letter >= ' ' && letter <= '~' ? letter : '?';
    }
    return communicator;
}

} // namespace lockstep
