// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/watchedfile.h"
#include "models/core/result.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace lockstep {

/// The token that callers must present. Immutable, any thread.
class BearerToken
{
public:
    /// @param token empty: nobody has to show anything
    explicit BearerToken(std::string token);

    /// @param authorization value of the call's "authorization" header, empty when it has none.
    /// Takes the same time wherever a wrong token differs from the right one.
    [[nodiscard]] bool accepts(std::string_view authorization) const;

private:
    std::string m_expected; ///< the whole header value
};

/// The current token; its file may be replaced while the server runs. Thread-safe.
class ServerToken
{
public:
    /// @param path of a file whose first line is the token; empty: nobody has to show anything
    [[nodiscard]] static Result<std::unique_ptr<ServerToken>> read(const std::string& path);

    [[nodiscard]] bool accepts(std::string_view authorization) const;

    /// Looks whether the file has changed. Blocks on the disk. What cannot be read leaves the old token in force.
    /// @return a sentence when there is something to tell; @p isNew: another token counts from now on
    [[nodiscard]] std::string reload(bool& isNew);

private:
    ServerToken(const std::string& path, std::string token);

    WatchedFile m_file;
    mutable std::mutex m_mutex;
    std::string m_text;
    BearerToken m_token;
};

} // namespace lockstep
