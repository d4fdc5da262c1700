// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <sys/stat.h>
#include <utility>

namespace lockstep {

/// Identity and modification state of a file: equal stamps mean unchanged. A plain value.
struct FileStamp
{
    std::uint64_t inode = 0; ///< 0: no file
    std::int64_t size = 0;
    std::int64_t second = 0;
    std::int64_t nanosecond = 0;
    bool operator==(const FileStamp&) const = default;

    /// Current state. May block on disk I/O.
    [[nodiscard]] static FileStamp of(const std::string& path)
    {
        struct stat info
        { };
        if (path.empty() || ::stat(path.c_str(), &info) != 0)
            return {};
        return {info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
    }
};

/// Detects that a file has been changed or replaced. Calls may block on disk I/O. One thread at a time.
class WatchedFile
{
public:
    /// @param path empty: never changes
    explicit WatchedFile(std::string path) : m_path(std::move(path)), m_seen(FileStamp::of(m_path)) { }

    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Whether the file exists and has changed since the last call.
    [[nodiscard]] bool hasChanged()
    {
        const FileStamp before = std::exchange(m_seen, FileStamp::of(m_path));
        return m_seen != before && m_seen.inode != 0;
    }

private:
    std::string m_path;
    FileStamp m_seen;
};

} // namespace lockstep
