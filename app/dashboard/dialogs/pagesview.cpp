// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/pagesview.h"

#include <QPaintEvent>
#include <QPainter>

namespace lockstep {

/// Paints only the visible pages.
class PagesView::Paper : public QWidget
{
public:
    void setPages(QList<QImage> pages)
    {
        m_pages = std::move(pages);
        int width = 0;
        int height = gap;
        for (const QImage& page : m_pages) {
            width = std::max(width, qRound(page.deviceIndependentSize().width()));
            height += qRound(page.deviceIndependentSize().height()) + gap;
        }
        setFixedSize(width + 2 * gap, height);
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        int top = gap;
        for (const QImage& page : m_pages) {
            const QRect rect(QPoint(gap, top), page.deviceIndependentSize().toSize());
            if (rect.intersects(event->rect()))
                painter.drawImage(rect, page);
            top = rect.bottom() + 1 + gap;
        }
    }

private:
    static constexpr int gap = 12;
    QList<QImage> m_pages;
};

PagesView::PagesView(QWidget* parent) : QScrollArea(parent), m_paper(new Paper)
{
    setWidget(m_paper);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setAccessibleName(tr("Report preview"));
}

void PagesView::setPages(QList<QImage> pages)
{
    m_count = pages.size();
    m_paper->setPages(std::move(pages));
}

} // namespace lockstep

#include "moc_pagesview.cpp"
