// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/watchedfile.h"
#include "models/core/result.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace lockstep {

/// The token that clients must present. Immutable, any thread.
class BearerToken
{
public:
    /// @param token empty: no token is required
    explicit BearerToken(std::string token);

    /// Compares in constant time.
    /// @param authorization value of the call's "authorization" header; empty if absent
    [[nodiscard]] bool accepts(std::string_view authorization) const;

private:
    std::string m_expected; ///< the complete header value
};

/// The current token; its file may be replaced while the server runs. Thread-safe.
class ServerToken
{
public:
    /// @param path of a file whose first line is the token; empty: no token is required
    [[nodiscard]] static Result<std::unique_ptr<ServerToken>> read(const std::string& path);

    [[nodiscard]] bool accepts(std::string_view authorization) const;

    /// Reloads the file if it has changed. May block on disk I/O. If it is unreadable, the old token stays valid.
    /// @return a message for the log, if any; @p isNew: the token has changed
    [[nodiscard]] std::string reload(bool& isNew);

private:
    ServerToken(const std::string& path, std::string token);

    WatchedFile m_file;
    mutable std::mutex m_mutex;
    std::string m_text;
    BearerToken m_token;
};

} // namespace lockstep
