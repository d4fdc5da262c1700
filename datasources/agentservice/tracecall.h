// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/tracerecorder.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

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

} // namespace lockstep
