// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/renderthread.h"

#include "views3d/render/scenerenderer.h"

#include <QThread>

#include <utility>

namespace lockstep {

RenderThread::RenderThread(QObject* parent)
    : QObject(parent), m_renderer(std::make_unique<SceneRenderer>()), m_thread(QThread::create([this] { run(); }))
{
    m_renderer->moveTo(*m_thread);
    m_thread->setObjectName(QStringLiteral("hall"));
    m_thread->start();
}

RenderThread::~RenderThread()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isStopping = true;
    }
    m_wake.notify_one();
    m_thread->wait();
}

QString RenderThread::unavailableReason()
{
    return SceneRenderer::unavailableReason();
}

void RenderThread::draw(HallFrame frame)
{
    m_isBusy = true;
    {
        const std::scoped_lock lock(m_mutex);
        m_newest = std::move(frame);
    }
    m_wake.notify_one();
}

void RenderThread::drawSnapshot(HallFrame frame)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_toKeep.push_back(std::move(frame));
    }
    m_wake.notify_one();
}

std::optional<RenderThread::Order> RenderThread::nextOrder()
{
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [this] { return m_isStopping || m_newest || !m_toKeep.empty(); });
    if (m_isStopping)
        return std::nullopt;
    if (m_newest)
        return Order{*std::exchange(m_newest, std::nullopt), false};
    Order order{std::move(m_toKeep.front()), true};
    m_toKeep.pop_front();
    return order;
}

void RenderThread::run()
{
    m_renderer->start();
    while (auto order = nextOrder()) {
        const auto start = std::chrono::steady_clock::now();
        DrawnFrame drawn{std::move(order->frame), {}, {}};
        drawn.image = m_renderer->draw(drawn.frame);
        drawn.cost = std::chrono::steady_clock::now() - start;
        QMetaObject::invokeMethod(
            this, [this, drawn = std::move(drawn), isToKeep = order->isToKeep] { handOver(drawn, isToKeep); },
            Qt::QueuedConnection);
    }
    m_renderer->stop();
}

void RenderThread::handOver(const DrawnFrame& frame, bool isToKeep)
{
    if (isToKeep) {
        Q_EMIT snapshotDrawn(frame);
        return;
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_isBusy = m_newest.has_value();
    }
    Q_EMIT drawn(frame);
}

} // namespace lockstep

#include "moc_renderthread.cpp"
