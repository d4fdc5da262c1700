// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/startexercisedialog.h"

#include "app/session/exercise/exercises.h"
#include "widgets/common/controls.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRandomGenerator>

namespace lockstep {

namespace {

constexpr int surprise = 0; ///< the first to choose; the drills follow
constexpr double faint = 1.0 / 3;
constexpr int summaryWidth = 460;

} // namespace

StartExerciseDialog::StartExerciseDialog(std::vector<sim::Drill> drills, QWidget* parent)
    : QDialog(parent),
      m_drills(std::move(drills)),
      m_which(new QComboBox),
      m_strength(new QComboBox),
      m_summary(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Practise on a drill"));
    m_which->setAccessibleName(tr("Drill"));
    m_which->addItem(tr("Surprise me"));
    for (const sim::Drill& drill : m_drills)
        m_which->addItem(QString::fromStdString(drill.name));
    m_strength->setAccessibleName(tr("Severity"));
    m_strength->addItem(tr("Full"), 1.0);
    m_strength->addItem(tr("Faint (one third)"), faint);
    m_summary->setWordWrap(true);
    m_summary->setMinimumWidth(summaryWidth);
    m_summary->setMinimumHeight(4 * m_summary->fontMetrics().lineSpacing());
    m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Start"));
    connect(buttons, &QDialogButtonBox::accepted, this, &StartExerciseDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_which, &QComboBox::currentIndexChanged, this, &StartExerciseDialog::explain);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("Drill"), m_which);
    form->addRow(tr("Severity"), m_strength);
    form->addRow(m_summary);
    form->addRow(buttons);
    explain();
}

void StartExerciseDialog::explain()
{
    const int which = m_which->currentIndex();
    const QString what = which == surprise
        ? tr("One of the drills, or a quiet day without a fault.")
        : QString::fromStdString(m_drills[static_cast<std::size_t>(which - 1)].summary);
    m_summary->setText(what + QLatin1Char(' ')
                       + tr("The drill runs on a simulated cluster, at a random place and time. Report when you notice "
                            "a problem, then diagnose its cause and place. The run is recorded."));
}

void StartExerciseDialog::accept()
{
    const double factor = m_strength->currentData().toDouble();
    const std::uint64_t number = QRandomGenerator::system()->generate64();
    const int which = m_which->currentIndex();
    if (which != surprise) {
        Q_EMIT chosen(exerciseOf(m_drills[static_cast<std::size_t>(which - 1)], factor, number));
    } else if (const Result<SimulatedDrill> drawn = surpriseExercise(factor, number); drawn.isOk()) {
        Q_EMIT chosen(drawn.value());
    } else {
        m_summary->setText(QString::fromStdString(drawn.error().message));
        return;
    }
    QDialog::accept();
}

} // namespace lockstep

#include "moc_startexercisedialog.cpp"
