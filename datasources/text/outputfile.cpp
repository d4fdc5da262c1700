// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/outputfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>

namespace lockstep {

namespace {

Error errorOf(const std::string& path)
{
    return {fmt::format("{}: {}", path, std::generic_category().message(errno))};
}

/// The existing file at a path, without following links.
struct Target
{
    bool isThere = false;
    mode_t mode = 0;
    uid_t owner = 0;
};

Target targetAt(const std::string& path)
{
    struct stat info
    { };
    if (::lstat(path.c_str(), &info) != 0)
        return {};
    return {true, info.st_mode, info.st_uid};
}

/// Contains 64 random bits, so that no other user can have prepared the file.
std::string nameBeside(const std::string& path)
{
    std::random_device random;
    return fmt::format("{}.{:08x}{:08x}", path, random(), random());
}

} // namespace

Result<OutputFile> OutputFile::create(const std::string& path, Readers readers)
{
    const Target target = targetAt(path);
    if (S_ISLNK(target.mode) && target.owner != 0 && target.owner != ::geteuid())
        return Error{fmt::format("{}: symbolic link of user {}; not followed", path, target.owner)};
    if (target.isThere && !S_ISREG(target.mode)) {
        FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0600));
        if (!file.isOpen())
            return errorOf(path);
        return OutputFile(path, {}, std::move(file));
    }
    std::string temporary = nameBeside(path);
    const bool isPrivate = readers == Readers::Owner;
    FileDescriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0600 : 0666));
    if (!file.isOpen())
        return errorOf(path);
    OutputFile output(path, std::move(temporary), std::move(file));
    if (target.isThere && !isPrivate && ::fchmod(output.descriptor(), target.mode & 0777) != 0)
        return errorOf(path);
    return output;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_temporary(std::exchange(other.m_temporary, {})),
      m_file(std::move(other.m_file))
{ }

OutputFile::~OutputFile()
{
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

Error OutputFile::failed() const
{
    return errorOf(m_path);
}

Status OutputFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t size = ::write(m_file.get(), bytes.data(), std::min(bytes.size(), std::size_t{1} << 30U));
        if (size < 0 && errno != EINTR)
            return failed();
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    }
    return success();
}

Status OutputFile::commit()
{
    if (m_temporary.empty())
        return ::close(m_file.release()) == 0 ? success() : Status(failed());
    if (::fsync(m_file.get()) != 0 || ::close(m_file.release()) != 0
        || std::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        return failed();
    m_temporary.clear();
    return success();
}

Status writeOutput(const std::string& path, std::string_view text, Readers readers)
{
    Result<OutputFile> file = OutputFile::create(path, readers);
    if (!file.isOk())
        return file.error();
    if (const Status written = file.value().write(text); !written.isOk())
        return written;
    return file.value().commit();
}

} // namespace lockstep
