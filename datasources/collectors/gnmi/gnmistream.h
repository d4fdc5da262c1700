// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gnmi.pb.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/client_callback.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
