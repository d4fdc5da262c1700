// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpstore.h"

#include "datasources/collectors/dumps/dumpkeeper.h"
#include "datasources/text/filedescriptor.h"
#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <sys/stat.h>
#include <system_error>

namespace lockstep {

namespace {

constexpr std::size_t pieceOfDump = std::size_t{256} << 10U;

/// Sorted names in a folder.
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

std::string DumpStore::latest(const std::string& job) const
{
    constexpr std::size_t maxSets = 1024; // a DumpKeeper leaves far fewer
    constexpr std::size_t longestName = 256;
    std::vector<std::string> sets = namesIn(m_folder, maxSets);
    std::ranges::sort(sets, isLater);
    for (const std::string& set : sets) {
        const std::string path = m_folder + "/" + set;
        const auto of = set.starts_with(DumpKeeper::prefix)
            ? readTextFile(path + "/" + DumpKeeper::jobFile, longestName)
            : Result<std::string>(Error{"no set"});
        if (of.isOk() && (job.empty() || of.value() == job))
            return path;
    }
    return {};
}

Status DumpStore::fetch(const std::string& job, const std::stop_token& stop,
                        const std::function<bool(const TraceNews&)>& tell) const
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
            return Error{"it was stopped"};
        if (Status handed = handOver(set, name, tell); !handed.isOk())
            return handed;
        ++files;
    }
    return files > 0 ? success() : Status(Error{fmt::format("{} is empty", set)});
}

Status DumpStore::handOver(const std::string& folder, const std::string& name,
                           const std::function<bool(const TraceNews&)>& tell)
{
    const std::string path = folder + "/" + name;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status
    { };
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    if (bytes == 0 || bytes > largestFile)
        return Error{fmt::format("{}: 1 to {} bytes were expected", path, largestFile)};
    std::string buffer(pieceOfDump, '\0');
    for (std::uint64_t at = 0; at < bytes;) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), bytes - at));
        const ssize_t size = ::pread(file.get(), buffer.data(), wanted, static_cast<off_t>(at));
        if (size <= 0)
            return Error{fmt::format("{}: {}", path, size < 0 ? std::strerror(errno) : "is shorter by now")};
        at += static_cast<std::uint64_t>(size);
        TraceNews news;
        news.file = name;
        news.bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(size));
        news.isEnd = at >= bytes;
        if (!tell(news))
            return Error{"no reader is connected"};
    }
    return success();
}

} // namespace lockstep
