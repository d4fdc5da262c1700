// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/gnmi/gnmistream.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/slice.h>

namespace lockstep {

namespace {

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

} // namespace

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

} // namespace lockstep
