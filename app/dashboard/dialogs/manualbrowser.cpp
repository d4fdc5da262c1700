// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/manualbrowser.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

QString listOf(const QDir& folder)
{
    QString page = u"# %1\n\n"_s.arg(folder.dirName());
    for (const QString& name : folder.entryList())
        page += u"- [%1](%2/%1)\n"_s.arg(name, folder.dirName());
    return page;
}

QString pageAt(const QString& path)
{
    if (QFileInfo(path).isDir())
        return listOf(QDir(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return ManualBrowser::tr("This file is only in Lockstep's source tree: `%1`").arg(QFileInfo(path).fileName());
    const QString text = QString::fromUtf8(file.readAll());
    return path.endsWith(u".md") ? text : u"```\n%1\n```"_s.arg(text);
}

} // namespace

QString anchorOf(const QString& heading)
{
    static const QRegularExpression dropped(u"[^\\w\\- ]"_s);
    return heading.toLower().remove(dropped).replace(u' ', u'-');
}

ManualBrowser::ManualBrowser(QWidget* parent) : QTextBrowser(parent)
{
    setAccessibleName(tr("Manual page"));
}

void ManualBrowser::showPage(const QString& page)
{
    setSource(QUrl(u"qrc:/manual/"_s + page), QTextDocument::MarkdownResource);
}

void ManualBrowser::doSetSource(const QUrl& url, QTextDocument::ResourceType)
{
    const QUrl page = m_page.resolved(url);
    if (page.scheme() != u"qrc"_s)
        return;
    m_page = page;
    QTextBrowser::doSetSource(page, QTextDocument::MarkdownResource);
    scrollToHeading(page.fragment());
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    constexpr int widest = 900;
    const QUrl url = m_page.resolved(name);
    const QString path = u':' + url.path();
    if (type != QTextDocument::ImageResource) {
        m_page = url; // also set when navigating back
        const QString page = pageAt(path);
        const bool hasTwoInARow = page.contains(u"| ![");
        m_pictureWidth = std::min(viewport()->width() - 60, widest) / (hasTwoInARow ? 2 : 1);
        return page;
    }
    const QImage picture(path);
    return picture.width() > m_pictureWidth ? picture.scaledToWidth(m_pictureWidth, Qt::SmoothTransformation) : picture;
}

/// Qt creates no anchors for headings in Markdown.
void ManualBrowser::scrollToHeading(const QString& anchor)
{
    if (anchor.isEmpty())
        return;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || anchorOf(block.text()) != anchor)
            continue;
        setTextCursor(QTextCursor(block));
        verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect().top());
        return;
    }
}

} // namespace lockstep

#include "moc_manualbrowser.cpp"
