// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/http/httpclient.h"

#include "datasources/text/textfile.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <curl/curl.h>

namespace lockstep {

namespace {

/// libcurl must be initialised once, before the first use on any thread.
void setUpCurl()
{
    static const CURLcode done = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)done;
}

/// A parsed URL. Uses libcurl's parser, so that the check and the transfer agree.
class UrlParts
{
public:
    explicit UrlParts(const std::string& url) : m_parts(curl_url())
    {
        m_isUrl = curl_url_set(m_parts, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK;
    }
    ~UrlParts() { curl_url_cleanup(m_parts); }
    UrlParts(const UrlParts&) = delete;
    UrlParts& operator=(const UrlParts&) = delete;

    /// Empty: absent, or not a URL.
    [[nodiscard]] std::string part(CURLUPart which) const
    {
        char* text = nullptr;
        std::string value = m_isUrl && curl_url_get(m_parts, which, &text, 0) == CURLUE_OK ? text : "";
        curl_free(text);
        return value;
    }

private:
    CURLU* m_parts;
    bool m_isUrl = false;
};

/// Owns a list of header lines.
class HeaderList
{
public:
    HeaderList() = default;
    ~HeaderList() { curl_slist_free_all(m_list); }
    HeaderList(const HeaderList&) = delete;
    HeaderList& operator=(const HeaderList&) = delete;

    void add(const std::string& line) { m_list = curl_slist_append(m_list, line.c_str()); }
    [[nodiscard]] curl_slist* get() const { return m_list; }

private:
    curl_slist* m_list = nullptr;
};

constexpr std::size_t longestComplaint = 64U << 10U; ///< bytes kept of an error response

/// Scheme, host and port. Errors show no other part of an address.
std::string peerOf(const std::string& url)
{
    const std::size_t host = url.find("://");
    return url.substr(0, url.find_first_of("/?#", host == std::string::npos ? 0 : host + 3));
}

} // namespace

/// State for libcurl's callbacks.
struct HttpClient::Transfer
{
    CURL* handle = nullptr;
    HttpReply reply;
    Take take; ///< empty: all of the answer is kept
    bool isRefused = false; ///< by the consumer
    std::size_t bytes = 0; ///< of the answer so far
    std::size_t maxBytes = 0;
    bool isTruncationAllowed = false;
    bool isCutOff = false; ///< the answer was truncated, as requested
    bool isTooLarge = false;
    std::stop_token stop;
    std::array<char, CURL_ERROR_SIZE> reason{};

    Transfer()
    {
        setUpCurl();
        handle = curl_easy_init();
    }
    ~Transfer() { curl_easy_cleanup(handle); }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    [[nodiscard]] bool isSuccess() const
    {
        long status = 0;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        return status >= 200 && status < 300;
    }

    static std::size_t takeBody(const char* data, std::size_t size, std::size_t count, void* user)
    {
        auto& self = *static_cast<Transfer*>(user);
        self.bytes += size * count;
        if (self.bytes > self.maxBytes) {
            (self.isTruncationAllowed ? self.isCutOff : self.isTooLarge) = true;
            return 0;
        }
        if (self.take && self.isSuccess()) {
            self.isRefused = !self.take({data, size * count});
            return self.isRefused ? 0 : size * count;
        }
        if (self.take && self.bytes > longestComplaint)
            return size * count;
        self.reply.body.append(data, size * count);
        return size * count;
    }

    static std::size_t takeHeader(const char* data, std::size_t size, std::size_t count, void* user)
    {
        constexpr std::size_t max = 64;
        constexpr std::size_t longest = 4096;
        const std::string_view line(data, size * count);
        auto& headers = static_cast<Transfer*>(user)->reply.headers;
        if (line.starts_with("HTTP/"))
            headers.clear(); // of the answer before it, as in 100 Continue
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || line.size() > longest || headers.size() >= max)
            return line.size();
        headers.emplace_back(lowerCase(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
        return line.size();
    }

    /// Called at least once per second while idle, and more often during transfers.
    static int mayGoOn(void* user, curl_off_t /*toLoad*/, curl_off_t /*loaded*/, curl_off_t /*toSend*/,
                       curl_off_t /*sent*/)
    {
        return static_cast<Transfer*>(user)->stop.stop_requested() ? 1 : 0;
    }

    void prepare(const HttpRequest& request, const HttpLimits& limits, const std::stop_token& token)
    {
        curl_easy_reset(handle);
        reply = {};
        maxBytes = limits.bytes;
        isTruncationAllowed = limits.isTruncationAllowed;
        isCutOff = isTooLarge = isRefused = false;
        bytes = 0;
        stop = token;
        reason.fill('\0');
        const auto set = [this](CURLoption option, auto value) {
            curl_easy_setopt(handle, option, value);
        };
        set(CURLOPT_URL, request.url.c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_FOLLOWLOCATION, 0L);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_ACCEPT_ENCODING, "");
        set(CURLOPT_USERAGENT, "lockstep");
        set(CURLOPT_ERRORBUFFER, reason.data());
        set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(limits.whole.count()));
        set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
        if (!request.body.empty() || request.method == "POST") {
            set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
            set(CURLOPT_POSTFIELDS, request.body.data());
        }
        set(CURLOPT_WRITEFUNCTION, &Transfer::takeBody);
        set(CURLOPT_WRITEDATA, this);
        set(CURLOPT_HEADERFUNCTION, &Transfer::takeHeader);
        set(CURLOPT_HEADERDATA, this);
        set(CURLOPT_NOPROGRESS, 0L);
        set(CURLOPT_XFERINFOFUNCTION, &Transfer::mayGoOn);
        set(CURLOPT_XFERINFODATA, this);
    }

    [[nodiscard]] Status identify(const HttpCredentials& credentials, HeaderList& headers)
    {
        const auto setText = [this](CURLoption option, const std::string& text) {
            if (!text.empty())
                curl_easy_setopt(handle, option, text.c_str());
        };
        setText(CURLOPT_UNIX_SOCKET_PATH, credentials.unixSocket);
        setText(CURLOPT_CAINFO, credentials.caFile);
        setText(CURLOPT_SSLCERT, credentials.certificateFile);
        setText(CURLOPT_SSLKEY, credentials.privateKeyFile);
        if (!credentials.bearerTokenFile.empty()) {
            const Result<std::string> token = credentials.isTokenHandedOver
                ? readTokenFile(credentials.bearerTokenFile)
                : readSecretFile(credentials.bearerTokenFile);
            if (!token.isOk())
                return token.error();
            headers.add(credentials.tokenHeader + token.value());
        }
        if (!credentials.passwordFile.empty()) {
            const Result<std::string> password = readSecretFile(credentials.passwordFile);
            if (!password.isOk())
                return password.error();
            curl_easy_setopt(handle, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
            setText(CURLOPT_USERNAME, credentials.user);
            setText(CURLOPT_PASSWORD, password.value());
        }
        return success();
    }

    [[nodiscard]] Result<HttpReply> perform(const HttpLimits& limits)
    {
        const CURLcode code = curl_easy_perform(handle);
        take = nullptr;
        if (isTooLarge)
            return Error{fmt::format("it returned more than {} MiB, the limit", limits.bytes >> 20U)};
        if (isRefused)
            return Error{"it returned an unreadable response"};
        if (code == CURLE_ABORTED_BY_CALLBACK)
            return Error{"stopped"};
        if (code == CURLE_OPERATION_TIMEDOUT)
            return Error{fmt::format("no answer within {:.3g} s", std::chrono::duration<double>(limits.whole).count())};
        if (code != CURLE_OK && !isCutOff)
            return Error{reason[0] != '\0' ? reason.data() : curl_easy_strerror(code)};
        long status = 0;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        reply.status = static_cast<int>(status);
        if (status >= 300 && status < 400 && status != 304) {
            const char* target = nullptr;
            curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &target);
            return Error{fmt::format("it redirects to {}; redirects are not followed, so use that address directly",
                                     target ? peerOf(target) : "another address")};
        }
        return std::move(reply);
    }
};

std::string_view HttpReply::header(std::string_view name) const
{
    const auto found = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

HttpClient::HttpClient(HttpCredentials credentials, HttpLimits limits)
    : m_credentials(std::move(credentials)), m_limits(limits), m_transfer(std::make_unique<Transfer>())
{ }

HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&& other) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&& other) noexcept = default;

Result<HttpReply> HttpClient::send(const HttpRequest& request, const std::stop_token& stop)
{
    return perform(request, {}, stop);
}

Result<HttpReply> HttpClient::stream(const HttpRequest& request, const Take& take, const std::stop_token& stop)
{
    return perform(request, take, stop);
}

Result<HttpReply> HttpClient::perform(const HttpRequest& request, const Take& take, const std::stop_token& stop)
{
    m_transfer->prepare(request, m_limits, stop);
    m_transfer->take = take;
    HeaderList headers;
    headers.add("Expect:"); // sends the body without waiting for "100 Continue"
    for (const std::string& line : request.headers)
        headers.add(line);
    const bool hasSecret
        = request.isSecret || !m_credentials.bearerTokenFile.empty() || !m_credentials.passwordFile.empty();
    if (hasSecret && m_credentials.unixSocket.empty() && !isSecureUrl(request.url))
        return Error{"a token or password would be sent unencrypted: use https"};
    if (const Status identified = m_transfer->identify(m_credentials, headers); !identified.isOk())
        return identified.error();
    curl_easy_setopt(m_transfer->handle, CURLOPT_HTTPHEADER, headers.get());
    return m_transfer->perform(m_limits);
}

Result<HttpReply> HttpClient::post(const std::string& url,
                                   const std::vector<std::pair<std::string, std::string>>& fields,
                                   const std::stop_token& stop)
{
    HttpRequest request{.url = url, .method = "POST"};
    for (const auto& [name, value] : fields) {
        char* const escaped = curl_easy_escape(m_transfer->handle, value.c_str(),
                                               static_cast<int>(std::min<std::size_t>(value.size(), 1U << 20U)));
        request.body += (request.body.empty() ? "" : "&") + name + "=" + (escaped ? escaped : "");
        curl_free(escaped);
    }
    return send(request, stop);
}

bool HttpClient::isSecureUrl(const std::string& url)
{
    const UrlParts parts(url);
    const std::string scheme = parts.part(CURLUPART_SCHEME);
    const std::string host = parts.part(CURLUPART_HOST);
    const bool isNumbers = host.find_first_not_of("0123456789.") == std::string::npos;
    return scheme == "https" || host == "localhost" || host == "[::1]" || (isNumbers && host.starts_with("127."));
}

Result<std::string> HttpClient::checkedUrl(std::string_view url)
{
    while (url.ends_with('/'))
        url.remove_suffix(1);
    const std::string text(url);
    const UrlParts parts(text);
    const std::string scheme = parts.part(CURLUPART_SCHEME);
    const bool hasUser = !(parts.part(CURLUPART_USER) + parts.part(CURLUPART_PASSWORD)).empty();
    const bool hasMore = !(parts.part(CURLUPART_QUERY) + parts.part(CURLUPART_FRAGMENT)).empty();
    if (hasUser)
        return Error{"The address contains a user or password: pass the user as an option and the password in a file"};
    if ((scheme != "http" && scheme != "https") || hasMore)
        return Error{fmt::format(
            "'{}' is not a valid address: expected http://host:port or https://host:port, optionally with a path",
            text.substr(0, 200))};
    return text;
}

} // namespace lockstep
