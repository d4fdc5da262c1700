// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"
#include "models/core/result.h"

#include <QImage>
#include <QList>
#include <QSizeF>

#include <memory>
#include <stop_token>

class QIODevice;
class QPaintDevice;
class QTextDocument;

namespace lockstep {

/// A4 in the document's unit, 1/96 inch.
constexpr QSizeF reportPage{210 / 25.4 * 96, 297 / 25.4 * 96};

/// Lays out a report on pages as its HTML describes: headings stay with the text that follows, figures are not split.
/// @param device provides the font metrics, at 96 dpi; outlives the document
[[nodiscard]] std::unique_ptr<QTextDocument> makeReportDocument(const Report& report, QPaintDevice& device);

/// A report as PDF, and as page previews. Any thread, while a QGuiApplication exists.

/// Writes A4 pages with searchable text and vector figures. An Error when cancelled.
[[nodiscard]] Status writePdf(const Report& report, QIODevice& device, const std::stop_token& stop);

/// Pictures of the first pages, each @p width pixels wide.
[[nodiscard]] QList<QImage> previewPages(const Report& report, int width, int maxPages, const std::stop_token& stop);

} // namespace lockstep
