// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordingfolder.h"

#include "datasources/sqlite/privatefile.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "segment-";
constexpr std::string_view suffix = ".lockstep";

std::string pinOf(const std::string& path)
{
    return path + ".pin";
}

struct FileFacts
{
    std::uint64_t bytes = 0;
    TimePoint written;
};

/// For a missing file: zero size and time.
FileFacts factsOf(const std::string& path)
{
    struct stat facts
    { };
    if (::stat(path.c_str(), &facts) != 0)
        return {};
    return {static_cast<std::uint64_t>(facts.st_size),
            TimePoint(std::chrono::seconds(facts.st_mtim.tv_sec) + std::chrono::nanoseconds(facts.st_mtim.tv_nsec))};
}

} // namespace

bool removeSegment(const std::string& path)
{
    std::error_code error;
    if (!fs::remove(path, error) && error)
        return false;
    for (const char* const part : {"-wal", "-shm", "-journal", ".pin"})
        fs::remove(path + part, error);
    return true;
}

std::uint64_t bytesOnDisk(const std::string& path)
{
    return factsOf(path).bytes + bytesInLog(path);
}

std::uint64_t bytesInLog(const std::string& path)
{
    return factsOf(path + "-wal").bytes;
}

std::vector<SegmentFile> listSegments(const std::string& folder)
{
    std::vector<SegmentFile> segments;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(suffix))
            continue;
        const std::string path = entry->path().string();
        const FileFacts file = factsOf(path);
        const FileFacts log = factsOf(path + "-wal");
        segments.push_back(
            {path, file.bytes + log.bytes, std::max(file.written, log.written), fs::exists(pinOf(path), error)});
    }
    std::ranges::sort(segments, {}, &SegmentFile::path);
    return segments;
}

std::string newSegmentPath(const std::string& folder, TimePoint start)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(start);
    for (int number = 0;; ++number) {
        const fs::path path = fs::path(folder)
            / fmt::format("{}{:%Y%m%dT%H%M%S}Z-{:03}{}", prefix, fmt::gmtime(seconds.time_since_epoch().count()),
                          number, suffix);
        std::error_code error;
        if (!fs::exists(path, error))
            return path.string();
    }
}

TimePoint segmentStart(const std::string& path)
{
    const std::string name = fs::path(path).filename().string();
    std::tm parts{};
    if (!name.starts_with(prefix)
        || std::sscanf(name.c_str() + prefix.size(), "%4d%2d%2dT%2d%2d%2d", &parts.tm_year, &parts.tm_mon,
                       &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec)
            != 6)
        return {};
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return TimePoint(std::chrono::seconds(timegm(&parts)));
}

Status pinSegment(const std::string& path, bool isPinned)
{
    std::error_code error;
    if (!isPinned) {
        fs::remove(pinOf(path), error);
        return error ? Status(Error{fmt::format("Cannot unpin {}: {}", path, error.message())}) : success();
    }
    const int file = ::open(pinOf(path).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return Error{fmt::format("Cannot pin {}: {}", path, std::strerror(errno))};
    ::close(file);
    return success();
}

Status pinRange(const std::string& folder, TimeRange range)
{
    const std::vector<SegmentFile> segments = listSegments(folder);
    for (std::size_t at = 0; at < segments.size(); ++at) {
        // A segment ends where the next one begins.
        const bool endsBefore = at + 1 < segments.size() && segmentStart(segments[at + 1].path) <= range.from;
        if (endsBefore || segmentStart(segments[at].path) >= range.to)
            continue;
        if (Status pinned = pinSegment(segments[at].path, true); !pinned.isOk())
            return pinned;
    }
    return success();
}

Result<FolderLock> FolderLock::take(const std::string& folder)
{
    if (Status made = makePrivateFolder(folder); !made.isOk())
        return Error{fmt::format("Cannot record into {}: {}", folder, made.error().message)};
    const std::string path = (fs::path(folder) / "recorder.lock").string();
    (void)makePrivateFile(path); // opening it reports the error
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return Error{fmt::format("Cannot record into {}: {}", folder, std::strerror(errno))};
    FolderLock lock(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return Error{fmt::format("Cannot record into {}: another Lockstep process is recording there", folder)};
    for (const SegmentFile& segment : listSegments(folder)) { // older versions created files that others could read
        for (const char* const part : {"", "-wal", "-shm"})
            tightenFile(segment.path + part);
    }
    return lock;
}

bool FolderLock::isTaken(const std::string& folder)
{
    const int descriptor = ::open((fs::path(folder) / "recorder.lock").c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const FolderLock lock(descriptor);
    return ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }

FolderLock::~FolderLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace lockstep
