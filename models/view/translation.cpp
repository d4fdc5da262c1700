// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/translation.h"

#include <QLibraryInfo>
#include <QTranslator>

#include <memory>

namespace lockstep {

namespace {

void install(std::unique_ptr<QTranslator> translator, bool isLoaded)
{
    if (isLoaded && QCoreApplication::installTranslator(translator.get()))
        translator.release()->setParent(QCoreApplication::instance());
}

} // namespace

void installTranslations(const QLocale& user)
{
    const QString ours = QStringLiteral(":/translations");
    // The translator that was installed last is asked first.
    auto english = std::make_unique<QTranslator>();
    const bool hasEnglish = english->load(QStringLiteral("lockstep_en"), ours);
    install(std::move(english), hasEnglish);
    auto qts = std::make_unique<QTranslator>(); // buttons and dialogs of Qt itself
    const bool hasQts = qts->load(user, QStringLiteral("qtbase"), QStringLiteral("_"),
                                  QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(std::move(qts), hasQts);
    auto translation = std::make_unique<QTranslator>();
    const bool hasTranslation = translation->load(user, QStringLiteral("lockstep"), QStringLiteral("_"), ours);
    install(std::move(translation), hasTranslation);
}

} // namespace lockstep
