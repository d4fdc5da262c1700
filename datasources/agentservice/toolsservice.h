// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/door/connectionlimiter.h"
#include "datasources/agentservice/servertoken.h"
#include "datasources/agentservice/tracecall.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/dumpsource.h"
#include "models/core/tracerecorder.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>

namespace lockstep {

/// v1.NodeTools: requests other than reading telemetry, for callers with the token. Owned by the server; works on
/// gRPC's threads, and a separate thread for each recording.
class ToolsService final : public v1::NodeTools::CallbackService
{
public:
    /// @param recorder null: recording is not allowed  @param dumps null: fetching is not allowed
    ToolsService(TraceRecorder* recorder, const DumpSource* dumps, const ServerToken& token, ConnectionLimiter& limiter)
        : m_recorder(recorder), m_dumps(dumps), m_token(token), m_limiter(limiter)
    { }
    ~ToolsService() override; ///< waits for calls in progress

    void endAll();

    grpc::ServerWriteReactor<v1::RecordTraceNews>* RecordTrace(grpc::CallbackServerContext* context,
                                                               const v1::RecordTraceRequest* request) override;
    grpc::ServerWriteReactor<v1::RecordTraceNews>* FetchDumps(grpc::CallbackServerContext* context,
                                                              const v1::FetchDumpsRequest* request) override;

private:
    static constexpr std::size_t maxCalls = 4; ///< of which the recorder rejects all but one with a message

    /// @param refusal reason if it is not allowed; empty: allowed
    [[nodiscard]] grpc::Status admit(const grpc::CallbackServerContext& context, const char* refusal) const;
    [[nodiscard]] grpc::ServerWriteReactor<v1::RecordTraceNews>* start(const grpc::CallbackServerContext& context,
                                                                       TraceCall::Work work);
    /// Counts a call as a stream of its connection. @return reason for rejection; empty: accepted
    [[nodiscard]] std::string begin(const std::string& peer, ConnectionLimiter::ConnectionPtr& connection);
    void ended(const ConnectionLimiter::ConnectionPtr& connection);

    TraceRecorder* m_recorder;
    const DumpSource* m_dumps;
    const ServerToken& m_token;
    ConnectionLimiter& m_limiter;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_calls = 0;
};

} // namespace lockstep
