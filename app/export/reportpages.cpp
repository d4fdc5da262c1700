// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/reportpages.h"

#include "app/export/blocklayout.h"
#include "app/export/pagebreaks.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QPainter>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>

#include <algorithm>
#include <variant>

namespace lockstep {

std::unique_ptr<QTextDocument> makeReportDocument(const Report& report, QPaintDevice& device)
{
    constexpr double margin = 18 / 25.4 * 96;
    auto document = std::make_unique<QTextDocument>();
    document->setUndoRedoEnabled(false);
    document->documentLayout()->setPaintDevice(&device);
    QFont font(QStringLiteral("sans-serif"));
    font.setHintingPreference(QFont::PreferNoHinting);
    document->setDefaultFont(font);
    document->setPageSize(reportPage);
    QTextFrameFormat frame = document->rootFrame()->frameFormat();
    frame.setMargin(margin);
    document->rootFrame()->setFrameFormat(frame);
    // One edit block: otherwise each table cell triggers a new layout.
    QTextCursor whole(document.get());
    whole.beginEditBlock();
    BlockLayout layout(*document, reportPage.width() - 2 * margin);
    for (const ReportBlock& block : report.head)
        std::visit(layout, block);
    layout.title(report);
    for (const ReportBlock& block : report.blocks)
        std::visit(layout, block);
    layout.colophon(report.colophon);
    whole.endEditBlock();
    PageBreaks(*document, layout).place();
    return document;
}

namespace {

constexpr int dotsPerInch = 96;
constexpr double footHeight = 30;

/// Paint device that measures text at 96 dpi, independent of any screen.
QImage makeGauge()
{
    QImage gauge(1, 1, QImage::Format_RGB32);
    gauge.setDotsPerMeterX(qRound(dotsPerInch / 0.0254));
    gauge.setDotsPerMeterY(qRound(dotsPerInch / 0.0254));
    return gauge;
}

void paintPage(QPainter& painter, QTextDocument& document, const QString& title, int page)
{
    painter.save();
    painter.setClipRect(QRectF(QPointF(0, 0), reportPage));
    painter.translate(0, -page * reportPage.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, QColor(0x1B, 0x20, 0x26));
    context.clip = QRectF(QPointF(0, page * reportPage.height()), reportPage);
    document.documentLayout()->draw(&painter, context);
    painter.restore();

    QFont font(QStringLiteral("sans-serif"));
    font.setPixelSize(11);
    painter.setFont(font);
    painter.setPen(QColor(0x5B, 0x65, 0x70));
    const QRectF foot(68, reportPage.height() - 56, reportPage.width() - 136, footHeight);
    const QString number = QStringLiteral("%1 / %2").arg(page + 1).arg(document.pageCount());
    const QFontMetricsF metrics(font);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, number);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title, Qt::ElideRight, foot.width() - 80));
}

} // namespace

Status writePdf(const Report& report, QIODevice& device, const std::stop_token& stop)
{
    QImage gauge = makeGauge();
    const auto document = makeReportDocument(report, gauge);
    const QString title = QString::fromStdString(report.title);
    QPdfWriter writer(&device);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({});
    writer.setResolution(1200);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Lockstep " LOCKSTEP_VERSION));
    QPainter painter;
    if (!painter.begin(&writer))
        return Error{"cannot create the PDF"};
    painter.scale(1200.0 / dotsPerInch, 1200.0 / dotsPerInch);
    for (int page = 0; page < document->pageCount(); ++page) {
        if (stop.stop_requested())
            return Error{"the export was cancelled"};
        if (page > 0)
            writer.newPage();
        paintPage(painter, *document, title, page);
    }
    return painter.end() ? success() : Status(Error{"cannot write the PDF"});
}

QList<QImage> previewPages(const Report& report, int width, int maxPages, const std::stop_token& stop)
{
    QImage gauge = makeGauge();
    const auto document = makeReportDocument(report, gauge);
    const double scale = width / reportPage.width();
    QList<QImage> pages;
    for (int page = 0; page < std::min(maxPages, document->pageCount()) && !stop.stop_requested(); ++page) {
        QImage image(width, qRound(reportPage.height() * scale), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(scale, scale);
        paintPage(painter, *document, QString::fromStdString(report.title), page);
        painter.end();
        pages.append(std::move(image));
    }
    return pages;
}

} // namespace lockstep
