// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/bundledialog.h"

#include "models/view/time/timeaxis.h"
#include "widgets/common/controls.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t maxListed = 8;
constexpr qsizetype longestTitle = 80;

QString titleInBundle(const BundleDifference& difference)
{
    const QString title = QString::fromStdString(difference.title).simplified();
    return title.size() > longestTitle ? title.left(longestTitle) + QChar(0x2026) : title;
}

QString momentOfChange(TimePoint time)
{
    return QString::fromStdString(formatDateTime(time));
}

} // namespace

BundleDialog::BundleDialog(const QString& path, const BundlePlan& plan, QWidget* parent)
    : QDialog(parent),
      m_words(makeLabel()),
      m_buttons{new QPushButton(tr("Keep newer version")), new QPushButton(tr("Keep bundle's version")),
                new QPushButton(tr("Keep my version"))}
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Import bundle"));
    const int count = static_cast<int>(plan.differing.size());
    const QString file = QFileInfo(path).fileName();
    QString text = tr("%1 contains %n incidents that differ from yours.", nullptr, count).arg(file);
    text += QStringLiteral("\n\n");
    for (std::size_t at = 0; at < std::min(plan.differing.size(), maxListed); ++at) {
        const BundleDifference& difference = plan.differing[at];
        text += tr("%1: last changed here %2, in the bundle %3\n")
                    .arg(titleInBundle(difference), momentOfChange(difference.changedHere),
                         momentOfChange(difference.changedThere));
    }
    if (plan.differing.size() > maxListed)
        text += tr("... and more\n");
    m_words->setText(text + u'\n'
                     + tr("Lockstep cannot verify the times of changes in the bundle. Your notes and pictures that are "
                          "missing from the bundle are kept, whichever version you choose."));
    m_words->setWordWrap(true);
    m_words->setMinimumWidth(480);

    auto* const line = new QHBoxLayout;
    line->addStretch(1);
    for (std::size_t at = 0; at < m_buttons.size(); ++at) {
        line->addWidget(m_buttons[at]);
        connect(m_buttons[at], &QPushButton::clicked, this, [this, choice = static_cast<BundleChoice>(at)] {
            Q_EMIT chosen(choice);
            accept();
        });
    }
    m_buttons.front()->setDefault(true);
    auto* const column = new QVBoxLayout(this);
    column->addWidget(m_words);
    column->addLayout(line);
    // Closing the dialog imports new incidents and changes no existing one.
    connect(this, &QDialog::rejected, this, [this] { Q_EMIT chosen(BundleChoice::Mine); });
}

} // namespace lockstep

#include "moc_bundledialog.cpp"
