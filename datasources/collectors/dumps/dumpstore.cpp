// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpstore.h"

#include "datasources/text/textfile.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <system_error>

namespace lockstep {

namespace {

struct FolderCloser
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Names in a folder, sorted: up to @p max of each owner, so that no user can hide another's.
std::vector<std::string> namesIn(const FileDescriptor& folder, std::size_t max)
{
    std::vector<std::string> names;
    const int copy = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, FolderCloser> open(copy < 0 ? nullptr : ::fdopendir(copy));
    std::map<uid_t, std::size_t> counts;
    while (const dirent* entry = open ? ::readdir(open.get()) : nullptr) {
        struct stat status
        { };
        if (entry->d_name[0] != '.' && ::fstatat(folder.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && ++counts[status.st_uid] <= max)
            names.emplace_back(entry->d_name);
    }
    std::ranges::sort(names);
    return names;
}

TimePoint writtenAt(const struct stat& status)
{
    return TimePoint(std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec));
}

/// The rank at the end of a dump's name.
std::optional<std::int32_t> rankIn(std::string_view name, std::string_view prefix)
{
    constexpr std::int32_t max = 1'000'000;
    if (!name.starts_with(prefix))
        return std::nullopt;
    name.remove_prefix(prefix.size());
    const auto rank = parseNumber<std::int32_t>(name);
    return rank && *rank >= 0 && *rank < max ? rank : std::nullopt;
}

} // namespace

DumpFolder::DumpFolder(std::string path, std::string prefix, TimePoint since)
    : m_path(std::move(path)), m_prefix(std::move(prefix)), m_since(since)
{ }

std::vector<DumpSet> DumpFolder::scan(TimePoint now)
{
    std::vector<DumpSet> news;
    const FileDescriptor top(::open(m_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    m_problem = top.isOpen() ? std::string() : fmt::format("{}: {}", m_path, std::strerror(errno));
    if (!top.isOpen())
        return news;
    scanFolder(top, {}, now, news);
    std::map<uid_t, std::size_t> folders; // number per user, so that no user can displace others
    for (const std::string& name : namesIn(top, maxEntries)) {
        const FileDescriptor folder(
            ::openat(top.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (folder.isOpen() && ++folders[ownerOf(folder)] <= maxFolders)
            scanFolder(folder, name, now, news);
    }
    return news;
}

uid_t DumpFolder::ownerOf(const FileDescriptor& folder)
{
    struct stat status
    { };
    return ::fstat(folder.get(), &status) == 0 ? status.st_uid : 0;
}

std::map<uid_t, DumpFolder::Entries> DumpFolder::entriesOf(const FileDescriptor& folder) const
{
    std::map<uid_t, Entries> found;
    for (std::string& name : namesIn(folder, maxEntries)) {
        const auto rank = rankIn(name, m_prefix);
        struct stat status
        { };
        // A file with several hard links may be one that its writer has no right to read.
        if (!rank || ::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0
            || !S_ISREG(status.st_mode) || status.st_nlink != 1)
            continue;
        found[status.st_uid].push_back(
            {std::move(name), *rank, static_cast<std::uint64_t>(status.st_size), writtenAt(status), status.st_ino});
    }
    return found;
}

void DumpFolder::scanFolder(const FileDescriptor& folder, const std::string& job, TimePoint now,
                            std::vector<DumpSet>& news)
{
    const auto isOver = [&](const auto& reported) {
        return reported.first.first == job
            && now - std::ranges::max(reported.second, {}, &Entry::written).written > 2 * together;
    };
    std::erase_if(m_reported, isOver);
    for (auto& [owner, entries] : entriesOf(folder)) {
        const TimePoint newest = std::ranges::max(entries, {}, &Entry::written).written;
        std::erase_if(entries, [&](const Entry& entry) { return newest - entry.written > together; });
        // Still being written, from a clock that is ahead, or from before the start.
        if (newest > now - settled || newest < m_since || now - newest > together)
            continue;
        const Key key{job, owner};
        const auto reported = m_reported.find(key);
        if (reported != m_reported.end() && reported->second == entries)
            continue;
        if (DumpSet set = open(folder, key, entries); !set.files.empty())
            news.push_back(std::move(set));
        m_reported.insert_or_assign(key, std::move(entries));
    }
}

DumpSet DumpFolder::open(const FileDescriptor& folder, const Key& key, const Entries& entries)
{
    DumpSet set;
    set.job = key.first;
    set.owner = key.second;
    set.folderOwner = ownerOf(folder);
    std::uint64_t bytes = 0;
    std::size_t tooLarge = 0;
    for (const Entry& entry : entries) {
        const bool fits = entry.bytes > 0 && entry.bytes <= maxFileBytes && bytes + entry.bytes <= maxSetBytes
            && set.files.size() < maxFiles;
        tooLarge += fits ? 0 : 1;
        if (!fits)
            continue;
        FileDescriptor file(::openat(folder.get(), entry.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status
        { };
        if (!file.isOpen() || ::fstat(file.get(), &status) != 0 || status.st_ino != entry.inode
            || !S_ISREG(status.st_mode) || status.st_uid != key.second || status.st_nlink != 1)
            continue; // replaced meanwhile
        bytes += entry.bytes;
        set.files.push_back({entry.name, entry.rank, entry.bytes, std::move(file)});
    }
    if (tooLarge > 0)
        set.notes = counted(tooLarge, "dump was", "dumps were") + " not read: empty or too large";
    return set;
}

namespace {

bool writeName(const std::string& name, const std::string& path)
{
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    return file.isOpen() && ::write(file.get(), name.data(), name.size()) == static_cast<ssize_t>(name.size());
}

/// Copies an open file, without following its name. It may have grown, so its earlier size is the limit.
bool copyTo(const DumpFile& source, const std::string& path)
{
    const FileDescriptor copy(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    std::array<char, 65536> buffer{};
    std::uint64_t at = 0;
    while (copy.isOpen() && at < source.bytes) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), source.bytes - at));
        const ssize_t size = ::pread(source.file.get(), buffer.data(), wanted, static_cast<off_t>(at));
        if (size <= 0 || ::write(copy.get(), buffer.data(), static_cast<std::size_t>(size)) != size)
            return false;
        at += static_cast<std::uint64_t>(size);
    }
    return copy.isOpen();
}

constexpr std::size_t pieceOfDump = std::size_t{256} << 10U;

std::vector<std::string> namesIn(const std::string& folder, std::size_t max)
{
    std::vector<std::string> names;
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator(folder, error);
         !error && names.size() < max && entry != std::filesystem::directory_iterator(); entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    return names;
}

/// "dumps-1700000000-12": by time, then by number.
bool isLater(const std::string& left, const std::string& right)
{
    return ::strverscmp(left.c_str(), right.c_str()) > 0;
}

} // namespace

Result<std::string> DumpRetention::keep(const DumpSet& set, const std::vector<std::size_t>& read,
                                        const std::string& name)
{
    const std::string path = fmt::format("{}/{}{}-u{}", m_folder, prefix, name, set.owner);
    if (::mkdir(path.c_str(), 0700) != 0)
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    for (const std::size_t at : read) {
        if (!copyTo(set.files[at], path + "/" + set.files[at].name))
            return Error{fmt::format("{}/{}: {}", path, set.files[at].name, std::strerror(errno))};
    }
    // Written last, because only complete sets are delivered.
    if (!writeName(set.job, path + "/" + jobFile))
        return Error{fmt::format("{}/{}: {}", path, jobFile, std::strerror(errno))};
    dropOldest();
    return path;
}

void DumpRetention::dropOldest() const
{
    const auto isEarlier = [](const std::string& left, const std::string& right) {
        return ::strverscmp(left.c_str(), right.c_str()) < 0;
    };
    std::map<std::string, std::vector<std::string>> kept; // by user; names begin with the time and end with the user
    std::size_t count = 0;
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator(m_folder, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || !entry->is_directory(error))
            continue;
        kept[name.substr(std::min(name.rfind("-u"), name.size()))].push_back(name);
        ++count;
    }
    for (auto& [user, names] : kept)
        std::ranges::sort(names, std::not_fn(isEarlier)); // oldest last
    const auto sets = [](const auto& each) {
        return each.second.size();
    };
    for (auto most = std::ranges::max_element(kept, {}, sets);
         most != kept.end() && (most->second.size() > maxSets || count > maxSetsOfAll);
         most = std::ranges::max_element(kept, {}, sets)) {
        std::filesystem::remove_all(std::filesystem::path(m_folder) / most->second.back(), error);
        most->second.pop_back();
        --count;
    }
}

std::string DumpStore::latest(const std::string& job) const
{
    constexpr std::size_t maxSets = 1024; // a DumpRetention leaves far fewer
    constexpr std::size_t longestName = 256;
    std::vector<std::string> sets = namesIn(m_folder, maxSets);
    std::ranges::sort(sets, isLater);
    for (const std::string& set : sets) {
        const std::string path = m_folder + "/" + set;
        const auto of = set.starts_with(DumpRetention::prefix)
            ? readTextFile(path + "/" + DumpRetention::jobFile, longestName)
            : Result<std::string>(Error{"no set"});
        if (of.isOk() && (job.empty() || of.value() == job))
            return path;
    }
    return {};
}

Status DumpStore::fetch(const std::string& job, const std::stop_token& stop,
                        const std::function<bool(const TraceUpdate&)>& sendUpdate) const
{
    const std::string set = latest(job);
    if (set.empty())
        return Error{job.empty() ? std::string("no dumps are kept on this node")
                                 : fmt::format("no dumps of \"{}\" are kept on this node", job)};
    std::size_t files = 0;
    for (const std::string& name : namesIn(set, maxFiles)) {
        if (name.starts_with('.'))
            continue;
        if (stop.stop_requested())
            return Error{"the transfer was stopped"};
        if (Status handed = handOver(set, name, sendUpdate); !handed.isOk())
            return handed;
        ++files;
    }
    return files > 0 ? success() : Status(Error{fmt::format("{} is empty", set)});
}

Status DumpStore::handOver(const std::string& folder, const std::string& name,
                           const std::function<bool(const TraceUpdate&)>& sendUpdate)
{
    const std::string path = folder + "/" + name;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status
    { };
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    if (bytes == 0 || bytes > maxFileBytes)
        return Error{fmt::format("{}: expected 1 to {} bytes", path, maxFileBytes)};
    std::string buffer(pieceOfDump, '\0');
    for (std::uint64_t at = 0; at < bytes;) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), bytes - at));
        const ssize_t size = ::pread(file.get(), buffer.data(), wanted, static_cast<off_t>(at));
        if (size <= 0)
            return Error{fmt::format("{}: {}", path,
                                     size < 0 ? std::strerror(errno) : "the file was truncated while it was read")};
        at += static_cast<std::uint64_t>(size);
        TraceUpdate news;
        news.file = name;
        news.bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(size));
        news.isEnd = at >= bytes;
        if (!sendUpdate(news))
            return Error{"no client is connected"};
    }
    return success();
}

} // namespace lockstep
