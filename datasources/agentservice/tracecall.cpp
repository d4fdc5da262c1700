// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/tracecall.h"

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

} // namespace lockstep
