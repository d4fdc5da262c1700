// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/notifiers/notifiertarget.h"

#include "datasources/http/httpclient.h"
#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::size_t longestUrl = 2048;
constexpr std::string_view alertmanagerPath = "/api/v2/alerts";

/// The relevant parts of a URL. Stricter than the standard, so that no other parser interprets it differently.
struct AlertsUrl
{
    std::string scheme;
    std::string host; ///< with its port
    std::string path;
};

std::optional<AlertsUrl> parseAlertsUrl(std::string_view url)
{
    const bool isPrintable = std::ranges::all_of(url, [](char each) { return each > ' ' && each < '\x7f'; });
    const std::size_t colon = url.find("://");
    if (url.size() > longestUrl || !isPrintable || colon == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = url.substr(colon + 3);
    const std::size_t end = std::min(rest.find_first_of("/?#\\"), rest.size());
    const std::string_view afterHost = rest.substr(end);
    return AlertsUrl{std::string(url.substr(0, colon)), std::string(rest.substr(0, end)),
                     std::string(afterHost.substr(0, afterHost.find_first_of("?#\\")))};
}

bool isHostName(std::string_view host)
{
    return !host.empty() && std::ranges::all_of(host, [](unsigned char each) {
        return std::isalnum(each) != 0
            || std::string_view(".-_:[]").find(static_cast<char>(each)) != std::string_view::npos;
    });
}

/// Whether there is a token that can be sent now.
Status checkToken(const NotifierAccess& access)
{
    std::string token = access.token;
    if (!access.tokenFile.empty()) {
        Result<std::string> read = readSecretFile(access.tokenFile);
        if (!read.isOk())
            return read.error();
        token = std::move(read).value();
    }
    if (!std::ranges::all_of(token, [](char each) { return each > ' ' && each < '\x7f'; }))
        return Error{"the token for alerts contains characters that are not allowed in an HTTP header"};
    return success();
}

} // namespace

Result<NotifierTarget> notifierTarget(const std::string& url, const NotifierAccess& access)
{
    // Errors do not contain the URL, which may be a secret.
    const std::optional<AlertsUrl> parts = parseAlertsUrl(url);
    if (!parts)
        return Error{"not a URL for alerts: expected a URL such as https://host:port/path"};
    if (parts->scheme != "http" && parts->scheme != "https")
        return Error{"alerts can be sent only to http:// and https:// URLs"};
    if (parts->host.find('@') != std::string::npos)
        return Error{"a URL for alerts must not contain a user or password: use a token file"};
    if (!isHostName(parts->host))
        return Error{"not a valid host for alerts: expected a URL such as https://host:port/path"};
    NotifierTarget target{url,
                          parts->scheme + "://" + parts->host,
                          NotifierTarget::Kind::Webhook,
                          access.caFile,
                          access.tokenFile,
                          access.tokenFile.empty() ? access.token : std::string()};
    std::string_view path = parts->path;
    while (path.ends_with('/'))
        path.remove_suffix(1);
    if (path.ends_with(alertmanagerPath))
        target.kind = NotifierTarget::Kind::Alertmanager;
    if (!target.caFile.empty()) {
        if (const Result<std::string> roots = readTextFile(target.caFile); !roots.isOk())
            return roots.error();
    }
    if (const Status token = checkToken(access); !token.isOk())
        return token.error();
    const bool hasToken = !target.tokenFile.empty() || !target.token.empty();
    if (hasToken && !HttpClient::isSecureUrl(url))
        return Error{fmt::format("a token would be sent to {} unencrypted: use https", target.shown)};
    return target;
}

} // namespace lockstep
