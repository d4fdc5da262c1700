// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/toolsservice.h"

#include "datasources/agentservice/admission.h"
#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/proto/wiretext.h"
#include "models/core/budget.h"

#include <thread>
#include <utility>

namespace lockstep {

namespace {

grpc::Status statusOf(const Status& recorded)
{
    return recorded.isOk()
        ? grpc::Status::OK
        : grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, cleanText(recorded.error().message, budget::textBytes));
}

} // namespace

grpc::ServerWriteReactor<v1::RecordTraceNews>* TraceCall::start(Work work, const std::stop_token& serverEnds,
                                                                std::function<void()> ended)
{
    std::shared_ptr<TraceCall> call(new TraceCall());
    call->m_self = call;
    // gRPC's threads must not wait for it; the service waits for its end.
    std::thread([call = call, work = std::move(work), serverEnds, ended = std::move(ended)]() mutable {
        call->run(work, serverEnds);
        call.reset();
        ended();
    }).detach();
    return call.get();
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* TraceCall::refuse(const grpc::Status& why)
{
    const std::shared_ptr<TraceCall> call(new TraceCall());
    call->m_self = call;
    call->Finish(why);
    return call.get();
}

void TraceCall::run(const Work& work, const std::stop_token& serverEnds)
{
    const std::stop_callback ends(serverEnds, [this] { m_stop.request_stop(); });
    const Status done = work(m_stop.get_token(), [this](const TraceNews& news) { return write(news); });
    {
        std::unique_lock lock(m_mutex);
        m_written.wait(lock, [this] { return !m_isWriting; });
    }
    Finish(statusOf(done));
}

bool TraceCall::write(const TraceNews& news)
{
    std::unique_lock lock(m_mutex);
    m_written.wait(lock, [this] { return !m_isWriting; });
    if (m_isBroken)
        return false;
    m_message.Clear();
    if (!news.progress.empty())
        m_message.set_progress(cleanText(news.progress, budget::textBytes));
    m_message.set_file(news.file);
    m_message.set_content(news.bytes.data(), news.bytes.size());
    m_message.set_is_end(news.isEnd);
    m_isWriting = true;
    lock.unlock();
    StartWrite(&m_message);
    return true;
}

void TraceCall::OnWriteDone(bool isOk)
{
    const std::scoped_lock lock(m_mutex);
    m_isWriting = false;
    m_isBroken = m_isBroken || !isOk;
    m_written.notify_all();
}

void TraceCall::OnCancel()
{
    m_stop.request_stop();
}

void TraceCall::OnDone()
{
    const std::shared_ptr<TraceCall> last = std::exchange(m_self, nullptr);
}

ToolsService::~ToolsService()
{
    endAll();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_calls == 0; });
}

void ToolsService::endAll()
{
    m_stop.request_stop();
}

grpc::Status ToolsService::admit(const grpc::CallbackServerContext& context, const char* refusal) const
{
    if (const grpc::Status admission = admitCall(context, m_token, m_limiter); !admission.ok())
        return admission;
    const bool isAllowed = *refusal == '\0';
    return isAllowed ? grpc::Status::OK : grpc::Status(grpc::StatusCode::PERMISSION_DENIED, refusal);
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::RecordTrace(grpc::CallbackServerContext* context,
                                                                         const v1::RecordTraceRequest* request)
{
    const char* const refusal = m_recorder != nullptr
        ? ""
        : "this agent does not record traces; set [traces] record = true in its configuration";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    if (!isCleanText(request->job(), budget::nameBytes) || request->duration() < TraceOrder::shortest.count()
        || request->duration() > TraceOrder::longest.count())
        return TraceCall::refuse({grpc::StatusCode::INVALID_ARGUMENT, "expected a job and a duration of 1 ms to 60 s"});
    const TraceOrder order{request->job(), Duration(request->duration())};
    return start(*context, [this, order](const std::stop_token& stop, const TraceCall::Tell& tell) {
        return m_recorder->record(order, stop, tell);
    });
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::FetchDumps(grpc::CallbackServerContext* context,
                                                                        const v1::FetchDumpsRequest* request)
{
    const char* const refusal = m_dumps != nullptr
        ? ""
        : "this agent does not send dumps; set [flight_recorder] fetch = true in its configuration";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    if (!isCleanText(request->job(), budget::nameBytes))
        return TraceCall::refuse({grpc::StatusCode::INVALID_ARGUMENT, "expected the name of a job"});
    return start(*context, [this, job = request->job()](const std::stop_token& stop, const TraceCall::Tell& tell) {
        return m_dumps->fetch(job, stop, tell);
    });
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::start(const grpc::CallbackServerContext& context,
                                                                   TraceCall::Work work)
{
    ConnectionLimiter::ConnectionPtr connection;
    if (const std::string refusal = begin(context.peer(), connection); !refusal.empty())
        return TraceCall::refuse({grpc::StatusCode::RESOURCE_EXHAUSTED, refusal});
    return TraceCall::start(std::move(work), m_stop.get_token(), [this, connection] { ended(connection); });
}

std::string ToolsService::begin(const std::string& peer, ConnectionLimiter::ConnectionPtr& connection)
{
    const std::scoped_lock lock(m_mutex);
    if (m_calls >= maxCalls || m_stop.stop_requested())
        return "too many trace requests at once";
    std::string refusal
        = m_limiter.streamBegins(ConnectionProxy::keyOf(peer), connection, std::chrono::steady_clock::now());
    m_calls += refusal.empty() ? 1 : 0;
    return refusal;
}

void ToolsService::ended(const ConnectionLimiter::ConnectionPtr& connection)
{
    m_limiter.streamEnds(connection, std::chrono::steady_clock::now());
    const std::scoped_lock lock(m_mutex);
    --m_calls;
    m_changed.notify_all();
}

} // namespace lockstep
