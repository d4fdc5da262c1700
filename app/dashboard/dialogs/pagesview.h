// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QScrollArea>

namespace lockstep {

/// Scrollable column of page images. GUI thread.
class PagesView : public QScrollArea
{
    Q_OBJECT

public:
    explicit PagesView(QWidget* parent = nullptr);

    void setPages(QList<QImage> pages);
    [[nodiscard]] qsizetype pageCount() const { return m_count; }

private:
    class Paper;
    Paper* m_paper;
    qsizetype m_count = 0;
};

} // namespace lockstep
