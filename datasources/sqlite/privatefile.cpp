// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/privatefile.h"

#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr mode_t ownersFile = S_IRUSR | S_IWUSR;
constexpr mode_t ownersFolder = S_IRWXU;
constexpr mode_t othersRights = S_IRWXG | S_IRWXO;
constexpr std::array besideDatabase{"-wal", "-shm", "-journal"};

bool isOpenToOthers(const struct stat& status)
{
    return status.st_uid == ::geteuid() && (status.st_mode & othersRights) != 0;
}

bool isOursByName(const std::filesystem::path& folder)
{
    return folder.filename() == "lockstep" || folder.parent_path().filename() == "lockstep";
}

Error cannotMake(const std::string& path)
{
    return {fmt::format("cannot create {}: {}", path, std::strerror(errno))};
}

/// A trailing slash refers to the same folder.
std::filesystem::path plainPath(const std::string& path)
{
    const std::filesystem::path given(path);
    return given.has_filename() ? given : given.parent_path();
}

} // namespace

void tightenFile(const std::string& path)
{
    struct stat status
    { };
    if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && isOpenToOthers(status))
        (void)::chmod(path.c_str(), status.st_mode & ~othersRights & 07777);
}

bool isReplaceable(const std::string& path)
{
    struct stat status
    { };
    return ::lstat(path.c_str(), &status) != 0 || (S_ISREG(status.st_mode) && status.st_uid == ::geteuid());
}

Status arePlainFiles(const std::string& path)
{
    struct stat status
    { };
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return Error{fmt::format("{}: not a regular file", path)};
    for (const char* const part : besideDatabase) {
        const std::string beside = path + part;
        if (::stat(beside.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
            return Error{fmt::format("{}: not a regular file", beside)};
    }
    return success();
}

Status makePrivateFile(const std::string& path)
{
    struct stat status
    { };
    const bool isThere = ::stat(path.c_str(), &status) == 0; // a link's target may not exist yet
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | (isThere ? O_EXCL : 0) | O_CLOEXEC, ownersFile);
    if (file >= 0) {
        const bool isSet = ::fchmod(file, ownersFile) == 0; // a umask may have removed the owner's rights
        ::close(file);
        return isSet ? success() : Status(cannotMake(path));
    }
    if (errno != EEXIST)
        return cannotMake(path);
    tightenFile(path);
    for (const char* const part : besideDatabase)
        tightenFile(path + part);
    return arePlainFiles(path);
}

Status makePrivateFolder(const std::string& path)
{
    const std::filesystem::path folder = plainPath(path);
    const std::filesystem::path above = folder.parent_path();
    std::error_code error;
    if (!above.empty() && above != folder && !std::filesystem::exists(above, error)) {
        if (Status made = makePrivateFolder(above.string()); !made.isOk())
            return made;
    }
    if (::mkdir(folder.c_str(), ownersFolder) == 0)
        return ::chmod(folder.c_str(), ownersFolder) == 0 ? success() : Status(cannotMake(path));
    const int whyNotMade = errno;
    struct stat status
    { };
    if (::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        errno = whyNotMade;
        return cannotMake(path);
    }
    if (!isOpenToOthers(status))
        return success();
    if (isOursByName(folder))
        (void)::chmod(folder.c_str(), status.st_mode & ~othersRights & 07777);
    else
        fmt::print(stderr, "{}: other users can read this folder; run chmod 700 on it\n", visibleLine(folder.string()));
    return success();
}

} // namespace lockstep
