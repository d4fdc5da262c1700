// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <QSizeF>

#include <memory>

class QPaintDevice;
class QTextDocument;

namespace lockstep {

/// A4 in the document's unit, 1/96 inch.
constexpr QSizeF reportPage{210 / 25.4 * 96, 297 / 25.4 * 96};

/// Lays out a report on pages as its HTML describes: headings stay with the text that follows, figures are not split.
/// @param device provides the font metrics, at 96 dpi; outlives the document
[[nodiscard]] std::unique_ptr<QTextDocument> makeReportDocument(const Report& report, QPaintDevice& device);

} // namespace lockstep
