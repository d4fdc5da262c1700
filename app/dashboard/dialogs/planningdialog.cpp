// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/planningdialog.h"

#include "models/core/units.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSpinBox>
#include <QTabBar>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int placeTab = 0;
constexpr int mostNodes = 1'000'000;
constexpr int usualNodes = 16;
constexpr std::chrono::milliseconds typingPause{400};
constexpr qint64 mostOutput = 4 << 20; ///< bytes

} // namespace

PlanningDialog::PlanningDialog(QString recording, const TimeWindow& time, QWidget* parent)
    : QDialog(parent),
      m_recording(std::move(recording)),
      m_time(time),
      m_nodes(new QSpinBox),
      m_questions(new QTabBar),
      m_answer(new QPlainTextEdit),
      m_note(makeLabel()),
      m_typing(new QTimer(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Plan and place jobs"));
    resize(980, 640);
    build();
    ask();
}

PlanningDialog::~PlanningDialog()
{
    cancel();
}

void PlanningDialog::build()
{
    m_nodes->setRange(1, mostNodes);
    m_nodes->setValue(usualNodes);
    m_questions->addTab(tr("Node selection"));
    m_questions->addTab(tr("Failures, checkpoints, spare nodes"));
    m_questions->setAccessibleName(tr("Questions"));
    m_answer->setReadOnly(true);
    m_answer->setFont(figureFont());
    m_answer->setAccessibleName(tr("Answer"));
    m_note->setWordWrap(true);
    auto* const form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(tr("Nodes in job"), m_nodes);
    auto* const lines = new QVBoxLayout(this);
    lines->addLayout(form);
    lines->addWidget(m_questions);
    lines->addWidget(m_answer, 1);
    lines->addWidget(m_note);
    m_typing->setSingleShot(true);
    m_typing->setInterval(typingPause);
    connect(m_typing, &QTimer::timeout, this, &PlanningDialog::ask);
    connect(m_nodes, &QSpinBox::valueChanged, m_typing, [this] { m_typing->start(); });
    connect(m_questions, &QTabBar::currentChanged, this, &PlanningDialog::ask);
}

std::optional<TimePoint> PlanningDialog::moment() const
{
    return m_time.isFollowing() ? std::nullopt : std::optional(m_time.cursor());
}

QStringList PlanningDialog::command() const
{
    const QString nodes = QString::number(m_nodes->value());
    if (m_questions->currentIndex() != placeTab)
        return {u"plan"_s, u"--nodes"_s, nodes, m_recording};
    const std::optional<TimePoint> past = moment();
    QStringList words{u"place"_s, nodes, m_recording};
    if (past)
        words << u"--until"_s << QString::number(past->time_since_epoch() / std::chrono::seconds(1));
    return words;
}

void PlanningDialog::ask()
{
    cancel();
    m_answer->clear();
    if (m_recording.isEmpty())
        return m_note->setText(tr("This session has no recording. Open a recording, or record a data source."));
    m_note->setText(tr("Loading %1…").arg(QDir::toNativeSeparators(m_recording)));
    m_process = new QProcess(this);
    connect(m_process, &QProcess::finished, this, &PlanningDialog::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_note->setText(tr("Cannot start %1: %2").arg(m_process->program(), m_process->errorString()));
        cancel();
    });
    m_process->start(QDir(QCoreApplication::applicationDirPath()).filePath(u"lockstep"_s), command(),
                     QIODevice::ReadOnly);
}

void PlanningDialog::cancel()
{
    if (m_process == nullptr)
        return;
    QProcess* const process = std::exchange(m_process, nullptr);
    process->disconnect(this);
    process->setParent(nullptr);
    if (process->state() == QProcess::NotRunning)
        return process->deleteLater();
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void PlanningDialog::finish(int exitCode)
{
    m_answer->setPlainText(QString::fromUtf8(m_process->readAllStandardOutput().left(mostOutput)));
    const QString problem = QString::fromUtf8(m_process->readAllStandardError()).trimmed().left(2000);
    const std::optional<TimePoint> past = m_questions->currentIndex() == placeTab ? moment() : std::nullopt;
    m_note->setText(!problem.isEmpty()  ? problem
                        : exitCode != 0 ? tr("The command failed.")
                        : past          ? tr("Based on data up to %1.").arg(QString::fromStdString(formatUtc(*past)))
                                        : tr("Based on all data recorded so far."));
    cancel();
}

} // namespace lockstep

#include "moc_planningdialog.cpp"
