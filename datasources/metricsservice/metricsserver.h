// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/exporters/exposition.h"
#include "models/core/result.h"

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// Serves metrics at /metrics over HTTP/1.1, in the format that the scraper requests. Has two threads, one of which
/// only forwards bytes; owned by main.
class MetricsServer
{
public:
    /// The current page. Called on the server's thread, once per scrape; must return at once. Null: not available yet.
    using Page = std::function<std::shared_ptr<const std::string>(Exposition::Format)>;

    /// Binds and serves by the rules of AgentServer: unencrypted to this machine only, otherwise over TLS; with a token
    /// if configured. Limits default to those of scrapers; onUnresponsive is ignored.
    [[nodiscard]] static Result<std::unique_ptr<MetricsServer>> start(const ServerOptions& options, Page page);
    ~MetricsServer(); ///< ends all connections
    MetricsServer(const MetricsServer&) = delete;
    MetricsServer& operator=(const MetricsServer&) = delete;

    [[nodiscard]] int port() const;

    /// Completes a shortened address: ":7118" is this machine's port 7118.
    [[nodiscard]] static std::string wholeAddress(const std::string& text);

private:
    struct Impl;
    explicit MetricsServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep
