// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/secretfile.h"

#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sys/stat.h>

namespace lockstep {

namespace {

/// Credentials that systemd passes to a service (LoadCredential=) are private, whatever the file's mode.
bool isHandedOver(const std::string& path)
{
    const char* folder = std::getenv("CREDENTIALS_DIRECTORY"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return folder != nullptr && path.starts_with(std::string(folder) + '/');
}

} // namespace

FilePrivacy checkFilePrivacy(const std::string& path, bool isSecret)
{
    FilePrivacy privacy;
    struct stat info
    { };
    if (path.empty() || ::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return privacy; // the reader reports the error
    const unsigned mode = info.st_mode & 07777U;
    if ((mode & 0002U) != 0) {
        privacy.status = Error{fmt::format("{} may be written by every user (mode {:04o}), who could so decide who is "
                                           "served: chmod o-w it",
                                           path, mode)};
    } else if (isSecret && (mode & 0077U) != 0 && !isHandedOver(path)) {
        privacy.warning = fmt::format("WARNING: {} is a secret that {} may read (mode {:04o}): chmod 0600 it{}", path,
                                      (mode & 0007U) != 0 ? "every user" : "its group", mode,
                                      (mode & 0007U) != 0 ? ", and replace it, since it may be known already" : "");
    }
    return privacy;
}

Result<std::string> readSecretFile(const std::string& path)
{
    const FilePrivacy privacy = checkFilePrivacy(path, true);
    if (!privacy.status.isOk())
        return privacy.status.error();
    if (!privacy.warning.empty())
        return Error{privacy.warning};
    return readTokenFile(path);
}

} // namespace lockstep
