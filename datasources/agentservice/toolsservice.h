// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/servertoken.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/tracerecorder.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace lockstep {

/// One RecordTrace or FetchDumps call: a separate thread produces the files, and each piece waits until gRPC has sent
/// the previous one. Owns itself until gRPC and the thread have finished.
class TraceCall final : public grpc::ServerWriteReactor<v1::RecordTraceNews>
{
public:
    using Tell = std::function<bool(const TraceNews&)>; ///< false: the receiver is gone
    using Work = std::function<Status(const std::stop_token&, const Tell&)>;

    /// @param ended called once, last
    [[nodiscard]] static grpc::ServerWriteReactor<v1::RecordTraceNews>* start(Work work,
                                                                              const std::stop_token& serverEnds,
                                                                              std::function<void()> ended);
    [[nodiscard]] static grpc::ServerWriteReactor<v1::RecordTraceNews>* refuse(const grpc::Status& why);

    void OnWriteDone(bool isOk) override;
    void OnCancel() override;
    void OnDone() override;

private:
    TraceCall() = default;

    void run(const Work& work, const std::stop_token& serverEnds);
    [[nodiscard]] bool write(const TraceNews& news);

    std::stop_source m_stop;
    std::shared_ptr<TraceCall> m_self; ///< keeps it alive until gRPC has finished
    v1::RecordTraceNews m_message;
    std::mutex m_mutex;
    std::condition_variable m_written;
    bool m_isWriting = false;
    bool m_isBroken = false; ///< the reader has disconnected
};

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
