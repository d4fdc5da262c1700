// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lockstep::test {

/// Validates a JSON value against the subset of JSON Schema that ours use: $ref, type, const, enum, pattern,
/// properties, required, additionalProperties, items. @return the problem and its place; empty: valid
class SchemaCheck
{
public:
    explicit SchemaCheck(QJsonObject schema) : m_root(std::move(schema)) { }

    [[nodiscard]] QStringList problems(const QJsonValue& value) const
    {
        QStringList found;
        check(value, m_root, QStringLiteral("$"), found);
        return found;
    }

private:
    void check(const QJsonValue& value, const QJsonObject& schema, const QString& at, QStringList& found) const
    {
        if (const QString ref = schema[u"$ref"].toString(); !ref.isEmpty())
            return check(value, m_root[u"$defs"].toObject()[ref.section(u'/', -1)].toObject(), at, found);
        if (schema.contains(u"type") && !isOfType(value, schema[u"type"]))
            found += at + u": of another type"_qs;
        if (schema.contains(u"const") && value != schema[u"const"])
            found += at + u": another value"_qs;
        if (schema.contains(u"enum") && !schema[u"enum"].toArray().contains(value))
            found += at + u": not one of the words"_qs;
        if (schema.contains(u"pattern")
            && !QRegularExpression(schema[u"pattern"].toString()).match(value.toString()).hasMatch())
            found += at + u": does not match"_qs;
        const QJsonObject known = schema[u"properties"].toObject();
        const QJsonObject members = value.toObject();
        for (auto each = members.begin(); each != members.end(); ++each) {
            if (known.contains(each.key()))
                check(each.value(), known[each.key()].toObject(), at + u'.' + each.key(), found);
            else if (schema.contains(u"additionalProperties"))
                found += at + u'.' + each.key() + u": not in the schema"_qs;
        }
        for (const QJsonValue& name : schema[u"required"].toArray()) {
            if (!members.contains(name.toString()))
                found += at + u'.' + name.toString() + u": missing"_qs;
        }
        const QJsonArray items = value.toArray();
        for (qsizetype i = 0; i < items.size() && schema.contains(u"items"); ++i)
            check(items[i], schema[u"items"].toObject(), QStringLiteral("%1[%2]").arg(at).arg(i), found);
    }

    static bool isOfType(const QJsonValue& value, const QJsonValue& type)
    {
        if (type.isArray()) {
            const QJsonArray any = type.toArray();
            return std::any_of(any.begin(), any.end(), [&](const QJsonValue& each) { return isOfType(value, each); });
        }
        const QString name = type.toString();
        return (name == u"object" && value.isObject()) || (name == u"array" && value.isArray())
            || (name == u"string" && value.isString()) || (name == u"boolean" && value.isBool())
            || (name == u"null" && value.isNull()) || (name == u"number" && value.isDouble())
            || (name == u"integer" && value.isDouble() && value.toDouble() == std::floor(value.toDouble()));
    }

    QJsonObject m_root;
};

} // namespace lockstep::test
