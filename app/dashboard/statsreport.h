// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QString>

#include <chrono>

namespace lockstep {

class Composition;

/// What --stats-json writes: {"frames","frame_ms":{"p50","p95","p99"},"first_data_frame_s","batches","samples",
/// "dropped_batches","gaps","sample_to_pixel_ms":{"p50","p99"},"cpu_s","wall_s","rss_mb"}. A value that was never
/// measured (no data frame was painted) is null. @param processStart when main() began
[[nodiscard]] QByteArray statsReport(const Composition& composition,
                                     std::chrono::steady_clock::time_point processStart);

/// Writes it to a file; the error names the file.
[[nodiscard]] Status writeStatsReport(const QString& path, const QByteArray& report);

} // namespace lockstep
