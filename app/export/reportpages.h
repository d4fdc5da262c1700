// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"
#include "models/core/result.h"

#include <QImage>
#include <QList>

#include <stop_token>

class QIODevice;

namespace lockstep {

/// A report as PDF, and as page previews. Any thread, while a QGuiApplication exists.

/// Writes A4 pages with searchable text and vector figures. An Error when cancelled.
[[nodiscard]] Status writePdf(const Report& report, QIODevice& device, const std::stop_token& stop);

/// Pictures of the first pages, each @p width pixels wide.
[[nodiscard]] QList<QImage> previewPages(const Report& report, int width, int maxPages, const std::stop_token& stop);

} // namespace lockstep
