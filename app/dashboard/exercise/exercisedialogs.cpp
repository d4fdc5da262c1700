// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/exercisedialogs.h"

#include "app/dashboard/exercise/exercisewords.h"
#include "app/session/exercise/exercisecontroller.h"
#include "app/session/exercise/exercises.h"
#include "models/analysis/causality/causes.h"
#include "models/view/selection.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRandomGenerator>
#include <QVBoxLayout>

#include <algorithm>

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

namespace {

constexpr int storyWidth = 520;

} // namespace

ExerciseResultDialog::ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Result"));
    auto* const verdict = makeLabel(exerciseVerdict(*exercise.result()));
    verdict->setFont(textFont(1.25));
    QString words = exerciseStory(*exercise.result());
    if (!exercise.recording().isEmpty())
        words += QStringLiteral("\n\n") + tr("Recording: %1").arg(exercise.recording());
    auto* const story = makeLabel(words);
    story->setWordWrap(true);
    story->setMinimumWidth(storyWidth);
    story->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(verdict);
    column->addWidget(story);
    column->addWidget(buttons);
}

namespace {

constexpr int placeWidth = 420;

/// Fault kinds to choose from, with their descriptions.
std::vector<std::pair<QString, QString>> choices()
{
    std::vector<std::pair<QString, QString>> choices;
    for (const CauseRow& cause : causeRows()) {
        if (sim::faultKindFromName(cause.kind))
            choices.emplace_back(causeWords(cause.kind),
                                 QString::fromLatin1(cause.kind.data(), static_cast<qsizetype>(cause.kind.size())));
    }
    std::ranges::sort(choices);
    return choices;
}

} // namespace

ExerciseAnswerDialog::ExerciseAnswerDialog(ExerciseController& exercise, const Selection& selection, QWidget* parent)
    : QDialog(parent), m_exercise(exercise), m_selection(selection), m_kind(new QComboBox), m_place(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Your diagnosis"));
    m_kind->setAccessibleName(tr("Cause"));
    m_kind->addItem(tr("Nothing is wrong"), QString());
    for (const auto& [words, kind] : choices())
        m_kind->addItem(words, kind);
    m_kind->setMaxVisibleItems(m_kind->count());
    m_place->setWordWrap(true);
    m_place->setMinimumWidth(placeWidth);
    m_place->setMinimumHeight(2 * m_place->fontMetrics().lineSpacing());
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_say = buttons->button(QDialogButtonBox::Ok);
    m_say->setText(tr("Submit"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ExerciseAnswerDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ExerciseAnswerDialog::refresh);
    connect(&selection, &Selection::selectedChanged, this, &ExerciseAnswerDialog::refresh);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("Cause"), m_kind);
    form->addRow(tr("Place"), m_place);
    form->addRow(buttons);
    refresh();
}

bool ExerciseAnswerDialog::needsPlace() const
{
    const QString kind = m_kind->currentData().toString();
    return !kind.isEmpty() && kind.toStdString() != kinds::storageContention;
}

void ExerciseAnswerDialog::refresh()
{
    QStringList names;
    for (const std::string& name : m_exercise.namesOf(m_selection.selected()))
        names += QString::fromStdString(name);
    if (!needsPlace())
        m_place->setText(tr("determined by the cause"));
    else if (names.isEmpty())
        m_place->setText(tr("Select the faulty component in the window. This dialog stays open."));
    else
        m_place->setText(names.join(QStringLiteral(", ")));
    m_say->setEnabled(!needsPlace() || !names.isEmpty());
}

void ExerciseAnswerDialog::accept()
{
    m_exercise.answer(m_kind->currentData().toString().toStdString(),
                      needsPlace() ? m_selection.selected() : std::vector<EntityRef>());
    QDialog::accept();
}

} // namespace lockstep

#include "moc_exercisedialogs.cpp"
