// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpfolder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>

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
    std::int32_t rank = -1;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), rank);
    const bool isRank = read.ec == std::errc{} && read.ptr == name.data() + name.size() && rank >= 0 && rank < max;
    return isRank ? std::optional(rank) : std::nullopt;
}

} // namespace

DumpFolder::DumpFolder(std::string path, std::string prefix, TimePoint since)
    : m_path(std::move(path)), m_prefix(std::move(prefix)), m_since(since)
{ }

std::vector<DumpSet> DumpFolder::look(TimePoint now)
{
    std::vector<DumpSet> news;
    const FileDescriptor top(::open(m_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    m_problem = top.isOpen() ? std::string() : fmt::format("{}: {}", m_path, std::strerror(errno));
    if (!top.isOpen())
        return news;
    lookIn(top, {}, now, news);
    std::map<uid_t, std::size_t> folders; // number per user, so that no user can displace others
    for (const std::string& name : namesIn(top, maxEntries)) {
        const FileDescriptor folder(
            ::openat(top.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (folder.isOpen() && ++folders[ownerOf(folder)] <= maxFolders)
            lookIn(folder, name, now, news);
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

void DumpFolder::lookIn(const FileDescriptor& folder, const std::string& job, TimePoint now, std::vector<DumpSet>& news)
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
        const bool fits = entry.bytes > 0 && entry.bytes <= largestFile && bytes + entry.bytes <= largestSet
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
        set.notes = fmt::format("{} dumps are empty or too large and were not read", tooLarge);
    return set;
}

} // namespace lockstep
