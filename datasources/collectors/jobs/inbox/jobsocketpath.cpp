// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobsocketpath.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

namespace {

Result<std::string> socketIn(const std::string& folder, mode_t mode)
{
    // Whatever the umask leaves of it: the folder is new and this process's own.
    if (::mkdir(folder.c_str(), mode) == 0)
        static_cast<void>(::chmod(folder.c_str(), mode));
    else if (errno != EEXIST)
        return Error{fmt::format("{}: cannot be made: {}", folder, std::strerror(errno))};
    return folder + "/jobs.sock";
}

std::string fromEnvironment(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
}

} // namespace

Result<std::string> defaultJobSocketPath()
{
    // systemd may give several, one after the other.
    if (const std::string made = fromEnvironment("RUNTIME_DIRECTORY"); !made.empty())
        return made.substr(0, made.find(':')) + "/jobs.sock";
    constexpr mode_t othersMayPass = 0755; // any local job may post, whoever it runs as
    if (::geteuid() == 0)
        return socketIn("/run/lockstep", othersMayPass);
    constexpr mode_t ownOnly = 0700;
    if (const std::string own = fromEnvironment("XDG_RUNTIME_DIR"); !own.empty())
        return socketIn(own + "/lockstep", ownOnly);
    return Error{
        "there is no private folder for the socket that jobs post to, as $XDG_RUNTIME_DIR is not set: name one "
        "in [jobs] \"socket\""};
}

} // namespace lockstep
