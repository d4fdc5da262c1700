// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/planningdialog.h"

#include "app/dashboard/dialogs/planningresult.h"
#include "models/core/units.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"

#include <QCoreApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
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
constexpr double mostTime = 1e5; ///< of an input, in its unit
constexpr qint64 mostOutput = 64 << 20; ///< bytes: some hundred for each node

} // namespace

PlanningDialog::PlanningDialog(QString recording, const TimeWindow& time, QWidget* parent)
    : QDialog(parent),
      m_recording(std::move(recording)),
      m_time(time),
      m_nodes(new QSpinBox),
      m_questions(new QTabBar),
      m_form(new QFormLayout),
      m_answer(new PlanningResult),
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
    m_note->setWordWrap(true);
    m_form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    m_form->addRow(tr("Nodes in job"), m_nodes);
    addInput(u"--repair-hours"_s, tr("Time to repair a node"), tr(" h"));
    addInput(u"--checkpoint-seconds"_s, tr("Time per checkpoint"), tr(" s"));
    addInput(u"--restart-seconds"_s, tr("Time per restart"), tr(" s"));
    auto* const lines = new QVBoxLayout(this);
    lines->addWidget(m_questions);
    lines->addLayout(m_form);
    lines->addWidget(m_answer, 1);
    lines->addWidget(m_note);
    m_typing->setSingleShot(true);
    m_typing->setInterval(typingPause);
    connect(m_typing, &QTimer::timeout, this, &PlanningDialog::ask);
    connect(m_nodes, &QSpinBox::valueChanged, m_typing, qOverload<>(&QTimer::start));
    connect(m_questions, &QTabBar::currentChanged, this, &PlanningDialog::ask);
}

/// An input of the plan. It is measured unless it is given.
void PlanningDialog::addInput(const QString& option, const QString& label, const QString& unit)
{
    auto* const field = new QDoubleSpinBox;
    field->setRange(0, mostTime);
    field->setSuffix(unit);
    field->setSpecialValueText(tr("as measured"));
    m_form->addRow(label, field);
    m_inputs.emplace_back(option, field);
    connect(field, &QDoubleSpinBox::valueChanged, m_typing, qOverload<>(&QTimer::start));
}

std::optional<TimePoint> PlanningDialog::moment() const
{
    return m_time.isFollowing() ? std::nullopt : std::optional(m_time.cursor());
}

QStringList PlanningDialog::command() const
{
    const QString nodes = QString::number(m_nodes->value());
    if (m_questions->currentIndex() != placeTab) {
        QStringList words{u"plan"_s, u"--json"_s, u"--nodes"_s, nodes};
        for (const auto& [option, field] : m_inputs) {
            if (field->value() > field->minimum())
                words << option << QString::number(field->value());
        }
        return words << m_recording;
    }
    const std::optional<TimePoint> past = moment();
    QStringList words{u"place"_s, u"--json"_s, nodes, m_recording};
    if (past)
        words << u"--until"_s << QString::number(past->time_since_epoch() / std::chrono::seconds(1));
    return words;
}

void PlanningDialog::ask()
{
    cancel();
    m_answer->clear();
    for (const auto& [option, field] : m_inputs)
        m_form->setRowVisible(field, m_questions->currentIndex() != placeTab);
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
    const QJsonObject answer = QJsonDocument::fromJson(m_process->readAllStandardOutput().left(mostOutput)).object();
    if (!answer.isEmpty() && m_questions->currentIndex() == placeTab)
        m_answer->showPlaces(answer);
    else if (!answer.isEmpty())
        m_answer->showPlan(answer);
    const QString details = QString::fromUtf8(m_process->readAllStandardError()).trimmed().left(2000);
    const std::optional<TimePoint> past = m_questions->currentIndex() == placeTab ? moment() : std::nullopt;
    const qsizetype free = answer[u"free"_s].toArray().size();
    const bool isShort = answer.contains(u"free"_s) && free < m_nodes->value();
    if (isShort)
        m_note->setText(tr("Only %1 of the %2 requested nodes are free.").arg(free).arg(m_nodes->value()));
    else
        m_note->setText(withDetails(exitCode != 0 ? tr("Cannot answer this question from the recording.")
                                        : past
                                        ? tr("Based on data up to %1.").arg(QString::fromStdString(formatUtc(*past)))
                                        : tr("Based on all data recorded so far."),
                                    details));
    cancel();
}

QString PlanningDialog::withDetails(const QString& result, const QString& details)
{
    return details.isEmpty() ? result : result + u'\n' + tr("Details: %1").arg(details);
}

} // namespace lockstep

#include "moc_planningdialog.cpp"
