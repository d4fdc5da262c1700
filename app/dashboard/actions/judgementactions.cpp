// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/judgementactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
#include "models/analysis/causality/causes.h"
#include "models/incidents/judgement.h"
#include "models/view/translation.h"
#include "widgets/panels/alertspanel.h"

#include <QInputDialog>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

struct MuteLength
{
    const char* words;
    Duration length; ///< zero: until it is undone
};

constexpr std::array muteLengths{MuteLength{QT_TRANSLATE_NOOP("lockstep", "for an hour"), std::chrono::hours(1)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "for eight hours"), std::chrono::hours(8)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "for a day"), std::chrono::hours(24)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "for a week"), std::chrono::hours(168)},
                                 MuteLength{QT_TRANSLATE_NOOP("lockstep", "until I unmute it"), Duration::zero()}};

/// Makes and takes back judgements of the alert that is meant. Lives as long as the window's actions.
class Judging
{
public:
    Judging(QWidget& window, Composition& composition, AlertsPanel& alerts, std::function<void(const QString&)> say)
        : m_window(window), m_composition(composition), m_alerts(alerts), m_say(std::move(say))
    { }

    void confirm() const
    {
        if (const auto alert = meant())
            make(*alert, Judgement::Verdict::Confirmed, {}, std::nullopt);
    }

    void reject() const
    {
        ask(tr("Reject alert"), tr("Why is it wrong?"), {}, [this](const Alert& alert, const QString& why) {
            make(alert, Judgement::Verdict::Rejected, why, std::nullopt);
        });
    }

    void assign() const
    {
        const auto alert = m_alerts.meant();
        const QString owner
            = alert && !alert->owners.empty() ? QString::fromStdString(alert->owners.front()) : QString();
        ask(tr("Assign alert"), tr("Assign to:"), owner,
            [this](const Alert& of, const QString& who) { make(of, Judgement::Verdict::Assigned, who, std::nullopt); });
    }

    /// What is muted is heard again.
    void mute() const
    {
        const auto alert = meant();
        if (!alert || unmute(*alert))
            return;
        QStringList lengths;
        for (const MuteLength& each : muteLengths)
            lengths.append(tr(each.words));
        auto* dialog = dialogOf(tr("Mute"), tr("Mute %1 at %2:").arg(kindOf(*alert), placeOf(*alert)));
        dialog->setComboBoxItems(lengths);
        QObject::connect(dialog, &QInputDialog::textValueSelected, &m_window,
                         [this, lengths, alert = *alert](const QString& chosen) {
                             const auto at = static_cast<std::size_t>(std::max<qsizetype>(0, lengths.indexOf(chosen)));
                             const Duration length = muteLengths.at(at).length;
                             make(alert, Judgement::Verdict::Muted, {},
                                  length == Duration::zero() ? std::nullopt : std::optional(wallClockNow() + length));
                         });
        dialog->open();
    }

private:
    [[nodiscard]] std::optional<Alert> meant() const
    {
        const std::optional<Alert> alert = m_alerts.meant();
        if (!alert)
            m_say(tr("No alert selected"));
        return alert;
    }

    [[nodiscard]] static QString kindOf(const Alert& alert)
    {
        const CauseRow* const kind = causeRow(alert.kind);
        return kind == nullptr ? QString::fromStdString(alert.kind)
                               : QString::fromUtf8(kind->words.data(), static_cast<qsizetype>(kind->words.size()));
    }

    [[nodiscard]] static QString placeOf(const Alert& alert)
    {
        return alert.names.empty() ? tr("any place") : QString::fromStdString(alert.names.front());
    }

    [[nodiscard]] QInputDialog* dialogOf(const QString& title, const QString& label) const
    {
        auto* dialog = new QInputDialog(&m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(title);
        dialog->setLabelText(label);
        return dialog;
    }

    void ask(const QString& title, const QString& question, const QString& answer,
             std::function<void(const Alert&, const QString&)> then) const
    {
        const auto alert = meant();
        if (!alert)
            return;
        auto* dialog = dialogOf(title, question);
        dialog->setTextValue(answer);
        QObject::connect(dialog, &QInputDialog::textValueSelected, &m_window,
                         [alert = *alert, then = std::move(then)](const QString& text) {
                             if (!text.trimmed().isEmpty())
                                 then(alert, text.trimmed());
                         });
        dialog->open();
    }

    void make(const Alert& alert, Judgement::Verdict verdict, const QString& text, std::optional<TimePoint> until) const
    {
        IncidentBoard& board = m_composition.incidents().board();
        Judgement judgement{newKey<JudgementKey>(),
                            verdict,
                            alert.key,
                            alert.kind,
                            alert.names.empty() ? std::string() : alert.names.front(),
                            text.toStdString(),
                            until,
                            board.author(),
                            wallClockNow(),
                            {}};
        IncidentChange change;
        change.text = "Judge an alert";
        m_say(tr("Alert %1. Ctrl+Z undoes this.").arg(QString::fromStdString(judgementText(judgement))));
        change.judgements.push_back({std::nullopt, std::move(judgement)});
        board.make(change);
    }

    /// @return it was muted
    bool unmute(const Alert& alert) const
    {
        IncidentBoard& board = m_composition.incidents().board();
        IncidentChange change;
        change.text = "Unmute";
        for (const Judgement& each :
             judgementsOf(board.book().judgements(), alert.key, alert.kind, alert.names, wallClockNow())) {
            if (each.verdict == Judgement::Verdict::Muted && !each.isForeign())
                change.judgements.push_back({each, std::nullopt});
        }
        if (change.judgements.empty())
            return false;
        board.make(change);
        m_say(tr("Unmuted"));
        return true;
    }

    QWidget& m_window;
    Composition& m_composition;
    AlertsPanel& m_alerts;
    std::function<void(const QString&)> m_say;
};

} // namespace

QList<QAction*> addJudgementActions(QWidget& window, Composition& composition, AlertsPanel& alerts,
                                    std::function<void(const QString&)> say)
{
    const auto judging = std::make_shared<Judging>(window, composition, alerts, std::move(say));
    return {
        makeAction(window, tr("Confirm alert"), Qt::Key_J, [judging] { judging->confirm(); }),
        makeAction(window, tr("Reject alert..."), Qt::SHIFT | Qt::Key_J, [judging] { judging->reject(); }),
        makeAction(window, tr("Mute or unmute alert..."), Qt::Key_M, [judging] { judging->mute(); }),
        makeAction(window, tr("Assign alert..."), Qt::SHIFT | Qt::Key_M, [judging] { judging->assign(); }),
    };
}

} // namespace lockstep
