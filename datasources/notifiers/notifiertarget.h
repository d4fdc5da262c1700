// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <string>

namespace lockstep {

/// Destination of messages. A plain value; its secrets never appear in displayed text.
struct NotifierTarget
{
    enum class Kind : std::uint8_t {
        Webhook, ///< receives each message once
        Alertmanager, ///< receives all active alerts repeatedly
    };

    std::string url;
    std::string shown; ///< scheme, host and port: paths and queries of webhooks are secrets themselves
    Kind kind = Kind::Webhook;
    std::string caFile; ///< PEM; empty: the system's roots
    std::string tokenFile; ///< bearer token, read for each message; empty: none
    std::string token; ///< if there is no file; empty: none
};

struct NotifierAccess
{
    std::string caFile; ///< empty: the system's roots
    std::string tokenFile; ///< readable by its owner only; empty: none
    std::string token; ///< from the environment; the file takes precedence
};

/// http and https only, without user or password; a token only over https, or to this host. A URL whose path ends in
/// /api/v2/alerts is an Alertmanager. Reads the token's file.
[[nodiscard]] Result<NotifierTarget> notifierTarget(const std::string& url, const NotifierAccess& access);

} // namespace lockstep
