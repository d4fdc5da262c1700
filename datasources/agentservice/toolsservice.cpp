// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/toolsservice.h"

#include "datasources/agentservice/admission.h"
#include "datasources/agentservice/door/connectionproxy.h"
#include "datasources/proto/wiretext.h"
#include "models/core/budget.h"

#include <utility>

namespace lockstep {

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
    const char* const refusal
        = m_recorder != nullptr ? "" : "this agent records no traces: [traces] record in its configuration allows it";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    if (!isCleanText(request->job(), budget::nameBytes) || request->duration() < TraceOrder::shortest.count()
        || request->duration() > TraceOrder::longest.count())
        return TraceCall::refuse(
            {grpc::StatusCode::INVALID_ARGUMENT, "a job and a duration of 1 ms to 60 s were expected"});
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
        : "this agent hands over no dumps: [flight_recorder] fetch in its configuration allows it";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    if (!isCleanText(request->job(), budget::nameBytes))
        return TraceCall::refuse({grpc::StatusCode::INVALID_ARGUMENT, "the name of a job was expected"});
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
