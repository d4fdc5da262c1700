// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/enginesurveyor.h"

#include <utility>

namespace lockstep {

EngineSurveyor::EngineSurveyor() = default;
EngineSurveyor::~EngineSurveyor() = default;

void EngineSurveyor::ask(const EngineEndpoint& endpoint)
{
    const std::uint64_t order = ++m_order;
    m_requests.ask([this, endpoint, order](const std::stop_token& stop) {
        auto survey = std::make_shared<Result<EngineSurvey>>(surveyEngine(endpoint, wallClockNow(), stop));
        if (stop.stop_requested())
            return;
        const auto tell = [this, survey, order] {
            if (order != m_order)
                return;
            if (survey->isOk())
                Q_EMIT surveyed(std::make_shared<const EngineSurvey>(std::move(*survey).value()));
            else
                Q_EMIT failed(QString::fromStdString(survey->error().message));
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
}

void EngineSurveyor::cancel()
{
    ++m_order;
    m_requests.cancel();
}

} // namespace lockstep

#include "moc_enginesurveyor.cpp"
