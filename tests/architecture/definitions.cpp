// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/definitions.h"

#include <QRegularExpression>

namespace lockstep::test {

QMap<QString, QStringList> definitionFiles(const SourceTree& sources)
{
    static const QRegularExpression space(u"^namespace ([\\w:]+)"_qs, QRegularExpression::MultilineOption);
    // In clang-format's layout, only text at the beginning of a line is outside all braces.
    static const QRegularExpression member(
        u"^(?:[^\\s#}(={;][^\\n(={;]*[\\s&*>])?((?:[A-Z]\\w*::)+)(?:~?\\w+|operator[^\\n]*?)\\("_qs,
        QRegularExpression::MultilineOption);
    QMap<QString, QStringList> files;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        if (!source.key().endsWith(u".cpp"_qs))
            continue;
        const QString code = codeOf(source.value());
        const QString prefix = space.match(code).captured(1) + u"::"_qs;
        for (auto found = member.globalMatch(code); found.hasNext();) {
            QStringList& known = files[prefix + found.next().captured(1).chopped(2)];
            if (!known.contains(source.key()))
                known << source.key();
        }
    }
    return files;
}

} // namespace lockstep::test
