import Values

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
///
/// Names are told apart by their bytes: two that only look alike are two. A name of more bytes than
/// any field has is unknown, and of it and its value nothing is kept but what a problem shows.
final class JSONObject {
    private var names: [BoundedText] = []
    private var values: [JSONNode] = []
    private var isAskedFor: [Bool] = []
    /// Where each field stands; empty as long as they are so few that looking through is faster.
    private var places: [BoundedText: Int] = [:]
    /// How names begin that are too long; the first of them.
    private var beginnings: [String] = []

    /// Whether a type with keys read it to its end; only then are the other fields unknown.
    var isRead = false

    /// The most bytes of a field's name.
    static let nameBytesMax = 64
    /// How many fields are looked through one by one.
    private static let fewMax = 16

    /// The fields whose names are no longer than a name may be.
    var fields: some Sequence<(name: String, value: JSONNode)> {
        zip(names, values).lazy.map { (name: $0.text, value: $1) }
    }

    /// Adds a field; `false` when there is one of that name, which stays.
    func add(_ name: String, _ value: JSONNode) -> Bool {
        guard let name = BoundedText(name, atMost: Self.nameBytesMax) else {
            if beginnings.count < JSONProblem.fieldsMax { beginnings.append(name.shown) }
            return true
        }
        guard place(of: name) == nil else { return false }
        names.append(name)
        values.append(value)
        isAskedFor.append(false)
        if names.count == Self.fewMax + 1 {
            for (place, name) in names.enumerated() { places[name] = place }
        } else if names.count > Self.fewMax {
            places[name] = names.count - 1
        }
        return true
    }

    /// The field's value; the field counts as known from then on.
    func ask(_ name: String) -> JSONNode? {
        guard let name = BoundedText(name, atMost: Self.nameBytesMax), let place = place(of: name)
        else { return nil }
        isAskedFor[place] = true
        return values[place]
    }

    private func place(of name: BoundedText) -> Int? {
        names.count > Self.fewMax ? places[name] : names.firstIndex(of: name)
    }

    /// The names of the fields that nobody asked for, as far as they are shown; first those that a
    /// field could have.
    var unknown: [String] {
        zip(names, isAskedFor).filter { !$0.1 }.map(\.0.text) + beginnings
    }
}
