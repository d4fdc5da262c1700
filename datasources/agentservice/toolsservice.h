// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/door/guestlist.h"
#include "datasources/agentservice/servertoken.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/tracerecorder.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>

namespace lockstep {

/// v1.NodeTools: what may be asked of a node beside reading it, by whoever shows the token. Owned by the server; works
/// on gRPC's threads, and each recording on one of its own.
class ToolsService final : public v1::NodeTools::CallbackService
{
public:
    /// @param recorder null: nothing is allowed
    ToolsService(TraceRecorder* recorder, const ServerToken& token, GuestList& guests)
        : m_recorder(recorder), m_token(token), m_guests(guests)
    { }
    ~ToolsService() override; ///< waits for calls under way

    void endAll();

    grpc::ServerWriteReactor<v1::RecordTraceNews>* RecordTrace(grpc::CallbackServerContext* context,
                                                               const v1::RecordTraceRequest* request) override;

private:
    static constexpr std::size_t mostCalls = 4; ///< of which the recorder refuses all but one, in words

    [[nodiscard]] grpc::Status admit(const grpc::CallbackServerContext& context) const;
    /// Counts a call as a stream of its guest: a connection without one is closed. Else says why not.
    [[nodiscard]] std::string begin(const std::string& peer, GuestList::GuestPtr& guest);
    void ended(const GuestList::GuestPtr& guest);

    TraceRecorder* m_recorder;
    const ServerToken& m_token;
    GuestList& m_guests;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_calls = 0;
};

} // namespace lockstep
