/// One value of a JSON request.
enum JSONNode {
    case null
    case bool(Bool)
    /// The number as it is written: fractions lose nothing on their way to an amount.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
    /// Stands for a value that was found wrong: gives some value of whatever type is asked for, so
    /// that the fields beside it are looked at too. What is read from it is thrown away.
    case placeholder

    /// What it is, in words for a person.
    var kind: String {
        switch self {
        case .null, .placeholder: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// The fields of a JSON object, and which of them somebody asked for.
final class JSONObject {
    private(set) var fields: [(key: String, value: JSONNode)] = []
    private var indices: [String: Int] = [:]
    private var isAskedFor: [Bool] = []

    /// Whether a type with keys read it to its end; only then are the other fields unknown.
    var isRead = false

    /// Adds a field; `false` when there is one of that name, which stays.
    func add(_ key: String, _ value: JSONNode) -> Bool {
        guard indices.updateValue(indices[key] ?? fields.count, forKey: key) == nil else {
            return false
        }
        fields.append((key, value))
        isAskedFor.append(false)
        return true
    }

    /// The field's value; the field counts as known from then on.
    func ask(_ key: String) -> JSONNode? {
        guard let index = indices[key] else { return nil }
        isAskedFor[index] = true
        return fields[index].value
    }

    /// The names of the fields that nobody asked for.
    var unknown: [String] {
        zip(fields, isAskedFor).filter { !$0.1 }.map(\.0.key)
    }
}
