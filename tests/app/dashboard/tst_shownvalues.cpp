// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/session/recordingsession.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/common/text.h"
#include "widgets/heatmap/heatcanvas.h"
#include "widgets/panels/header/headerfigures.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace lockstep;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t firstScrape = 1'700'000'000; ///< Unix time
constexpr int scrapes = 24;
constexpr std::size_t gpus = 8;

/// The page of a real dcgm-exporter, as scraped once per second: each value grows from scrape to scrape. Parsed without
/// the code under test.
struct GrowingPage
{
    using Values = std::array<double, gpus>; ///< by GPU

    explicit GrowingPage(const QByteArray& page)
    {
        static const QRegularExpression sample(
            QStringLiteral("^(DCGM_FI_DEV_(?:GPU_TEMP|POWER_USAGE))\\{gpu=\"(\\d)\".*\\}\\s+(\\S+)$"));
        for (const QByteArray& line : page.split('\n')) {
            const QRegularExpressionMatch match = sample.match(QString::fromUtf8(line.trimmed()));
            if (!match.hasMatch())
                continue;
            const std::size_t gpu = match.captured(2).toUInt();
            const bool isPower = match.captured(1).endsWith(u"POWER_USAGE");
            (isPower ? power : temperature)[gpu] = match.captured(3).toDouble();
            const QByteArray name = line.left(line.lastIndexOf('}') + 1);
            for (int scrape = 0; scrape < scrapes; ++scrape)
                lines[scrape] += name + ' ' + QByteArray::number(at(isPower, gpu, scrape), 'g', 17) + ' '
                    + QByteArray::number(qint64{firstScrape + scrape}) + '\n';
        }
    }

    [[nodiscard]] double at(bool isPower, std::size_t gpu, int scrape) const
    {
        // A different one is the hottest each time.
        return isPower ? power[gpu] + 12.5 * scrape * static_cast<double>(gpu + 1)
                       : temperature[gpu] + (scrape % static_cast<int>(gpus) == static_cast<int>(gpu) ? 40 : 0);
    }

    Values power{};
    Values temperature{};
    std::map<int, QByteArray> lines; ///< by scrape
};

} // namespace

/// The header and the heatmap show the values that the imported page has for that moment.
class TestShownValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const QDir data(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/../shared/data/dcgm_exporter"_s);
        QFile real(data.filePath(u"h100_node1_dcgm_sampled.prom.txt"_s));
        if (!real.open(QIODevice::ReadOnly))
            QSKIP("the real DCGM scrape is not here");
        m_page.emplace(real.readAll());
        QFile file(m_folder.filePath(u"page.prom"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const auto& [scrape, text] : m_page->lines)
            file.write(text);
        file.close();
        const std::string out = m_folder.filePath(u"recording"_s).toStdString();
        const CommandResult imported
            = importRecording(std::vector<std::string>{file.fileName().toStdString(), "--out", out});
        QVERIFY2(imported.exitCode == 0, imported.err.c_str());
        Result<OpenedRecording> opened = openForReplay(QString::fromStdString(out));
        QVERIFY(opened.isOk());
        m_session = std::make_unique<RecordingSession>(std::chrono::minutes(10), std::move(opened).value());
        m_session->begin();
    }

    void theHeaderShowsThePage()
    {
        for (const int scrape : {0, 5, 13, scrapes - 1}) {
            const TimePoint moment = goTo(scrape);
            const std::vector<HeaderFigure> figures = headerFigures(
                m_session->cluster().store(), nullptr, {.isFollowing = false, .cursor = moment, .now = moment});
            double hottest = 0;
            double power = 0;
            for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
                hottest = std::max(hottest, m_page->at(false, gpu, scrape));
                double sum = 0;
                const int from = std::max(scrape - 9, 0); // the mean of its last 10 s
                for (int each = from; each <= scrape; ++each)
                    sum += m_page->at(true, gpu, each);
                power += sum / (scrape - from + 1);
            }
            QCOMPARE(shownBy(figures, u"Hottest GPU"_s), quantityText(hottest, Unit::Celsius));
            QCOMPARE(shownBy(figures, u"GPU power"_s), quantityText(power, Unit::Watt));
        }
    }

    void theHeatmapShowsThePage_data()
    {
        QTest::addColumn<QString>("metric");
        QTest::newRow("temperature") << QString::fromLatin1(metrics::gpu::temperature);
        QTest::newRow("power") << QString::fromLatin1(metrics::gpu::power);
    }

    void theHeatmapShowsThePage()
    {
        QFETCH(QString, metric);
        const ClusterStore& store = m_session->cluster().store();
        const MetricId id = store.metrics().find(metric.toStdString());
        QVERIFY(id.isValid());
        const bool isPower = metric == QLatin1String(metrics::gpu::power);
        HeatCanvas canvas({m_session->cluster(), m_session->time(), m_selection, m_theme, m_frames});
        canvas.setMetric(id);
        canvas.resize(1200, 400);
        canvas.show();
        int compared = 0;
        for (const int scrape : {2, 11, scrapes - 1}) {
            (void)goTo(scrape);
            paint(canvas);
            for (std::size_t row = 0; row < gpus; ++row) {
                const auto gpu = gpuOf(canvas, row);
                QVERIFY(gpu);
                const QString expected
                    = valueText(store.metrics().descriptor(id), float(m_page->at(isPower, *gpu, scrape)));
                const auto isShown = [&] {
                    paint(canvas);
                    return canvas.content().rowNote(store, row) == expected;
                };
                QTRY_VERIFY2(isShown(),
                             qPrintable(canvas.content().rowNote(store, row) + u" instead of "_s + expected));
            }
            compared += compareCells(canvas, isPower);
        }
        QCOMPARE(compared, 3 * scrapes * static_cast<int>(gpus));
    }

private:
    TimePoint goTo(int scrape)
    {
        const TimePoint moment{std::chrono::seconds(firstScrape + scrape)};
        m_session->time().setRange(
            {TimePoint(std::chrono::seconds(firstScrape)), TimePoint(std::chrono::seconds(firstScrape + scrapes))});
        m_session->time().setCursor(moment);
        const ClusterStore& store = m_session->cluster().store();
        for (int each = 0; each < scrapes; ++each) {
            for (const char* metric : {metrics::gpu::temperature, metrics::gpu::power})
                (void)store.column(store.metrics().find(metric), tickOf(each));
        }
        (void)test::waitFor([&] { return m_session->past()->waiting() == 0; });
        return moment;
    }

    [[nodiscard]] TickIndex tickOf(int scrape) const
    {
        return tickIndexOf(TimePoint(std::chrono::seconds(firstScrape + scrape)),
                           m_session->cluster().store().tickPeriod());
    }

    static void paint(HeatCanvas& canvas)
    {
        do {
            QCoreApplication::processEvents();
            (void)canvas.grab();
        } while (!canvas.isComplete());
    }

    static QPointF pointOf(const HeatFrame& frame, std::size_t row, TimePoint time)
    {
        const TimeAxis axis{frame.range, frame.area.width()};
        return {frame.area.left() + axis.pixelOf(time),
                frame.area.top() + frame.rows.yOf(static_cast<double>(row) + 0.5)};
    }

    [[nodiscard]] std::optional<std::size_t> gpuOf(HeatCanvas& canvas, std::size_t row) const
    {
        const HeatFrame frame = canvas.frame();
        const auto cell
            = canvas.content().cellAt(frame, pointOf(frame, row, TimePoint(std::chrono::seconds(firstScrape)) + 500ms));
        const std::string name = cell ? m_session->cluster().store().topology()->name(cell->entity) : std::string();
        return name.starts_with("gpu") ? std::optional(std::size_t(name.back() - '0')) : std::nullopt;
    }

    /// @return how many are as on the page
    int compareCells(HeatCanvas& canvas, bool isPower)
    {
        int same = 0;
        const HeatFrame frame = canvas.frame();
        for (std::size_t row = 0; row < gpus; ++row) {
            const auto gpu = gpuOf(canvas, row);
            for (int scrape = 0; gpu && scrape < scrapes; ++scrape) {
                const auto cell = canvas.content().cellAt(
                    frame, pointOf(frame, row, TimePoint(std::chrono::seconds(firstScrape + scrape)) + 500ms));
                same += cell && cell->tick == tickOf(scrape)
                        && cell->value == static_cast<float>(m_page->at(isPower, *gpu, scrape))
                    ? 1
                    : 0;
            }
        }
        return same;
    }

    static QString shownBy(const std::vector<HeaderFigure>& figures, const QString& label)
    {
        const auto found = std::ranges::find(figures, label, &HeaderFigure::label);
        return found == figures.end() ? QString() : found->value + QChar(u'\u2009') + found->unit;
    }

    QTemporaryDir m_folder;
    std::optional<GrowingPage> m_page;
    std::unique_ptr<RecordingSession> m_session;
    Selection m_selection;
    Theme m_theme;
    FrameStats m_frames;
};

LOCKSTEP_GUI_TEST(tst_shownvalues, TestShownValues)
#include "tst_shownvalues.moc"
