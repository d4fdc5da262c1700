// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpkeeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <map>
#include <sys/stat.h>
#include <system_error>

namespace lockstep {

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

} // namespace

Result<std::string> DumpKeeper::keep(const DumpSet& set, const std::vector<std::size_t>& read, const std::string& name)
{
    const std::string path = fmt::format("{}/{}{}-u{}", m_folder, prefix, name, set.owner);
    if (::mkdir(path.c_str(), 0700) != 0)
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    for (const std::size_t at : read) {
        if (!copyTo(set.files[at], path + "/" + set.files[at].name))
            return Error{fmt::format("{}/{}: {}", path, set.files[at].name, std::strerror(errno))};
    }
    // Written last, because only complete sets are handed over.
    if (!writeName(set.job, path + "/" + jobFile))
        return Error{fmt::format("{}/{}: {}", path, jobFile, std::strerror(errno))};
    dropOldest();
    return path;
}

void DumpKeeper::dropOldest() const
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

} // namespace lockstep
