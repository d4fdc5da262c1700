// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dashboardrun.h"

#include "datasources/text/outputfile.h"
#include "models/core/visibletext.h"
#include "models/view/time/timeaxis.h"
#include "widgets/common/controls.h"
#include "widgets/common/themestyle.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <sys/resource.h>
#include <unistd.h>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

double secondsOf(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double residentMegabytes()
{
    QFile statm(u"/proc/self/statm"_s);
    if (!statm.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> fields = statm.readAll().split(' ');
    return fields.size() > 1 ? fields[1].toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6 : 0;
}

std::uint64_t gapCount(const ClusterStore& store)
{
    std::uint64_t gaps = 0;
    const auto nodes = static_cast<std::uint32_t>(store.topology()->count(EntityKind::Node));
    for (std::uint32_t node = 0; node < nodes; ++node)
        gaps += store.node({EntityKind::Node, node}).gaps.size();
    return gaps;
}

} // namespace

QByteArray statsReport(const Composition& composition, std::chrono::steady_clock::time_point processStart)
{
    const FrameStats& frames = composition.session().frames();
    const ClusterStore& store = composition.cluster().store();
    const Percentiles frame = frames.frameMilliseconds();
    const Percentiles latency = frames.sampleToPixelMilliseconds();
    const auto firstData = composition.session().pump().firstDataFrame();
    const bool hasData = firstData.has_value();

    const QJsonObject report{
        {u"frames"_s, qint64(frames.frames())},
        {u"frame_ms"_s, QJsonObject{{u"p50"_s, frame.p50}, {u"p95"_s, frame.p95}, {u"p99"_s, frame.p99}}},
        {u"first_data_frame_s"_s, hasData ? QJsonValue(secondsOf(*firstData - processStart)) : QJsonValue()},
        {u"batches"_s, qint64(store.batchesApplied())},
        {u"samples"_s, qint64(store.samplesApplied())},
        {u"dropped_batches"_s, qint64(composition.session().queue().droppedTicks())},
        {u"gaps"_s, qint64(gapCount(store))},
        {u"sample_to_pixel_ms"_s,
         QJsonObject{{u"p50"_s, hasData ? QJsonValue(latency.p50) : QJsonValue()},
                     {u"p99"_s, hasData ? QJsonValue(latency.p99) : QJsonValue()}}},
        {u"cpu_s"_s, cpuSeconds()},
        {u"wall_s"_s, secondsOf(std::chrono::steady_clock::now() - processStart)},
        {u"rss_mb"_s, residentMegabytes()},
    };
    return QJsonDocument(report).toJson();
}

using namespace Qt::StringLiterals;

namespace {

/// The entity whose path ends in @p name at a component boundary: "gpu3", "node-17/gpu3". Invalid: none yet.
EntityRef findByPath(const Topology& topology, const QString& name)
{
    const QString wanted = QString(name).replace(u" / "_s, u"/"_s);
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto count = static_cast<std::uint32_t>(topology.count(static_cast<EntityKind>(kind)));
        for (std::uint32_t index = 0; index < count; ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            const QString path = QString::fromStdString(topology.path(ref)).replace(u" / "_s, u"/"_s);
            if (path == wanted || path.endsWith(u'/' + wanted))
                return ref;
        }
    }
    return {};
}

void complain(const Error& error)
{
    qCritical().noquote() << QString::fromStdString(error.message);
}

/// Writes it to a file; the error names the file.
Status writeStatsReport(const QString& path, const QByteArray& report)
{
    const Status written = writeOutput(path.toStdString(), {report.data(), static_cast<std::size_t>(report.size())});
    return written.isOk() ? success() : Status(Error{"Cannot write statistics: " + written.error().message});
}

} // namespace

DashboardRun::DashboardRun(QApplication& application, StartOptions options,
                           std::chrono::steady_clock::time_point processStart)
    : m_application(application),
      m_options(std::move(options)),
      m_processStart(processStart),
      m_settings(m_options.freshSettings || !m_options.screenshotFile.isEmpty()),
      m_composition(std::make_unique<Composition>(optionsWithLimits())),
      m_window(std::make_unique<MainWindow>(*m_composition, m_settings))
{
    wire();
    const bool isDark = (m_options.theme.isEmpty() ? m_settings.theme() : m_options.theme) == u"dark"_s;
    m_composition->theme().setDark(isDark);
    applyTheme(m_application, m_composition->theme());
}

const StartOptions& DashboardRun::optionsWithLimits()
{
    m_options.record.setLimits(m_settings.recordingLimits());
    return m_options;
}

void DashboardRun::wire()
{
    Theme& theme = m_composition->theme();
    connect(&theme, &Theme::changed, this, [this, &theme] {
        applyTheme(m_application, theme);
        m_settings.setTheme(theme.isDark() ? u"dark"_s : u"light"_s);
    });
    RateSettings& rates = m_composition->rates();
    rates.setRates(m_settings.rates());
    connect(&rates, &RateSettings::changed, this, [this, &rates] { m_settings.setRates(rates.rates()); });
    connect(m_composition.get(), &Composition::failed, this, [this](const QString& message) {
        complain({message.toStdString()});
        Q_EMIT failed(message);
    });
    // Deferred, because the request comes from an action of the window to be destroyed.
    connect(m_composition.get(), &Composition::replaced, this, [this](const std::shared_ptr<Opening>& opening) {
        QTimer::singleShot(0, this, [this, opening] { replace(*opening); });
    });
}

/// Shows the new window before the old one closes, so that the screen is never empty. Destroys the old sources and
/// recorder before the new ones start.
void DashboardRun::replace(Opening& opening)
{
    m_window->remember();
    const bool isDark = m_composition->theme().isDark();
    auto composition = std::make_unique<Composition>(m_options, makeSession(opening, optionsWithLimits()));
    composition->theme().setDark(isDark);
    auto window = std::make_unique<MainWindow>(*composition, m_settings);
    window->replace(*m_window);
    m_window = std::move(window);
    m_composition = std::move(composition);
    wire();
    if (!m_options.metric.isEmpty() || !m_options.select.isEmpty())
        connect(&m_composition->cluster(), &ClusterModel::changed, this, &DashboardRun::applyOptionsToView);
    m_composition->begin(opening);
}

void DashboardRun::start()
{
    if (!m_options.metric.isEmpty() || !m_options.select.isEmpty())
        connect(&m_composition->cluster(), &ClusterModel::changed, this, &DashboardRun::applyOptionsToView);
    if (m_options.after)
        QTimer::singleShot(*m_options.after, this, &DashboardRun::finishAfterTime);
    m_window->open(m_options);
    if (!m_options.linkProblem.isEmpty())
        Q_EMIT m_composition->failed(m_options.linkProblem);
    if (m_options.isFromLink)
        askForLink();
}

/// Anyone can write a link, so its source is opened only if the user agrees.
void DashboardRun::askForLink()
{
    const bool isRecording = !m_options.replay.isEmpty();
    const QString question
        = isRecording ? tr("Open the recording in this link?") : tr("Connect to the server in this link?");
    QString facts = isRecording ? m_options.replay : m_options.prometheus;
    if (m_options.place)
        facts += u'\n' + QString::fromStdString(formatDateTime(m_options.place->cursor));
    auto* const dialog = new QDialog(m_window.get());
    dialog->setObjectName(u"link"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Open link"));
    auto* const lines = new QVBoxLayout(dialog);
    for (const QString& text : {question, facts})
        lines->addWidget(makeLabel(text));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    lines->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(dialog, &QDialog::accepted, this, [this] { m_composition->opener().open(m_options); });
    connect(dialog, &QDialog::rejected, this, [this] {
        m_options.metric.clear();
        m_options.select.clear();
    });
    dialog->open();
}

int DashboardRun::run()
{
    start();
    return finish(QApplication::exec());
}

/// Metric and entity can only be chosen once an agent has named them.
void DashboardRun::applyOptionsToView()
{
    const ClusterStore& store = m_composition->cluster().store();
    if (!m_options.metric.isEmpty()) {
        const MetricId metric = store.metrics().find(m_options.metric.toStdString());
        if (metric.isValid()) {
            m_composition->selection().setMetric(metric);
            m_options.metric.clear();
        }
    }
    if (!m_options.select.isEmpty()) {
        const EntityRef ref = findByPath(*store.topology(), m_options.select);
        if (ref.isValid()) {
            m_composition->selection().select(ref);
            m_options.select.clear();
        }
    }
    if (m_options.metric.isEmpty() && m_options.select.isEmpty())
        disconnect(&m_composition->cluster(), &ClusterModel::changed, this, &DashboardRun::applyOptionsToView);
}

void DashboardRun::finishAfterTime()
{
    if (!m_options.screenshotFile.isEmpty() && !m_window->grab().save(m_options.screenshotFile, "PNG")) {
        complain({u"Cannot write the screenshot to %1"_s.arg(m_options.screenshotFile).toStdString()});
        m_hasFailed = true;
    }
    if (!m_options.metric.isEmpty())
        complain({u"--metric %1: unknown metric; expected a name such as gpu.temperature"_s.arg(m_options.metric)
                      .toStdString()});
    if (!m_options.select.isEmpty())
        complain(
            {u"--select %1: unknown component; expected its name or the last part of its path"_s.arg(m_options.select)
                 .toStdString()});
    m_window->close();
}

int DashboardRun::finish(int code)
{
    if (!m_options.statsFile.isEmpty()) {
        const Status written = writeStatsReport(m_options.statsFile, statsReport(*m_composition, m_processStart));
        if (!written.isOk()) {
            complain(written.error());
            m_hasFailed = true;
        }
    }
    return m_hasFailed ? 1 : code;
}

} // namespace lockstep

#include "moc_dashboardrun.cpp"
