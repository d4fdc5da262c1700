// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/mappingfile.h"
#include "datasources/exporters/seriesplace.h"
#include "datasources/prometheus/prometheusengine.h"
#include "models/core/metrics/metricnames.h"

#include <cstdint>

/// Answers of an engine of metrics, and a site's mapping.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    ScrapedMetric metric;
    metric.metric = std::string(metrics::gpu::temperature);
    std::string key;
    (void)readAnswer(text, [&](LabelViews labels, std::span<const EngineSample>) {
        seriesKey(labels, key);
        (void)placeOfSeries(metric, labels, {});
    });
    (void)readTexts(text, [](std::string_view) {});
    (void)parseMapping(text, "fuzz");
    return 0;
}
