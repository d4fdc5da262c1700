// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chartadapter.h"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

namespace lockstep {

namespace {

constexpr double lineWidth = 1.5;
constexpr double baselineWidth = 1;
constexpr std::size_t maxSeries
    = 48; ///< each series is expensive in Qt Charts, so further polylines are painted directly

QPen penOf(const ChartLine& line)
{
    return line.isBaseline ? QPen(line.colour, baselineWidth, Qt::DashLine) : QPen(line.colour, lineWidth);
}

} // namespace

struct ChartAdapter::Private
{
    Private();

    void showLines(const ChartPicture& picture);
    void showBands(const ChartPicture& picture);
    void paintRest(QPainter& painter, const ChartPicture& picture) const;
    QLineSeries& lineAt(std::size_t index);
    QAreaSeries& bandAt(std::size_t index);
    void attach(QAbstractSeries& series);

    QGraphicsScene scene;
    QChart* chart; ///< owned by the scene; series and axes are owned by the chart
    QValueAxis* across;
    QValueAxis* up;
    std::vector<QLineSeries*> lines;
    std::vector<QAreaSeries*> bands;
    ChartPicture shown;
    double shownRatio = 0;
    QPixmap pixmap;
    std::uint64_t drawCount = 0;
};

ChartAdapter::Private::Private() : chart(new QChart), across(new QValueAxis), up(new QValueAxis)
{
    scene.addItem(chart);
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setMargins({});
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->addAxis(across, Qt::AlignBottom);
    chart->addAxis(up, Qt::AlignLeft);
    for (QValueAxis* axis : {across, up})
        axis->setVisible(false);
}

void ChartAdapter::Private::attach(QAbstractSeries& series)
{
    chart->addSeries(&series);
    series.attachAxis(across);
    series.attachAxis(up);
}

QLineSeries& ChartAdapter::Private::lineAt(std::size_t index)
{
    while (lines.size() <= index) {
        lines.push_back(new QLineSeries);
        attach(*lines.back());
    }
    return *lines[index];
}

QAreaSeries& ChartAdapter::Private::bandAt(std::size_t index)
{
    while (bands.size() <= index) {
        auto* band = new QAreaSeries(new QLineSeries, new QLineSeries);
        band->upperSeries()->setParent(band);
        band->lowerSeries()->setParent(band);
        bands.push_back(band);
        attach(*band);
    }
    return *bands[index];
}

void ChartAdapter::Private::showLines(const ChartPicture& picture)
{
    std::size_t used = 0;
    for (const ChartLine& line : picture.lines) {
        for (const ChartStretch& stretch : line.stretches) {
            if (used == maxSeries)
                return;
            QLineSeries& series = lineAt(used++);
            series.setPen(penOf(line));
            series.replace(stretch);
            series.show();
        }
    }
    for (; used < lines.size(); ++used)
        lines[used]->hide();
}

void ChartAdapter::Private::showBands(const ChartPicture& picture)
{
    std::size_t used = 0;
    for (const ChartBand& band : picture.bands) {
        QAreaSeries& series = bandAt(used++);
        series.setPen(Qt::NoPen);
        series.setBrush(band.colour);
        series.lowerSeries()->replace(band.lower);
        series.upperSeries()->replace(band.upper);
        series.show();
    }
    for (; used < bands.size(); ++used)
        bands[used]->hide();
}

void ChartAdapter::Private::paintRest(QPainter& painter, const ChartPicture& picture) const
{
    const double scale = picture.height / (picture.high - picture.low);
    std::size_t index = 0;
    for (const ChartLine& line : picture.lines) {
        painter.setPen(penOf(line));
        for (const ChartStretch& stretch : line.stretches) {
            if (index++ < maxSeries)
                continue;
            QPolygonF points(stretch);
            for (QPointF& point : points)
                point.ry() = (picture.high - point.y()) * scale;
            painter.drawPolyline(points);
        }
    }
}

ChartAdapter::ChartAdapter() : m_private(std::make_unique<Private>()) { }

ChartAdapter::~ChartAdapter() = default;
ChartAdapter::ChartAdapter(ChartAdapter&&) noexcept = default;

std::uint64_t ChartAdapter::drawCount() const
{
    return m_private->drawCount;
}

const QPixmap& ChartAdapter::draw(const ChartPicture& picture, double devicePixelRatio)
{
    Private& p = *m_private;
    if (picture == p.shown && devicePixelRatio == p.shownRatio)
        return p.pixmap;
    const QSizeF size(picture.width, picture.height);
    const QSize pixels = (size * devicePixelRatio).toSize();
    p.shown = picture;
    p.shownRatio = devicePixelRatio;
    p.pixmap = QPixmap(pixels);
    if (pixels.isEmpty())
        return p.pixmap;
    ++p.drawCount;
    p.scene.setSceneRect(QRectF(QPointF(), size));
    p.chart->setGeometry(QRectF(QPointF(), size));
    p.chart->setPlotArea(QRectF(QPointF(), size));
    p.across->setRange(0, picture.width);
    p.up->setRange(picture.low, picture.high);
    p.showBands(picture);
    p.showLines(picture);

    p.pixmap.fill(Qt::transparent);
    p.pixmap.setDevicePixelRatio(devicePixelRatio);
    QPainter painter(&p.pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    p.scene.render(&painter, QRectF(QPointF(), size), QRectF(QPointF(), size), Qt::IgnoreAspectRatio);
    p.paintRest(painter, picture);
    return p.pixmap;
}

} // namespace lockstep
