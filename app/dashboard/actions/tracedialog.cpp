// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/tracedialog.h"

#include "widgets/common/controls.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <utility>

namespace lockstep {

TraceDialog::TraceDialog(const QStringList& jobs, const QString& chosen, std::vector<AgentEndpoint> agents,
                         QString folder, QWidget* parent)
    : QDialog(parent),
      m_agents(std::move(agents)),
      m_folder(std::move(folder)),
      m_jobs(new QComboBox),
      m_milliseconds(new QSpinBox),
      m_progress(makeLabel()),
      m_record(new QPushButton(tr("Record"))),
      m_open(new QPushButton(tr("Open the trace")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Record a PyTorch trace"));
    auto* const words = makeLabel();
    words->setText(
        tr("The processes of the job record what they do with PyTorch's own profiler, all from the same moment "
           "on, about ten seconds from now. It slows the job for that time. They must have been started with "
           "KINETO_USE_DAEMON=1, and their agents must allow it."));
    words->setWordWrap(true);
    m_jobs->addItems(jobs);
    m_jobs->setEditable(true); // one whose first rank is elsewhere is not known here
    m_jobs->setCurrentIndex(std::max(0, static_cast<int>(jobs.indexOf(chosen))));
    m_milliseconds->setRange(1, 60'000);
    m_milliseconds->setValue(500);
    m_milliseconds->setSuffix(QStringLiteral("\u2009ms"));
    m_progress->setWordWrap(true);
    // What it will say has its room from the start: a dialog does not grow by itself.
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
    form->addRow(tr("For"), m_milliseconds);
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

void TraceDialog::begin()
{
    m_record->setEnabled(false);
    m_open->setEnabled(false);
    m_progress->setText(tr("Asking the agents..."));
    m_fetcher.start(m_agents, {m_jobs->currentText().toStdString(), std::chrono::milliseconds(m_milliseconds->value())},
                    m_folder);
}

void TraceDialog::finish(const QStringList& files, const QString& problem)
{
    m_files = files;
    m_record->setEnabled(true);
    m_open->setEnabled(!files.isEmpty());
    if (files.isEmpty()) {
        m_progress->setText(tr("No trace: %1").arg(problem));
        return;
    }
    const QString folder = files.front().left(files.front().lastIndexOf(QLatin1Char('/')));
    m_progress->setText(
        files.size() == 1 ? tr("One process has recorded; its file is kept in %1").arg(folder)
                          : tr("%1 processes have recorded; their files are kept in %2").arg(files.size()).arg(folder));
    m_open->setDefault(true);
    m_open->setFocus();
}

} // namespace lockstep
