// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sys/stat.h>
#include <system_error>

namespace lockstep {

namespace {

/// Credentials that systemd passes to a service (LoadCredential=) are private, regardless of the file's mode.
bool isHandedOver(const std::string& path)
{
    const char* folder = std::getenv("CREDENTIALS_DIRECTORY"); // NOLINT(concurrency-mt-unsafe): not set at run time
    return folder != nullptr && path.starts_with(std::string(folder) + '/');
}

struct FileCloser
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};

Error cannotRead(const std::string& path, const std::string& why)
{
    return Error{fmt::format("cannot read {}: {}", path, why)};
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
        privacy.status = Error{fmt::format(
            "{} is writable by every user (mode {:04o}), so any user could grant access to others: run chmod o-w on it",
            path, mode)};
    } else if (isSecret && (mode & 0077U) != 0 && !isHandedOver(path)) {
        privacy.warning
            = fmt::format("WARNING: {} is a secret but readable by {} (mode {:04o}): run chmod 0600 on it{}", path,
                          (mode & 0007U) != 0 ? "every user" : "its group", mode,
                          (mode & 0007U) != 0 ? ", and replace the secret, because it may already be known" : "");
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

Result<std::string> readTextFile(const std::string& path, std::size_t maxBytes)
{
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return cannotRead(path, std::generic_category().message(errno));
    std::string text;
    std::array<char, 4096> chunk;
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
        text.append(chunk.data(), count);
        if (text.size() > maxBytes)
            return cannotRead(path, fmt::format("expected at most {} MiB", maxBytes >> 20U));
    }
    if (std::ferror(file.get()) != 0)
        return cannotRead(path, std::generic_category().message(errno));
    return text;
}

Result<std::string> readTokenFile(const std::string& path)
{
    Result<std::string> text = readTextFile(path);
    if (!text.isOk())
        return text;
    const std::string line = text.value().substr(0, text.value().find('\n'));
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos)
        return Error{fmt::format("{}:1: expected a bearer token, found an empty line", path)};
    const auto last = line.find_last_not_of(" \t\r");
    return line.substr(first, last - first + 1);
}

} // namespace lockstep
