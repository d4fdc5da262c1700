// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/exercise/exerciseanswerdialog.h"

#include "app/dashboard/exercise/exercisewords.h"
#include "app/session/exercise/exercisecontroller.h"
#include "models/analysis/causality/causes.h"
#include "models/view/selection.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

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

#include "moc_exerciseanswerdialog.cpp"
