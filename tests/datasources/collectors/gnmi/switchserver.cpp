// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/collectors/gnmi/switchserver.h"

#include "datasources/collectors/gnmi/gnmileaf.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <thread>

namespace lockstep::test {

SwitchServer::SwitchServer(Play play, const std::string& certificate, const std::string& key,
                           const std::string& clientAuthority)
    : m_play(std::move(play))
{
    grpc::ServerBuilder builder;
    std::shared_ptr<grpc::ServerCredentials> credentials = grpc::InsecureServerCredentials();
    if (!certificate.empty()) {
        grpc::SslServerCredentialsOptions tls(clientAuthority.empty()
                                                  ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                                                  : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
        tls.pem_root_certs = clientAuthority;
        tls.pem_key_cert_pairs.push_back({key, certificate});
        credentials = grpc::SslServerCredentials(tls);
    }
    builder.AddListeningPort("127.0.0.1:0", credentials, &m_port);
    builder.RegisterService(this);
    m_server = builder.BuildAndStart();
}

SwitchServer::~SwitchServer()
{
    m_isEnding = true;
    m_server->Shutdown(std::chrono::system_clock::now());
    m_server->Wait();
}

std::string SwitchServer::address() const
{
    return "127.0.0.1:" + std::to_string(m_port);
}

std::vector<gnmi::SubscribeRequest> SwitchServer::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

std::string SwitchServer::metadata(const std::string& key) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_metadata.find(key);
    return found == m_metadata.end() ? std::string() : found->second;
}

void SwitchServer::play(Play play)
{
    const std::scoped_lock lock(m_mutex);
    m_play = std::move(play);
}

grpc::Status SwitchServer::Subscribe(grpc::ServerContext* context, Stream* stream)
{
    gnmi::SubscribeRequest request;
    if (!stream->Read(&request))
        return grpc::Status::OK;
    Play play;
    {
        const std::scoped_lock lock(m_mutex);
        play = m_play;
        m_requests.push_back(request);
        m_metadata.clear();
        for (const auto& [key, value] : context->client_metadata())
            m_metadata.emplace(std::string(key.data(), key.size()), std::string(value.data(), value.size()));
        ++m_calls;
    }
    Call call{*context, request, *stream, [this, context] {
                  return m_isEnding || context->IsCancelled();
              }};
    return play(call);
}

void setPath(gnmi::Path& path, const std::string& text)
{
    const auto steps = parseGnmiPath(text);
    for (const GnmiStep& step : steps.value()) {
        gnmi::PathElem& elem = *path.add_elem();
        elem.set_name(step.name);
        for (const auto& [key, value] : step.keys)
            (*elem.mutable_key())[key] = value;
    }
}

void addUpdate(gnmi::SubscribeResponse& response, const std::string& path, std::uint64_t value)
{
    gnmi::Update& update = *response.mutable_update()->add_update();
    setPath(*update.mutable_path(), path);
    update.mutable_val()->set_uint_val(value);
}

void addUpdate(gnmi::SubscribeResponse& response, const std::string& path, const std::string& value)
{
    gnmi::Update& update = *response.mutable_update()->add_update();
    setPath(*update.mutable_path(), path);
    update.mutable_val()->set_string_val(value);
}

SwitchServer::Play honestSwitch(int ports)
{
    return [ports](SwitchServer::Call& call) {
        const auto interfaceOf = [](int port) {
            return "interfaces/interface[name=swp" + std::to_string(port) + "]/";
        };
        gnmi::SubscribeResponse states;
        for (int port = 1; port <= ports; ++port) {
            addUpdate(states, interfaceOf(port) + "state/oper-status", std::string("UP"));
            addUpdate(states, interfaceOf(port) + "ethernet/state/port-speed",
                      std::string("openconfig-if-ethernet:SPEED_400GB"));
        }
        call.stream.Write(states);
        gnmi::SubscribeResponse sync;
        sync.set_sync_response(true);
        call.stream.Write(sync);
        for (std::uint64_t step = 0; !call.isOver(); ++step) {
            gnmi::SubscribeResponse counters;
            counters.mutable_update()->set_timestamp(static_cast<std::int64_t>(1'000'000'000 + step * 20'000'000));
            for (int port = 1; port <= ports; ++port)
                addUpdate(counters, interfaceOf(port) + "state/counters/out-octets", step * 1000);
            if (!call.stream.Write(counters))
                break;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return grpc::Status::OK;
    };
}

} // namespace lockstep::test
