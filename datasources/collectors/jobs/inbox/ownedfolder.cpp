// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/ownedfolder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

namespace {

Status checkOne(const std::string& folder)
{
    struct stat info
    { };
    if (::lstat(folder.c_str(), &info) != 0)
        return Error{fmt::format("{}: {}", folder, std::strerror(errno))};
    if (!S_ISDIR(info.st_mode))
        return Error{fmt::format("{}: is no folder", folder)};
    if (info.st_uid != 0 && info.st_uid != ::geteuid())
        return Error{fmt::format("{}: belongs to user {}, who could put a socket of his own there; a folder of this "
                                 "user's or root's was expected",
                                 folder, info.st_uid)};
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (info.st_mode & S_ISVTX) == 0)
        return Error{fmt::format("{}: others may write there and so put a socket of their own there; mode 0755 or less "
                                 "was expected",
                                 folder)};
    return success();
}

} // namespace

Status checkOwnedFolder(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    if (!resolved)
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    for (std::string_view folder(resolved.get()); folder.size() > 1; folder = folder.substr(0, folder.rfind('/'))) {
        if (Status status = checkOne(std::string(folder)); !status.isOk())
            return status;
    }
    return checkOne("/");
}

} // namespace lockstep
