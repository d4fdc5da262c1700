// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/metricsservice/metricsserver.h"

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/agentservice/serverparts.h"

#include <chrono>
#include <microhttpd.h>
#include <string_view>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

using PageText = std::shared_ptr<const std::string>;

/// Scrapers come a few times per minute, with one request each.
ServerLimits scrapeLimits()
{
    ServerLimits limits;
    limits.connections = 64;
    limits.connectionsPerPeer = 16;
    limits.arrivalsPerSecond = 16;
    limits.bytesPerSecond = 64U << 10U;
    limits.withoutCall = std::chrono::seconds(20); // that a connection has from its beginning to its end
    return limits;
}

std::string_view headerOf(MHD_Connection* connection, const char* name)
{
    const char* const value = ::MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

void forgetPage(void* page)
{
    delete static_cast<PageText*>(page);
}

/// Responses share the page.
MHD_Response* responseWith(PageText page)
{
    auto* const held = new PageText(std::move(page));
    MHD_Response* const response = ::MHD_create_response_from_buffer_with_free_callback_cls(
        (*held)->size(), const_cast<char*>((*held)->data()), &forgetPage, held);
    if (response == nullptr)
        delete held;
    return response;
}

MHD_Result answer(MHD_Connection* connection, unsigned status, std::string_view type, PageText page,
                  const char* challenge = nullptr)
{
    MHD_Response* const response = responseWith(std::move(page));
    if (response == nullptr)
        return MHD_NO;
    ::MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, std::string(type).c_str());
    // The next scrape is many seconds away, and idle connections are closed anyway.
    ::MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (challenge != nullptr)
        ::MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, challenge);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        ::MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    const MHD_Result queued = ::MHD_queue_response(connection, status, response);
    ::MHD_destroy_response(response);
    return queued;
}

MHD_Result refuse(MHD_Connection* connection, unsigned status, const char* why, const char* challenge = nullptr)
{
    return answer(connection, status, "text/plain; charset=utf-8", std::make_shared<const std::string>(why), challenge);
}

} // namespace

struct MetricsServer::Impl
{
    Impl(const ServerLimits& serverLimits, ServerParts serverParts, Page pageToServe)
        : limits(serverLimits), limiter(limits), parts(std::move(serverParts)), page(std::move(pageToServe))
    { }

    ~Impl()
    {
        proxy.reset();
        if (daemon != nullptr)
            ::MHD_stop_daemon(daemon);
        if (parts.address.isUnix)
            ::unlink(parts.address.host.c_str());
    }

    const ServerLimits limits;
    ConnectionLimiter limiter;
    ServerParts parts;
    const Page page;
    MHD_Daemon* daemon = nullptr;
    std::unique_ptr<ConnectionProxy> proxy;

    [[nodiscard]] MHD_Result serve(MHD_Connection* connection, std::string_view url, std::string_view method) const
    {
        if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD)
            return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "expected GET\n");
        if (!parts.token->accepts(headerOf(connection, MHD_HTTP_HEADER_AUTHORIZATION)))
            return refuse(connection, MHD_HTTP_UNAUTHORIZED, "a bearer token is required\n", "Bearer");
        if (url != "/metrics")
            return refuse(connection, MHD_HTTP_NOT_FOUND, "not found: the only page is /metrics\n");
        const bool isOpen = headerOf(connection, MHD_HTTP_HEADER_ACCEPT).find("application/openmetrics-text")
            != std::string_view::npos;
        const auto format = isOpen ? Exposition::Format::OpenMetrics : Exposition::Format::Text;
        PageText text = page(format);
        if (!text)
            return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "nothing has been measured yet\n");
        return answer(connection, MHD_HTTP_OK, Exposition::contentType(format), std::move(text));
    }

    static MHD_Result handle(void* self, MHD_Connection* connection, const char* url, const char* method,
                             const char* /*version*/, const char* /*body*/, std::size_t* /*size*/, void** /*request*/)
    {
        return static_cast<const Impl*>(self)->serve(connection, url, method);
    }

    bool start()
    {
        constexpr unsigned flags
            = MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET;
        constexpr unsigned timeout = 10; // seconds without a byte
        constexpr std::size_t requestBytes = 16U << 10U;
        constexpr std::size_t stackBytes = 256U << 10U;
        daemon = ::MHD_start_daemon(flags, 0, nullptr, nullptr, &Impl::handle, this, MHD_OPTION_CONNECTION_LIMIT,
                                    static_cast<unsigned>(limits.connections), MHD_OPTION_CONNECTION_TIMEOUT, timeout,
                                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, requestBytes, MHD_OPTION_THREAD_STACK_SIZE,
                                    stackBytes, MHD_OPTION_END);
        return daemon != nullptr;
    }

    void open(const std::function<void(const std::string&)>& log)
    {
        ConnectionProxy::Callbacks callbacks;
        callbacks.handOn = [this](int descriptor) {
            sockaddr_un nobody{};
            nobody.sun_family = AF_UNIX;
            ::MHD_add_connection(daemon, descriptor, reinterpret_cast<const sockaddr*>(&nobody), sizeof nobody);
        };
        if (parts.tls)
            callbacks.tls = [this] {
                return parts.tls->context();
            };
        callbacks.log = log ? log : [](const std::string&) {
        };
        callbacks.everySecond = [this, say = callbacks.log] {
            (void)parts.reload(say);
        };
        proxy = std::make_unique<ConnectionProxy>(std::move(parts.listening), limiter, std::move(callbacks),
                                                  Protocol::Http1);
    }
};

MetricsServer::MetricsServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { }

MetricsServer::~MetricsServer() = default;

Result<std::unique_ptr<MetricsServer>> MetricsServer::start(const ServerOptions& options, Page page)
{
    Result<ServerParts> parts = ServerParts::prepare(options, "http/1.1");
    if (!parts.isOk())
        return Error{"metrics: " + parts.error().message};
    auto impl
        = std::make_unique<Impl>(options.limits.value_or(scrapeLimits()), std::move(parts).value(), std::move(page));
    if (!impl->start())
        return Error{"metrics: cannot serve on " + options.listen + ": the HTTP server did not start"};
    impl->open(options.log);
    return std::unique_ptr<MetricsServer>(new MetricsServer(std::move(impl)));
}

int MetricsServer::port() const
{
    return m_impl->parts.address.port;
}

std::string MetricsServer::wholeAddress(const std::string& text)
{
    return text.starts_with(':') ? "127.0.0.1" + text : text;
}

} // namespace lockstep
