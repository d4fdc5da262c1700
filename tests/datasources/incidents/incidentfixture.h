// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/incidentdatabase.h"
#include "models/incidents/evidence.h"
#include "tests/models/incidents/sampleincident.h"

#include <QTemporaryDir>
#include <QTest>

namespace lockstep::test {

/// The value of a Result that must be valid; otherwise the test fails with its message.
template <class T>
T must(Result<T> result)
{
    if (!result.isOk())
        qFatal("%s", result.error().message.c_str());
    return std::move(result).value();
}

inline std::string pathIn(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(QString::fromLatin1(name)).toStdString();
}

/// Contains each kind of evidence, with some data missing.
inline Evidence sampleEvidence()
{
    MetricDescriptor temperature;
    temperature.name = "gpu.temperature";
    temperature.title = "GPU temperature";
    temperature.unit = Unit::Celsius;
    temperature.entityKind = EntityKind::Gpu;
    temperature.direction = Direction::HighIsBad;
    temperature.warning = 83.0F;
    temperature.critical = 87.0F;

    Evidence evidence;
    evidence.cluster = "demo";
    evidence.source = "live state";
    evidence.version = "0.1.0";
    evidence.gathered = incidentStart + std::chrono::hours(1);
    evidence.range = {incidentStart, incidentStart + std::chrono::minutes(12)};
    evidence.tickPeriod = std::chrono::seconds(1);
    evidence.clockUncertainty = std::chrono::microseconds(180);
    const EntityName gpu{EntityKind::Gpu, "A1 / node-17 / gpu3"};
    EvidenceSeries series{temperature, gpu, incidentStart, std::chrono::seconds(1), {}};
    for (int i = 0; i < 720; ++i)
        series.values.push_back(i >= 200 && i < 230 ? noData : 60.0F + static_cast<float>(i % 97) / 4);
    evidence.series.push_back(series);

    EvidenceHeat heat;
    heat.metric = temperature;
    heat.from = incidentStart;
    heat.step = std::chrono::seconds(6);
    heat.columns = 120;
    for (int row = 0; row < 16; ++row) {
        const std::string node = "A1 / node-" + std::to_string(row);
        heat.rows.push_back({node + " / gpu0", node + (row == 3 ? " / gpu7" : " / gpu0")});
        for (int column = 0; column < 120; ++column)
            heat.values.push_back(row == 3 && column < 9 ? noData : static_cast<float>(60 + (row * column) % 25));
    }
    heat.reduction = "maximum of each cell";
    heat.low = 60;
    heat.high = 85;
    heat.scaleChoice = "1st to 99th percentile in view";
    heat.colours = {0x000004, 0x781C6D, 0xED6925, 0xFCFFA4};
    evidence.heats.push_back(heat);

    for (std::uint32_t i = 0; i < 20; ++i) {
        EvidenceSpan span{
            gpu, "rank 3", "all_reduce", "dp0", i % 2 == 0 ? SpanKind::Wait : SpanKind::Compute, {}, {}, 3,
            i,   i,        1 << 20};
        span.start = incidentStart + std::chrono::milliseconds(400 * i);
        span.end = span.start + std::chrono::milliseconds(350);
        evidence.spans.push_back(span);
    }
    evidence.events = {{incidentStart + std::chrono::seconds(30), Severity::Warning, gpu, "gpu.thermal",
                        "Slowdown <began> & went on", 3}};
    evidence.gaps = {{{EntityKind::Node, "A1 / node-3"},
                      {incidentStart + std::chrono::seconds(200), incidentStart + std::chrono::seconds(230)},
                      30,
                      "agent restarted"}};
    return evidence;
}

} // namespace lockstep::test
