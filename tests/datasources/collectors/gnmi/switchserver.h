// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gnmi.grpc.pb.h"

#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep::test {

/// A gNMI switch on a loopback port, controlled by the test.
class SwitchServer final : private gnmi::gNMI::Service
{
public:
    using Stream = grpc::ServerReaderWriter<gnmi::SubscribeResponse, gnmi::SubscribeRequest>;
    /// One subscription until it returns. It checks isOver() periodically.
    struct Call
    {
        grpc::ServerContext& context;
        const gnmi::SubscribeRequest& request;
        Stream& stream;
        std::function<bool()> isOver; ///< its reader is gone, or the server ends
    };
    using Play = std::function<grpc::Status(Call&)>;

    /// @param certificate and key in PEM for TLS; empty: no encryption
    explicit SwitchServer(Play play, const std::string& certificate = {}, const std::string& key = {},
                          const std::string& clientAuthority = {});
    ~SwitchServer() override;

    [[nodiscard]] std::string address() const;
    [[nodiscard]] int calls() const { return m_calls; }
    [[nodiscard]] std::vector<gnmi::SubscribeRequest> requests() const;
    /// Of the last call.
    [[nodiscard]] std::string metadata(const std::string& key) const;
    void play(Play play);

private:
    grpc::Status Subscribe(grpc::ServerContext* context, Stream* stream) override;

    mutable std::mutex m_mutex;
    Play m_play;
    std::vector<gnmi::SubscribeRequest> m_requests;
    std::multimap<std::string, std::string> m_metadata;
    std::atomic<int> m_calls = 0;
    std::atomic<bool> m_isEnding = false;
    int m_port = 0;
    std::unique_ptr<grpc::Server> m_server;
};

/// "a/b[name=x]/c" in the message.
void setPath(gnmi::Path& path, const std::string& text);
/// Adds an update of a number or text.
void addUpdate(gnmi::SubscribeResponse& response, const std::string& path, std::uint64_t value);
void addUpdate(gnmi::SubscribeResponse& response, const std::string& path, const std::string& value);

/// A valid switch with that many ports, whose counters increase by a thousand octets every 20 ms.
[[nodiscard]] SwitchServer::Play honestSwitch(int ports);

} // namespace lockstep::test
