// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/recordedfile.h"

#include <algorithm>
#include <array>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace lockstep {

namespace {

struct ListCloser
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// "lockstep-1.json" and "lockstep-1_4242.json", not what is still being written ("....json.tmp").
bool isNamed(std::string_view entry, std::string_view name)
{
    constexpr std::string_view ending = ".json";
    if (!entry.starts_with(name) || !entry.ends_with(ending))
        return false;
    entry.remove_prefix(name.size());
    entry.remove_suffix(ending.size());
    return entry.empty()
        || (entry.front() == '_' && entry.size() > 1
            && std::ranges::all_of(entry.substr(1), [](char letter) { return letter >= '0' && letter <= '9'; }));
}

} // namespace

RecordedFile::RecordedFile(std::string folder, std::string name, uid_t owner)
    : m_folder(std::move(folder)), m_name(std::move(name)), m_owner(owner)
{ }

bool RecordedFile::open()
{
    const std::unique_ptr<DIR, ListCloser> folder(::opendir(m_folder.c_str()));
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        if (!isNamed(entry->d_name, m_name))
            continue;
        FileDescriptor file(
            ::openat(::dirfd(folder.get()), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status
        { };
        if (!file.isOpen() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1
            || status.st_uid != m_owner)
            continue; // somebody else's
        m_found = entry->d_name;
        m_file = std::move(file);
        return true;
    }
    return false;
}

bool RecordedFile::isDone()
{
    struct stat status
    { };
    if (!m_file.isOpen() && !open())
        return false;
    if (::fstat(m_file.get(), &status) != 0)
        return false;
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    const std::int64_t writtenNs = status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec;
    const bool isAsLong = std::exchange(m_bytes, bytes) == bytes;
    const bool isAsOld = std::exchange(m_writtenNs, writtenNs) == writtenNs;
    std::array<char, 8> end{};
    const auto behind = static_cast<off_t>(bytes - std::min<std::uint64_t>(bytes, end.size()));
    const ssize_t size = isAsLong && isAsOld ? ::pread(m_file.get(), end.data(), end.size(), behind) : 0;
    const std::string_view text(end.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const std::size_t last = text.find_last_not_of(" \n\r\t");
    return last != std::string_view::npos && text[last] == '}';
}

void RecordedFile::remove() const
{
    if (!m_found.empty())
        ::unlink((m_folder + "/" + m_found).c_str());
}

} // namespace lockstep
