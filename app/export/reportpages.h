// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"
#include "models/core/result.h"

#include <QImage>
#include <QList>

#include <stop_token>

class QIODevice;

namespace lockstep {

/// A report on paper, and what it would look like there. Both may run on any thread while a QGuiApplication lives.

/// Writes A4 pages with text that can be searched and figures as lines. An Error when asked to stop.
[[nodiscard]] Status writePdf(const Report& report, QIODevice& device, const std::stop_token& stop);

/// Pictures of the first pages, each @p width pixels wide.
[[nodiscard]] QList<QImage> previewPages(const Report& report, int width, int maxPages, const std::stop_token& stop);

} // namespace lockstep
