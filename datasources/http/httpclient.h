// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Credentials and trusted authorities. Secrets are read from their files for each request, so that they can be
/// replaced at run time, and are sent only over TLS or to this machine.
struct HttpCredentials
{
    std::string caFile; ///< PEM; empty: the system's
    std::string certificateFile; ///< PEM, for mutual TLS
    std::string privateKeyFile;
    std::string bearerTokenFile;
    std::string user; ///< for basic authentication, with passwordFile
    std::string passwordFile;
    std::string tokenHeader = "Authorization: Bearer "; ///< prefix of the token
    /// The token was provided by a container runtime, which determines the file's mode.
    bool isTokenHandedOver = false;
    std::string unixSocket{}; ///< path: connect to this socket instead of the URL's host, and so to this machine
};

/// Limits of one request.
struct HttpLimits
{
    std::size_t bytes = 64U << 20U; ///< of the answer, unpacked
    bool isTruncationAllowed = false; ///< a longer answer is truncated; otherwise it is an Error
    std::chrono::milliseconds connect{5'000};
    std::chrono::milliseconds whole{30'000};
};

struct HttpReply
{
    int status = 0;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers; ///< names in lower case; limited in number and length

    [[nodiscard]] bool isOk() const { return status >= 200 && status < 300; }
    /// Empty: not present. @param name in lower case
    [[nodiscard]] std::string_view header(std::string_view name) const;
};

struct HttpRequest
{
    std::string url; ///< http:// or https://, without user and password
    std::string method = "GET";
    std::string body = {};
    std::vector<std::string> headers = {}; ///< "Name: value"
    bool isSecret = false; ///< its headers or body contain a secret: sent only over TLS or to this machine
};

/// A blocking HTTP client with a persistent connection. One thread.
class HttpClient
{
public:
    HttpClient(HttpCredentials credentials, HttpLimits limits);
    ~HttpClient();
    HttpClient(HttpClient&& other) noexcept;
    HttpClient& operator=(HttpClient&& other) noexcept;

    /// @return an answer with any status, or an Error that does not name the peer. A redirect is an Error.
    /// @param stop cancels the request within a second
    [[nodiscard]] Result<HttpReply> send(const HttpRequest& request, const std::stop_token& stop = {});
    /// Receives the answer in pieces, so that memory does not depend on its length. An unsuccessful answer is returned
    /// whole.
    /// @return whether to continue
    using Take = std::function<bool(std::string_view piece)>;
    [[nodiscard]] Result<HttpReply> stream(const HttpRequest& request, const Take& take,
                                           const std::stop_token& stop = {});
    /// POST of fields as a form sends them.
    [[nodiscard]] Result<HttpReply> post(const std::string& url,
                                         const std::vector<std::pair<std::string, std::string>>& fields,
                                         const std::stop_token& stop = {});

    /// Whether the connection is encrypted or stays on this machine; secrets are sent only then.
    [[nodiscard]] static bool isSecureUrl(const std::string& url);
    /// Normalises a URL such as "http://host:9090/prefix": removes a slash at the end. An Error for other text, or for
    /// a URL with a password.
    [[nodiscard]] static Result<std::string> checkedUrl(std::string_view url);

private:
    struct Transfer;

    [[nodiscard]] Result<HttpReply> perform(const HttpRequest& request, const Take& take, const std::stop_token& stop);

    HttpCredentials m_credentials;
    HttpLimits m_limits;
    std::unique_ptr<Transfer> m_transfer;
};

} // namespace lockstep
