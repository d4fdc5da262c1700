// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/traceactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
#include "app/session/livesession.h"
#include "models/analysis/causality/alert.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/panels/alertspanel.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QWidget>

#include <optional>
#include <utility>

namespace lockstep {

TraceDialog::TraceDialog(What what, const QStringList& jobs, const QString& chosen, std::vector<AgentEndpoint> agents,
                         QString folder, QWidget* parent)
    : QDialog(parent),
      m_what(what),
      m_agents(std::move(agents)),
      m_folder(std::move(folder)),
      m_jobs(new QComboBox),
      m_milliseconds(new QSpinBox),
      m_progress(makeLabel()),
      m_record(new QPushButton(what == What::Dumps ? tr("Fetch") : tr("Record"))),
      m_open(new QPushButton(tr("Open trace")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(what == What::Dumps ? tr("Fetch Flight Recorder dumps") : tr("Record PyTorch trace"));
    auto* const words = makeLabel();
    words->setText(explanation());
    words->setWordWrap(true);
    fillJobs(jobs, chosen);
    m_milliseconds->setRange(1, 60'000);
    m_milliseconds->setValue(500);
    m_milliseconds->setSuffix(QStringLiteral("\u2009ms"));
    m_progress->setWordWrap(true);
    // Reserves space for the messages, because a dialog does not grow automatically.
    constexpr int lines = 4;
    m_progress->setMinimumSize(440, lines * m_progress->fontMetrics().lineSpacing());
    m_progress->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_record->setDefault(true);
    m_open->setEnabled(false);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_record, QDialogButtonBox::ActionRole);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    auto* const form = new QFormLayout(this);
    form->addRow(words);
    form->addRow(tr("Job"), m_jobs);
    form->addRow(tr("Duration"), m_milliseconds);
    form->setRowVisible(m_milliseconds, what == What::Recording);
    form->addRow(m_progress);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_record, &QPushButton::clicked, this, &TraceDialog::begin);
    connect(m_open, &QPushButton::clicked, this, [this] {
        Q_EMIT wanted(m_files);
        accept();
    });
    connect(&m_fetcher, &TraceFetcher::progressed, m_progress, &QLabel::setText);
    connect(&m_fetcher, &TraceFetcher::finished, this, &TraceDialog::finish);
}

QString TraceDialog::explanation() const
{
    if (m_what == What::Dumps)
        return tr("When a collective times out, PyTorch's Flight Recorder writes a dump of the last collectives of "
                  "each rank. Agents that watch the dump folder keep copies of the latest dumps. The agents' "
                  "configuration must allow fetching. The name of the dump folder is used as the job name.");
    return tr("All processes of the job start PyTorch's profiler at the same time, about ten seconds from now. "
              "Recording slows the job down. The job must have been started with KINETO_USE_DAEMON=1, and the agents' "
              "configuration must allow recording.");
}

/// Excludes jobs whose first rank is elsewhere, and jobs that have ended.
void TraceDialog::fillJobs(const QStringList& jobs, const QString& chosen)
{
    m_jobs->setEditable(true);
    if (m_what == What::Dumps)
        m_jobs->lineEdit()->setPlaceholderText(tr("default: job with the latest dumps"));
    m_jobs->addItems(jobs);
    if (!chosen.isEmpty() || m_what == What::Dumps)
        m_jobs->setCurrentText(chosen);
}

void TraceDialog::begin()
{
    m_record->setEnabled(false);
    m_open->setEnabled(false);
    m_progress->setText(tr("Querying agents…"));
    if (m_what == What::Dumps)
        return m_fetcher.startDumps(m_agents, m_jobs->currentText(), m_folder);
    m_fetcher.start(m_agents, {m_jobs->currentText().toStdString(), std::chrono::milliseconds(m_milliseconds->value())},
                    m_folder);
}

void TraceDialog::finish(const QStringList& files, const QString& problem)
{
    m_files = files;
    m_record->setEnabled(true);
    m_open->setEnabled(!files.isEmpty());
    if (files.isEmpty()) {
        m_progress->setText(
            (m_what == What::Dumps ? tr("Cannot fetch dumps: %1") : tr("Cannot record the trace: %1")).arg(problem));
        return;
    }
    const QString folder = files.front().left(files.front().lastIndexOf(QLatin1Char('/')));
    const int count = static_cast<int>(files.size());
    if (m_what == What::Dumps)
        m_progress->setText(tr("Saved the dumps of %n ranks in %1", nullptr, count).arg(folder));
    else
        m_progress->setText(tr("Saved the traces of %n processes in %1", nullptr, count).arg(folder));
    m_open->setDefault(true);
    m_open->setFocus();
}

namespace {

QStringList knownJobs(const Composition& composition)
{
    const TopologyPtr topology = composition.cluster().store().topology();
    QStringList jobs;
    for (std::uint32_t at = 0; topology && at < topology->count(EntityKind::Job); ++at)
        jobs.append(QString::fromStdString(topology->name({EntityKind::Job, at})));
    return jobs;
}

/// The first job in the alert's chain; empty: none.
QString jobOf(const Alert& alert)
{
    for (const Alert::Stage& stage : alert.chain) {
        if (!stage.job.empty())
            return QString::fromStdString(stage.job);
        if (!stage.fields.job.empty())
            return QString::fromStdString(stage.fields.job);
    }
    return {};
}

} // namespace

void askForTrace(QWidget& window, Composition& composition, TraceDialog::What what, const QString& job,
                 const std::function<void(const QString&)>& say)
{
    const auto* const live = qobject_cast<LiveSession*>(&composition.session());
    if (live == nullptr || live->agents().empty())
        return say(tr("Traces and dumps are available only while connected to agents"));
    const QStringList jobs = knownJobs(composition);
    QString chosen = job;
    for (qsizetype at = 0; chosen.isEmpty() && at < jobs.size(); ++at) {
        if (composition.selection().isSelected({EntityKind::Job, static_cast<std::uint32_t>(at)}))
            chosen = jobs[at];
    }
    auto* dialog = new TraceDialog(what, jobs, chosen, live->agents(),
                                   QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                                       + QStringLiteral("/lockstep/traces"),
                                   &window);
    QObject::connect(dialog, &TraceDialog::wanted, &composition.opener(), &SessionOpener::openTraces);
    dialog->open();
}

QList<QAction*> addTraceActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                const std::function<void(const QString&)>& say)
{
    const auto ask = [&window, &composition, &alerts, say](TraceDialog::What what) {
        const std::optional<Alert> alert = alerts.currentAlert();
        askForTrace(window, composition, what, alert ? jobOf(*alert) : QString(), say);
    };
    return {
        makeAction(window, tr("Fetch dumps of this alert's job..."), QKeySequence(),
                   [ask] { ask(TraceDialog::What::Dumps); }),
        makeAction(window, tr("Record trace of this alert's job..."), QKeySequence(),
                   [ask] { ask(TraceDialog::What::Recording); }),
    };
}

} // namespace lockstep

#include "moc_traceactions.cpp"
