// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/drawingobject.h"
#include "datasources/reports/report.h"

#include <QTextCursor>

#include <cstddef>
#include <map>
#include <string>

class QTextTable;

namespace lockstep {

/// Appends the blocks of a report to a document. GUI thread; lives while the document is built.
class BlockLayout
{
public:
    /// @param width of a line, in pixels of the page
    BlockLayout(QTextDocument& document, double width)
        : m_cursor(&document), m_objects(new DrawingObject(document, width))
    { }

    void title(const Report& report);
    void colophon(const std::string& text);

    void operator()(const ReportHeading& heading);
    void operator()(const ReportParagraph& paragraph);
    void operator()(const ReportNotice& notice);
    void operator()(const ReportList& list);
    void operator()(const ReportTable& table);
    void operator()(const ReportFigure& figure) { captioned(figure.caption, figure.drawing); }
    void operator()(const ReportPicture& picture);

    /// Moves the rows from @p row on to another table, on the next page.
    void split(QTextTable& table, int row);

private:
    void insertRows(const ReportTable& source, std::size_t firstRow);
    void begin(double above, double below, const QTextCharFormat& format);
    void line(const ReportLine& line);
    void captioned(const std::string& caption, DrawingObject::Content content);
    QTextTable* insertTable(int rows, int columns);
    void cell(QTextTable& table, int row, int column, const QString& text, const QTextCharFormat& format,
              Qt::Alignment alignment = Qt::AlignLeft);

    /// Part of a table of the report.
    struct TablePart
    {
        const ReportTable* source;
        std::size_t firstRow;
    };

    QTextCursor m_cursor;
    std::map<const QTextTable*, TablePart> m_tables;
    DrawingObject* m_objects; ///< the document's
    qint64 m_pixelsLeft = 200'000'000; ///< of all pictures: twenty of a large screen
    bool m_isEmpty = true;
};

} // namespace lockstep
