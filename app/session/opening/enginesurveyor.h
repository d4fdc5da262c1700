// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/enginesurvey.h"
#include "models/core/work/latestrequest.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>

namespace lockstep {

/// Queries the metrics of a Prometheus-compatible server on its own thread; a new request replaces the previous one.
/// GUI thread; the destructor cancels the query.
class EngineSurveyor : public QObject
{
    Q_OBJECT

public:
    EngineSurveyor();
    ~EngineSurveyor() override;

    void ask(const EngineEndpoint& endpoint);
    void cancel();

Q_SIGNALS:
    void surveyed(const std::shared_ptr<const lockstep::EngineSurvey>& survey);
    void failed(const QString& message);

private:
    std::uint64_t m_order = 0;
    LatestRequest m_requests; ///< last: ends before the objects that it notifies
};

} // namespace lockstep
