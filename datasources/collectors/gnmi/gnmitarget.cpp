// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/collectors/gnmi/gnmimessage.h"
#include "datasources/collectors/gnmi/gnmioptions.h"
#include "datasources/collectors/gnmi/gnmiports.h"
#include "datasources/proto/librarylogs.h"
#include "datasources/text/textfile.h"
#include "gnmi.pb.h"
#include "models/core/result.h"
#include "models/core/work/backoff.h"
#include "models/core/work/tokenbucket.h"

#include <fmt/format.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/client_callback.h>
#include <grpcpp/support/slice.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// One Subscribe call. Messages are read as bytes, so that an unreadable one does not end the call. Owned by a
/// GnmiTarget, which polls its state; reactions run on gRPC's threads.
class GnmiStream final : public grpc::ClientBidiReactor<gnmi::SubscribeRequest, grpc::ByteBuffer>
{
public:
    /// @return whether to read on at once; otherwise readOn() must be called
    using Take = std::function<bool(std::string_view message)>;
    using Metadata = std::vector<std::pair<std::string, std::string>>;

    /// @param heard called after each message and at the end
    GnmiStream(Take take, std::function<void()> heard) : m_take(std::move(take)), m_heard(std::move(heard)) { }
    /// Cancels the call and waits until it has ended, which does not depend on the device.
    ~GnmiStream() override;
    GnmiStream(const GnmiStream&) = delete;
    GnmiStream& operator=(const GnmiStream&) = delete;

    void start(const std::shared_ptr<grpc::Channel>& channel, gnmi::SubscribeRequest request, const Metadata& metadata);
    /// Any thread.
    void cancel();
    void readOn();

    struct State
    {
        bool hasEnded = false;
        bool hasAnswered = false; ///< a message was received
        grpc::Status status; ///< final status
    };
    [[nodiscard]] State state() const;

private:
    /// gRPC 1.51 aborts in this function if a server breaks off within its headers.
    bool InternalTrailersOnly(const grpc_call* /*call*/) const override { return false; }
    void OnReadDone(bool isOk) override;
    void OnDone(const grpc::Status& status) override;

    const Take m_take;
    const std::function<void()> m_heard;
    std::shared_ptr<grpc::Channel> m_channel;
    grpc::ClientContext m_context;
    gnmi::SubscribeRequest m_request;
    grpc::ByteBuffer m_bytes;
    mutable std::mutex m_mutex;
    std::condition_variable m_isDone;
    State m_state;
    bool m_hasBegun = false;
    bool m_isWaiting = false; ///< until readOn(); a hold keeps the call alive
    bool m_isCancelled = false;
};

std::string textOfBytes(const grpc::ByteBuffer& bytes)
{
    std::vector<grpc::Slice> slices;
    std::string text;
    if (!bytes.Dump(&slices).ok())
        return text;
    text.reserve(bytes.Length());
    for (const grpc::Slice& slice : slices)
        text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    return text;
}

GnmiStream::~GnmiStream()
{
    cancel();
    std::unique_lock lock(m_mutex);
    m_isDone.wait(lock, [this] { return !m_hasBegun || m_state.hasEnded; });
}

void GnmiStream::start(const std::shared_ptr<grpc::Channel>& channel, gnmi::SubscribeRequest request,
                       const Metadata& metadata)
{
    m_channel = channel;
    m_request = std::move(request);
    for (const auto& [key, value] : metadata)
        m_context.AddMetadata(key, value);
    grpc::TemplatedGenericStub<gnmi::SubscribeRequest, grpc::ByteBuffer> stub(m_channel);
    stub.PrepareBidiStreamingCall(&m_context, "/gnmi.gNMI/Subscribe", {}, this);
    m_hasBegun = true;
    // The writing side stays open, because some devices treat its end as the end of the subscription.
    StartWrite(&m_request);
    StartRead(&m_bytes);
    StartCall();
}

void GnmiStream::cancel()
{
    const std::scoped_lock lock(m_mutex);
    m_isCancelled = true;
    if (!m_hasBegun || m_state.hasEnded)
        return;
    m_context.TryCancel();
    if (m_isWaiting) {
        m_isWaiting = false;
        RemoveHold();
    }
}

void GnmiStream::readOn()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isWaiting)
        return;
    m_isWaiting = false;
    StartRead(&m_bytes);
    RemoveHold();
}

GnmiStream::State GnmiStream::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

void GnmiStream::OnReadDone(bool isOk)
{
    if (!isOk)
        return; // OnDone follows with the reason
    const bool mayReadOn = m_take(textOfBytes(m_bytes));
    m_bytes.Clear();
    {
        const std::scoped_lock lock(m_mutex);
        m_state.hasAnswered = true;
        if (mayReadOn) {
            StartRead(&m_bytes);
        } else if (!m_isCancelled) {
            AddHold();
            m_isWaiting = true;
        }
    }
    m_heard();
}

void GnmiStream::OnDone(const grpc::Status& status)
{
    m_heard(); // before finishing, after which the object may be gone
    const std::scoped_lock lock(m_mutex);
    m_state.status = status;
    m_state.hasEnded = true;
    m_isDone.notify_all();
}

/// Channel to a target, with the current credentials.
struct GnmiChannel
{
    std::shared_ptr<grpc::Channel> channel;
    std::vector<std::pair<std::string, std::string>> metadata; ///< user name and password
};

/// Locations on Debian and Ubuntu, and on Red Hat and SUSE.
constexpr const char* systemRoots[]{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                                    "/etc/ssl/ca-bundle.pem"};

Status readInto(const std::string& path, std::string& text)
{
    constexpr std::size_t largest = 4U << 20U; // all root certificates of a system
    if (path.empty())
        return success();
    Result<std::string> read = readTextFile(path, largest);
    if (!read.isOk())
        return read.error();
    text = std::move(read).value();
    return success();
}

std::string rootsOf(const GnmiOptions& options)
{
    if (!options.caFile.empty())
        return options.caFile;
    const auto* const found = std::ranges::find_if(systemRoots, [](const char* path) {
        std::error_code problem;
        return std::filesystem::exists(path, problem);
    });
    return found == std::end(systemRoots) ? std::string() : std::string(*found);
}

Result<std::shared_ptr<grpc::ChannelCredentials>> credentialsOf(const GnmiOptions& options)
{
    if (options.isPlain)
        return grpc::InsecureChannelCredentials();
    if (const FilePrivacy key = checkFilePrivacy(options.privateKeyFile, true);
        !options.privateKeyFile.empty() && !key.status.isOk())
        return key.status.error();
    grpc::SslCredentialsOptions tls;
    for (const auto& [path, text] :
         {std::pair(rootsOf(options), &tls.pem_root_certs), std::pair(options.certificateFile, &tls.pem_cert_chain),
          std::pair(options.privateKeyFile, &tls.pem_private_key)}) {
        if (Status status = readInto(path, *text); !status.isOk())
            return status.error();
    }
    return grpc::SslCredentials(tls);
}

grpc::ChannelArguments argumentsOf(const GnmiOptions& options)
{
    constexpr int largestMessage = 4 << 20;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, static_cast<int>(options.timeout.count()));
    // Detects switches that were powered off; more frequent probes than 10 s count as an attack.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
    arguments.SetMaxReceiveMessageSize(largestMessage);
    // gRPC checks the size of a compressed message before it unpacks it.
    arguments.SetInt(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET, 1U << GRPC_COMPRESS_NONE);
    arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
    if (!options.tlsName.empty())
        arguments.SetSslTargetNameOverride(options.tlsName);
    return arguments;
}

bool isPlainText(const std::string& text)
{
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
}

/// Creates a channel; nothing is sent yet. A password file must be readable by its owner only.
Result<GnmiChannel> openGnmiChannel(const GnmiOptions& options)
{
    GnmiChannel way;
    if (!options.user.empty()) {
        const Result<std::string> password = readSecretFile(options.passwordFile);
        if (!password.isOk())
            return password.error();
        if (!isPlainText(options.user) || !isPlainText(password.value()))
            return Error{fmt::format("{}: user and password must be plain ASCII, because they are sent in gRPC headers",
                                     options.passwordFile)};
        way.metadata = {{"username", options.user}, {"password", password.value()}};
    }
    const Result<std::shared_ptr<grpc::ChannelCredentials>> credentials = credentialsOf(options);
    if (!credentials.isOk())
        return credentials.error();
    silenceLibraryLogs();
    way.channel = grpc::CreateCustomChannel(options.address, credentials.value(), argumentsOf(options));
    return way;
}

using SteadyClock = GnmiPorts::Clock;

/// Form of a subscription. Devices support different ones, and reject the others.
struct Manner
{
    gnmi::Encoding encoding;
    bool isOnChange;
};
constexpr std::array manners{Manner{gnmi::JSON_IETF, true}, Manner{gnmi::PROTO, true}, Manner{gnmi::JSON, true},
                             Manner{gnmi::JSON_IETF, false}, Manner{gnmi::PROTO, false}};

constexpr Duration maxPause = std::chrono::minutes(5);
constexpr Duration stateHeartbeat = std::chrono::minutes(1);
constexpr double bytesPerSecond = 4U << 20U;
constexpr double creditBytes = 16U << 20U;
constexpr double bytesPerDelete = 64U << 10U; ///< cost of matching a delete

bool isRefusal(const grpc::Status& status)
{
    const grpc::StatusCode code = status.error_code();
    return code == grpc::StatusCode::INVALID_ARGUMENT || code == grpc::StatusCode::UNIMPLEMENTED
        || code == grpc::StatusCode::NOT_FOUND;
}

std::string_view reasonOf(grpc::StatusCode code)
{
    switch (code) {
    case grpc::StatusCode::UNAUTHENTICATED:
        return "user and password are missing or were rejected";
    case grpc::StatusCode::PERMISSION_DENIED:
        return "this user may not read it";
    case grpc::StatusCode::UNAVAILABLE:
        return "unreachable, or does not use TLS";
    case grpc::StatusCode::UNIMPLEMENTED:
        return "gNMI Subscribe, or this subscription, is not supported";
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::NOT_FOUND:
        return "these paths were rejected";
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
        return "a message is larger than 4 MiB, or the device accepts no more subscribers";
    default:
        return "the subscription ended";
    }
}

std::string wordsOf(const grpc::Status& status)
{
    constexpr std::size_t longest = 160;
    if (status.ok())
        return "the subscription ended";
    std::string said;
    for (const char c : status.error_message().substr(0, longest))
        said += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    return fmt::format("{}{}{}{}", reasonOf(status.error_code()), said.empty() ? "" : " (", said,
                       said.empty() ? "" : ")");
}

gnmi::SubscribeRequest requestOf(const GnmiGroup& group, Manner manner, Duration interval)
{
    gnmi::SubscribeRequest request;
    gnmi::SubscriptionList& list = *request.mutable_subscribe();
    list.set_mode(gnmi::SubscriptionList::STREAM);
    list.set_encoding(manner.encoding);
    for (const GnmiSubscription& each : group.subscriptions) {
        const Result<std::vector<GnmiStep>> steps = parseGnmiPath(each.pattern);
        if (!steps.isOk())
            continue; // the configuration has checked it already
        gnmi::Subscription& subscription = *list.add_subscription();
        for (const GnmiStep& step : steps.value()) {
            gnmi::PathElem& elem = *subscription.mutable_path()->add_elem();
            elem.set_name(step.name);
            for (const auto& [key, value] : step.keys)
                (*elem.mutable_key())[key] = value;
        }
        const bool isOnChange = each.isOnChange && manner.isOnChange;
        subscription.set_mode(isOnChange ? gnmi::ON_CHANGE : gnmi::SAMPLE);
        if (isOnChange)
            subscription.set_heartbeat_interval(static_cast<std::uint64_t>(stateHeartbeat.count()));
        else
            subscription.set_sample_interval(static_cast<std::uint64_t>(interval.count()));
    }
    return request;
}

/// The subscribed groups: those of the configuration, and a site's own leaves.
std::vector<GnmiGroup> groupsOf(const GnmiOptions& options)
{
    std::vector<GnmiGroup> groups;
    if (!options.leaves.empty()) {
        groups.push_back({"leaves", {}, options.leaves});
        for (const GnmiLeaf& leaf : options.leaves)
            groups.back().subscriptions.push_back({leaf.pattern, leaf.isChangeOnly()});
    }
    for (const GnmiGroup& group : gnmiGroups()) {
        if (std::ranges::find(options.groups, group.name) != options.groups.end())
            groups.push_back(group);
    }
    return groups;
}

std::vector<GnmiLeaf> leavesOf(const std::vector<GnmiGroup>& groups)
{
    std::vector<GnmiLeaf> leaves;
    for (const GnmiGroup& group : groups)
        leaves.insert(leaves.end(), group.leaves.begin(), group.leaves.end());
    return leaves;
}

/// A gNMI subscription to a switch or gateway: counters sampled, states on change. Each group of paths is a separate
/// call, so that a rejected path affects only its group. Calls stay open between polls and are restarted with back-off.
/// Reads at most 4 MiB per second. Owned by its poller; used on its thread, while messages arrive on gRPC's.
class GnmiTarget final : public FacilityTarget
{
public:
    explicit GnmiTarget(GnmiOptions options)
        : m_options(std::move(options)), m_ports(m_options, leavesOf(groupsOf(m_options)))
    {
        for (GnmiGroup& group : groupsOf(m_options))
            m_calls.emplace_back().group = std::move(group);
    }

    [[nodiscard]] const std::string& name() const override { return m_options.address; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override
    {
        for (Call& call : m_calls)
            call.stream.reset();
    }

private:
    struct Call
    {
        GnmiGroup group;
        std::unique_ptr<GnmiStream> stream; ///< null: to be restarted
        std::size_t manner = 0;
        unsigned failures = 0;
        SteadyClock::time_point begun;
        SteadyClock::time_point next; ///< earliest restart
        SteadyClock::time_point heard; ///< guarded by the lock
        std::string problem; ///< of the last end; empty: healthy
    };

    void begin(std::size_t index);
    [[nodiscard]] bool take(std::size_t index, std::string_view bytes);
    void review(std::size_t index);
    void end(std::size_t index, std::string problem, bool isAnswered);
    [[nodiscard]] bool isAlive(const Call& call) const { return call.stream && call.stream->state().hasAnswered; }
    [[nodiscard]] bool isAnyAlive() const
    {
        return std::ranges::any_of(m_calls, [this](const Call& call) { return isAlive(call); });
    }
    [[nodiscard]] Status beginAll();
    void await(const std::stop_token& stop);
    void readOn();
    [[nodiscard]] std::string problems() const;

    const GnmiOptions m_options;
    std::mutex m_mutex; ///< guards the following members, which gRPC's threads write
    GnmiPorts m_ports;
    TokenBucket m_credit{bytesPerSecond, creditBytes};
    std::size_t m_unreadable = 0; ///< unreadable messages
    std::condition_variable_any m_changed;
    GnmiChannel m_way;
    std::vector<Call> m_calls; ///< last member, because their reactions use all others
};

bool GnmiTarget::take(std::size_t index, std::string_view bytes)
{
    Result<GnmiMessage> message = readGnmiMessage(bytes);
    const auto now = SteadyClock::now();
    const std::scoped_lock lock(m_mutex);
    m_credit.fill(now);
    m_credit.spend(static_cast<double>(bytes.size()));
    m_calls[index].heard = now;
    if (message.isOk()) {
        m_credit.spend(bytesPerDelete * static_cast<double>(message.value().deletes.size()));
        m_ports.take(message.value(), index, now);
    } else {
        ++m_unreadable;
    }
    return m_credit.has(0);
}

void GnmiTarget::begin(std::size_t index)
{
    Call& call = m_calls[index];
    call.begun = SteadyClock::now();
    {
        const std::scoped_lock lock(m_mutex);
        call.heard = call.begun;
    }
    call.stream = std::make_unique<GnmiStream>([this, index](std::string_view bytes) { return take(index, bytes); },
                                               [this] { m_changed.notify_all(); });
    call.stream->start(m_way.channel, requestOf(call.group, manners[call.manner], m_options.interval), m_way.metadata);
}

void GnmiTarget::end(std::size_t index, std::string problem, bool isAnswered)
{
    Call& call = m_calls[index];
    call.stream.reset(); // after this no message arrives
    const auto now = SteadyClock::now();
    call.failures = isAnswered && now - call.begun > m_options.interval ? 1 : call.failures + 1;
    call.next = now + BackOff{m_options.interval, maxPause}.pauseAfter(call.failures);
    call.problem = std::move(problem);
    const std::scoped_lock lock(m_mutex);
    m_ports.forget(index);
}

/// Retries a rejected call in another form, and ends a silent one.
void GnmiTarget::review(std::size_t index)
{
    Call& call = m_calls[index];
    if (!call.stream)
        return;
    const GnmiStream::State state = call.stream->state();
    const auto now = SteadyClock::now();
    if (state.hasEnded) {
        end(index, wordsOf(state.status), state.hasAnswered);
        const bool isTried = !state.hasAnswered && isRefusal(state.status);
        call.manner = isTried ? (call.manner + 1) % manners.size() : call.manner;
        if (isTried && call.manner != 0)
            begin(index);
        return;
    }
    SteadyClock::time_point heard;
    {
        const std::scoped_lock lock(m_mutex);
        heard = call.heard;
    }
    const Duration timeout = m_options.timeout;
    if (!state.hasAnswered && now - call.begun > timeout)
        end(index, fmt::format("no answer within {} s", timeout / std::chrono::seconds(1)), false);
    else if (state.hasAnswered && now - heard > m_options.interval * 3 + timeout)
        end(index, fmt::format("no data for {} s", (now - heard) / std::chrono::seconds(1)), true);
    else if (state.hasAnswered)
        call.problem.clear();
}

Status GnmiTarget::beginAll()
{
    const auto now = SteadyClock::now();
    const bool isFirst = std::ranges::none_of(m_calls, [](const Call& call) { return call.stream != nullptr; });
    if (isFirst) {
        Result<GnmiChannel> way = openGnmiChannel(m_options);
        if (!way.isOk())
            return way.error();
        m_way = std::move(way).value();
    }
    for (std::size_t at = 0; at < m_calls.size(); ++at) {
        if (!m_calls[at].stream && (isFirst || now >= m_calls[at].next))
            begin(at);
    }
    return success();
}

/// Waits for first answers, until some calls work.
void GnmiTarget::await(const std::stop_token& stop)
{
    constexpr Duration grace = std::chrono::milliseconds(500);
    constexpr Duration step = std::chrono::milliseconds(50);
    const auto begun = SteadyClock::now();
    const bool isFirst = !isAnyAlive();
    while (!stop.stop_requested()) {
        for (std::size_t at = 0; at < m_calls.size(); ++at)
            review(at);
        const bool isOpen = std::ranges::any_of(
            m_calls, [this](const Call& call) { return call.stream != nullptr && !isAlive(call); });
        if (!isOpen || !isFirst || (isAnyAlive() && SteadyClock::now() - begun > grace))
            return;
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, step, [] { return false; });
    }
}

void GnmiTarget::readOn()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_credit.fill(SteadyClock::now());
        if (!m_credit.has(0))
            return;
    }
    for (const Call& call : m_calls) {
        if (call.stream)
            call.stream->readOn();
    }
}

std::string GnmiTarget::problems() const
{
    std::string text;
    for (const Call& call : m_calls) {
        if (!call.problem.empty())
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", call.group.name, call.problem);
    }
    return text;
}

Result<FacilityReport> GnmiTarget::poll(const std::stop_token& stop)
{
    if (const Status begun = beginAll(); !begun.isOk())
        return begun.error();
    readOn();
    await(stop);
    if (!isAnyAlive())
        return Error{stop.stop_requested() ? "stopped" : problems()};
    const std::scoped_lock lock(m_mutex);
    FacilityReport report = m_ports.report(SteadyClock::now());
    std::string note = problems();
    if (m_unreadable > 0)
        note += fmt::format("{}{} invalid gNMI messages", note.empty() ? "" : "; ", m_unreadable);
    if (!note.empty() && !report.note.empty())
        note += "; ";
    report.note.insert(0, note);
    return report;
}

} // namespace

std::unique_ptr<FacilityTarget> makeGnmiTarget(GnmiOptions options)
{
    return std::make_unique<GnmiTarget>(std::move(options));
}

} // namespace lockstep
