// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/linkage.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep::test {

namespace {

/// Header-only includes whose library is intentionally not linked.
struct HeaderOnly
{
    const char* target;
    const char* owner;
};

constexpr HeaderOnly headersOnly[] = {
    {"sampling", "agentservice"}, // a program that only prints one tick links no server
};

bool isHeaderOnly(const QString& target, const QString& owner)
{
    return std::ranges::any_of(headersOnly, [&](const HeaderOnly& each) {
        return target == QLatin1StringView(each.target) && owner == QLatin1StringView(each.owner);
    });
}

BuildTarget targetOf(const QString& folder, const QString& declaration)
{
    static const QStringList sections{u"KIND"_qs, u"SOURCES"_qs, u"PUBLIC"_qs, u"PRIVATE"_qs, u"LINK"_qs, u"MOC"_qs};
    const QString ours = u"lockstep::"_qs;
    QStringList words = declaration.simplified().split(u' ');
    BuildTarget target{.name = words.takeFirst(), .sources = {}, .publicLinks = {}, .privateLinks = {}};
    QString section;
    for (const QString& word : words) {
        if (sections.contains(word))
            section = word;
        else if (section == u"SOURCES")
            target.sources << QDir::cleanPath(folder + u'/' + word);
        else if (word.startsWith(ours))
            (section == u"PUBLIC" ? target.publicLinks : target.privateLinks) << word.mid(ours.size());
    }
    return target;
}

void addWithPublicLinks(QSet<QString>& seen, const QString& name, const QHash<QString, BuildTarget>& targets)
{
    if (seen.contains(name))
        return;
    seen.insert(name);
    for (const QString& link : targets.value(name).publicLinks)
        addWithPublicLinks(seen, link, targets);
}

QSet<QString> seenBy(const BuildTarget& target, const QHash<QString, BuildTarget>& targets)
{
    QSet<QString> seen{target.name};
    for (const QString& link : target.publicLinks + target.privateLinks)
        addWithPublicLinks(seen, link, targets);
    return seen;
}

} // namespace

FolderTexts readFolderTexts(const QString& root, const QString& name)
{
    FolderTexts texts;
    const QDir base(root);
    for (const QString& room : {u"app"_qs, u"models"_qs, u"datasources"_qs, u"widgets"_qs, u"views3d"_qs}) {
        QDirIterator found(base.filePath(room), {name}, QDir::Files, QDirIterator::Subdirectories);
        while (found.hasNext()) {
            QFile file(found.next());
            if (file.open(QIODevice::ReadOnly))
                texts.insert(base.relativeFilePath(found.fileInfo().path()), QString::fromUtf8(file.readAll()));
        }
    }
    return texts;
}

QList<BuildTarget> targetsOf(const FolderTexts& buildFiles)
{
    static const QRegularExpression comment(u"#[^\n]*"_qs);
    static const QRegularExpression declaration(u"\\blockstep_(?:room|program)\\(([^)]*)\\)"_qs);
    QList<BuildTarget> targets;
    for (auto file = buildFiles.begin(); file != buildFiles.end(); ++file) {
        QString text = file.value();
        text.remove(comment);
        for (auto found = declaration.globalMatch(text); found.hasNext();)
            targets << targetOf(file.key(), found.next().captured(1));
    }
    return targets;
}

QStringList unlinkedIncludes(const SourceTree& sources, const QList<BuildTarget>& targets)
{
    QHash<QString, BuildTarget> byName;
    QHash<QString, QString> owners;
    for (const BuildTarget& target : targets) {
        byName.insert(target.name, target);
        for (const QString& source : target.sources)
            owners.insert(source, target.name);
    }
    QHash<QString, QSet<QString>> seen;
    for (const BuildTarget& target : targets)
        seen.insert(target.name, seenBy(target, byName));

    QStringList found;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        const QString target = owners.value(source.key());
        if (target.isEmpty()) {
            found << u"%1 is listed by no room"_qs.arg(source.key());
            continue;
        }
        for (const QString& include : includesOf(source.value()).own) {
            const QString owner = owners.value(include);
            if (!owner.isEmpty() && !seen[target].contains(owner) && !isHeaderOnly(target, owner))
                found << u"%1 includes %2, but %3 does not link %4"_qs.arg(source.key(), include, target, owner);
        }
    }
    return found;
}

QStringList undescribedFolders(const FolderTexts& buildFiles, const FolderTexts& readmes)
{
    constexpr qsizetype maxLines = 40;
    QStringList found;
    for (auto file = buildFiles.begin(); file != buildFiles.end(); ++file) {
        const QString above = file.key().left(std::max<qsizetype>(0, file.key().lastIndexOf(u'/')));
        const bool hasTarget = !targetsOf({{file.key(), file.value()}}).isEmpty();
        if (hasTarget && !readmes.contains(file.key()) && !readmes.contains(above))
            found << u"%1 is described by no README"_qs.arg(file.key());
    }
    for (auto readme = readmes.begin(); readme != readmes.end(); ++readme) {
        if (readme.value().count(u'\n') > maxLines)
            found << u"The README of %1 has more than %2 lines"_qs.arg(readme.key()).arg(maxLines);
    }
    return found;
}

} // namespace lockstep::test
