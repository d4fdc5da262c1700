// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/tracefetch.h"

#include "datasources/agentclient/channelpool.h"
#include "datasources/agentclient/clientruntime.h"
#include "datasources/agentclient/policies/heartbeat.h"
#include "datasources/proto/wiretext.h"
#include "datasources/text/filedescriptor.h"
#include "datasources/text/textfile.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

bool isPlainName(const std::string& name)
{
    constexpr std::size_t longestName = 64;
    const auto isPlain = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9')
            || letter == '-' || letter == '_' || letter == '.';
    };
    return !name.empty() && name.size() <= longestName && name.front() != '.' && std::ranges::all_of(name, isPlain);
}

/// How to treat a file whose name exists already.
enum class SameName : std::uint8_t {
    Another, ///< keep both: processes of two nodes may have the same ID
    LeftAside, ///< skip: the same file, seen by two nodes
};

/// Writes received chunks to new files in a folder.
class PieceWriter
{
public:
    PieceWriter(std::string folder, SameName sameName, const TraceFetchLimits& limits)
        : m_folder(std::move(folder)), m_sameName(sameName), m_limits(limits)
    { }

    [[nodiscard]] Status take(const v1::RecordTraceNews& news)
    {
        if (news.file() != m_name) {
            if (Status begun = begin(news.file()); !begun.isOk())
                return begun;
        }
        m_bytes += news.content().size();
        if (m_bytes > m_limits.bytes)
            return Error{fmt::format("the trace has more than {} MB", m_limits.bytes >> 20U)};
        const auto size = static_cast<ssize_t>(news.content().size());
        if (!m_isLeftAside && ::write(m_file.get(), news.content().data(), news.content().size()) != size)
            return Error{fmt::format("{}: {}", m_path, std::strerror(errno))};
        if (news.is_end()) {
            ++m_whole;
            if (!m_isLeftAside)
                m_files.push_back(m_path);
            m_name.clear();
            m_file.close();
        }
        return success();
    }
    [[nodiscard]] std::vector<std::string>& files() { return m_files; }
    [[nodiscard]] bool hasSeenAny() const { return m_whole > 0; }

private:
    [[nodiscard]] Status begin(const std::string& name)
    {
        if (!isPlainName(name) || m_whole >= m_limits.files)
            return Error{fmt::format("unexpected file \"{}\"", cleanText(name, budget::nameBytes))};
        m_name = name;
        m_isLeftAside = false;
        m_path = m_folder + "/" + name;
        for (int copy = 2; copy < 100; ++copy) {
            m_file = FileDescriptor(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
            if (m_file.isOpen() || errno != EEXIST)
                break;
            m_isLeftAside = m_sameName == SameName::LeftAside;
            if (m_isLeftAside)
                return success();
            m_path = fmt::format("{}/{}-{}", m_folder, copy, name);
        }
        return m_file.isOpen() ? success() : Status(Error{fmt::format("{}: {}", m_path, std::strerror(errno))});
    }

    std::string m_folder;
    SameName m_sameName;
    TraceFetchLimits m_limits;
    std::size_t m_whole = 0; ///< complete files, including skipped ones
    bool m_isLeftAside = false; ///< the current file is skipped
    std::string m_name, m_path;
    FileDescriptor m_file;
    std::uint64_t m_bytes = 0;
    std::vector<std::string> m_files; ///< complete ones
};

using NewsReader = std::unique_ptr<grpc::ClientReader<v1::RecordTraceNews>>;
using Ask = std::function<NewsReader(v1::NodeTools::Stub&, grpc::ClientContext&)>;

/// Makes one call, and reads its messages until the end or until @p take fails.
/// @return the first error of @p take, otherwise of the call
Status readAll(const AgentEndpoint& endpoint, Duration timeout, const Ask& ask, const std::stop_token& stop,
               const std::function<Status(const v1::RecordTraceNews&)>& take)
{
    ChannelPool pool;
    auto channel = pool.runtime().channels().acquire(endpoint);
    if (!channel.isOk())
        return channel.error();
    grpc::ClientContext context;
    if (!endpoint.bearerTokenFile.empty()) {
        Result<std::string> token = readTokenFile(endpoint.bearerTokenFile);
        if (!token.isOk())
            return token.error();
        context.AddMetadata("authorization", "Bearer " + token.value());
    }
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
    const auto stub = v1::NodeTools::NewStub(channel.value()->channel);
    const NewsReader reader = ask(*stub, context);
    Status taken = success();
    for (v1::RecordTraceNews news; taken.isOk() && reader->Read(&news);)
        taken = take(news);
    if (!taken.isOk())
        context.TryCancel();
    const grpc::Status status = reader->Finish();
    if (!taken.isOk() || status.ok())
        return taken;
    return Error{cleanText(status.error_message(), budget::textBytes)};
}

Result<std::vector<std::string>> fetchFiles(const AgentEndpoint& endpoint, const Ask& ask, const std::stop_token& stop,
                                            const std::function<void(const std::string&)>& progress, PieceWriter writer)
{
    const Status done = readAll(endpoint, std::chrono::minutes(10), ask, stop, [&](const v1::RecordTraceNews& news) {
        if (!news.progress().empty())
            progress(cleanText(news.progress(), budget::textBytes));
        return news.file().empty() ? success() : writer.take(news);
    });
    if (writer.hasSeenAny())
        return std::move(writer.files());
    return done.isOk() ? Error{"no data received"} : done.error();
}

} // namespace

Result<std::vector<std::string>> fetchTrace(const AgentEndpoint& endpoint, const TraceOrder& order,
                                            const std::string& folder, const std::stop_token& stop,
                                            const std::function<void(const std::string&)>& progress,
                                            const TraceFetchLimits& limits)
{
    v1::RecordTraceRequest request;
    request.set_job(order.job);
    request.set_duration(order.length.count());
    return fetchFiles(
        endpoint,
        [&request](v1::NodeTools::Stub& tools, grpc::ClientContext& context) {
            return tools.RecordTrace(&context, request);
        },
        stop, progress, PieceWriter(folder, SameName::Another, limits));
}

Result<std::vector<std::string>> fetchDumps(const AgentEndpoint& endpoint, const std::string& job,
                                            const std::string& folder, const std::stop_token& stop,
                                            const std::function<void(const std::string&)>& progress,
                                            const TraceFetchLimits& limits)
{
    v1::FetchDumpsRequest request;
    request.set_job(job);
    return fetchFiles(
        endpoint,
        [&request](v1::NodeTools::Stub& tools, grpc::ClientContext& context) {
            return tools.FetchDumps(&context, request);
        },
        stop, progress, PieceWriter(folder, SameName::LeftAside, limits));
}

Result<double> measureBandwidth(const AgentEndpoint& endpoint, Duration length)
{
    constexpr auto timeout = std::chrono::seconds(3); // to connect
    v1::SendTestDataRequest request;
    request.set_duration(length.count());
    double bytes = 0; // after the first message
    std::optional<SteadyTime> first;
    std::chrono::duration<double> lasted{};
    const Status done = readAll(
        endpoint, length + timeout,
        [&request](v1::NodeTools::Stub& tools, grpc::ClientContext& context) {
            return tools.SendTestData(&context, request);
        },
        {},
        [&](const v1::RecordTraceNews& news) {
            const SteadyTime now = std::chrono::steady_clock::now();
            bytes += first ? static_cast<double>(news.content().size()) : 0;
            lasted = now - first.value_or(now);
            first = first.value_or(now);
            return lasted < length ? success() : Status(Error{"complete"});
        });
    // Over a slow network, messages still arrive when the agent has sent all of them.
    const bool isLong = lasted > std::chrono::duration<double>(length) / 2;
    if (bytes > 0 && lasted.count() > 0 && (isLong || done.isOk()))
        return bytes / lasted.count();
    return done.isOk() ? Error{"no data received"} : done.error();
}

} // namespace lockstep
