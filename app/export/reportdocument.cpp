// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/reportdocument.h"

#include "app/export/blocklayout.h"

#include <QAbstractTextDocumentLayout>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>

namespace lockstep {

namespace {

constexpr double margin = 18 / 25.4 * 96;

/// A caption at the foot of a page moves on with its figure, a heading with what it is the heading of.
void keepTogether(QTextDocument& document)
{
    const auto* const layout = document.documentLayout();
    const double height = document.pageSize().height();
    const auto pageOf = [height](double y) {
        return static_cast<int>(y / height);
    };
    // A block may begin at the foot of a page on which it has no line.
    const auto topOf = [layout](const QTextBlock& block) {
        const double top = layout->blockBoundingRect(block).top();
        return block.layout()->lineCount() > 0 ? top + block.layout()->lineAt(0).y() : top;
    };
    const auto isHeading = [](const QTextBlock& block) {
        return block.isValid() && block.blockFormat().headingLevel() > 0;
    };
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QRectF rect = layout->blockBoundingRect(block);
        const bool isTorn
            = block.blockFormat().nonBreakableLines() && pageOf(rect.top() + 1) != pageOf(rect.bottom() - 1);
        const QTextBlock before = block.previous();
        const bool isLeft = isHeading(before) && pageOf(topOf(before) + 1) != pageOf(topOf(block) + 1);
        if (!isTorn && !isLeft)
            continue;
        const QTextBlock first = isHeading(before) ? before : block;
        QTextBlockFormat format = first.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(first).setBlockFormat(format);
    }
}

} // namespace

std::unique_ptr<QTextDocument> makeReportDocument(const Report& report, QPaintDevice& device)
{
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
    // As one edit: otherwise each cell of a table lays all of it out anew.
    QTextCursor whole(document.get());
    whole.beginEditBlock();
    BlockLayout layout(*document, reportPage.width() - 2 * margin);
    layout.title(report);
    for (const ReportBlock& block : report.blocks)
        std::visit(layout, block);
    layout.colophon(report.colophon);
    whole.endEditBlock();
    keepTogether(*document);
    return document;
}

} // namespace lockstep
