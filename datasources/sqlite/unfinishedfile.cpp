// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/unfinishedfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

/// So much goes to any disk in a fraction of the time that people wait for an answer to "cancel".
constexpr off_t pieceBytes = 16 << 20;

/// A name in a folder is on the disk once the folder is.
void syncFolderOf(const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    (void)::fsync(file);
    ::close(file);
}

} // namespace

UnfinishedFile::UnfinishedFile(std::string path) : m_path(std::move(path)), m_unfinished(m_path + ".unfinished")
{
    std::error_code ignored; // what an earlier one left when it was killed
    std::filesystem::remove(m_unfinished, ignored);
}

UnfinishedFile::~UnfinishedFile()
{
    if (m_file >= 0)
        ::close(m_file);
    if (m_isFinished)
        return;
    std::error_code ignored; // what stood in the way of writing is what there is to tell
    for (const char* rest : {"", "-journal", "-wal", "-shm"})
        std::filesystem::remove(m_unfinished + rest, ignored);
}

bool UnfinishedFile::open()
{
    if (m_file < 0)
        m_file = ::open(m_unfinished.c_str(), O_WRONLY | O_CLOEXEC);
    return m_file >= 0;
}

Error UnfinishedFile::errorNow(const char* what) const
{
    return {fmt::format("{}: {} failed: {}", m_path, what, std::strerror(errno))};
}

void UnfinishedFile::writeBehind()
{
#ifdef __linux__
    if (open())
        (void)::sync_file_range(m_file, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

Status UnfinishedFile::flush(const std::stop_token& stop, const std::function<void(double)>& progress)
{
    if (!open())
        return errorNow("writing");
#ifdef __linux__
    const off_t size = ::lseek(m_file, 0, SEEK_END);
    for (off_t at = 0; at < size; at += pieceBytes) {
        if (stop.stop_requested())
            return Error{fmt::format("{}: given up", m_path)};
        constexpr unsigned now = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
        (void)::sync_file_range(m_file, at, pieceBytes, now); // what it cannot do fsync() does, and tells
        if (progress)
            progress(static_cast<double>(std::min(at + pieceBytes, size)) / static_cast<double>(size));
    }
#endif
    return ::fsync(m_file) == 0 ? success() : Status(errorNow("writing to the disk"));
}

Status UnfinishedFile::finish(const std::stop_token& stop, const std::function<void(double)>& progress)
{
    if (const Status flushed = flush(stop, progress); !flushed.isOk())
        return flushed;
    if (stop.stop_requested())
        return Error{fmt::format("{}: given up", m_path)};
    std::error_code error;
    std::filesystem::rename(m_unfinished, m_path, error);
    if (error)
        return Error{fmt::format("{}: {}", m_path, error.message())};
    m_isFinished = true;
    syncFolderOf(m_path);
    return success();
}

} // namespace lockstep
