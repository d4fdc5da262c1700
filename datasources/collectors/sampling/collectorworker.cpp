// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/collectorworker.h"

#include "models/core/batch.h"

namespace lockstep {

void CollectorWorker::loop()
{
    std::unique_lock lock(mutex);
    for (;;) {
        changed.wait(lock, [this] { return isEnding || request != Request::None; });
        if (request == Request::None)
            return;
        lock.unlock();
        serve();
        lock.lock();
        request = Request::None;
        changed.notify_all();
    }
}

void CollectorWorker::serve()
{
    switch (request) {
    case Request::Detect: {
        inventory = inner->detect();
        LayoutBuilder builder({}, withPeaks);
        inner->declare(builder);
        layout = std::make_shared<const NodeLayout>(builder.finish(0));
        break;
    }
    case Request::Check:
        hasChanged = inner->hasChanged();
        break;
    case Request::SampleFast:
        budget.take([this] { inner->sampleFast(now); });
        break;
    case Request::Sample: {
        tick = NodeTick();
        tick.layout = layout;
        TickWriter writer(tick, names);
        inner->sample(now, writer);
        static_cast<void>(budget.endTick(lastSample ? now - *lastSample : Duration::max()));
        lastSample = now;
        break;
    }
    case Request::None:
        break;
    }
}

} // namespace lockstep
