import Values

/// One value of a JSON request.
enum JSONNode {
    case null
    case bool(Bool)
    /// A number as written, so that no digit of an amount is lost.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
    /// Replaces a value that was found wrong: it decodes as some value of any type, so that the
    /// fields beside it are checked too. What is read from it is discarded.
    case placeholder

    /// The kind of value, in words for a person.
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

/// The fields of a JSON object, and which of them were read.
///
/// Names are compared by their bytes: canonically equivalent names are different. A name longer
/// than any field's is unknown, and of it and its value only what a problem shows is kept.
final class JSONObject {
    private var names: [String] = []
    /// A hash of each name: equal for equal names, mostly different for others.
    private var marks: [UInt32] = []
    private var values: [JSONNode] = []
    private var isAskedFor: [Bool] = []
    /// The index of each field; empty while they are so few that a linear search is faster.
    private var places: [BoundedText: Int] = [:]
    /// The beginnings of names that are too long, at most `JSONProblem.fieldsMax` of them.
    private var beginnings: [String] = []

    /// Whether a type with keys read it to its end; only then are the other fields unknown.
    var isRead = false

    /// The maximum length of a field's name in bytes.
    static let nameBytesMax = 64
    /// The most fields that are searched linearly.
    private static let fewMax = 16

    /// The fields whose names are not too long.
    var fields: some Sequence<(name: String, value: JSONNode)> {
        zip(names, values).lazy.map { (name: $0, value: $1) }
    }

    /// Adds a field; returns `false` when there is one with that name, which is kept.
    func add(_ name: String, _ value: JSONNode) -> Bool {
        guard name.utf8.count <= Self.nameBytesMax else {
            if beginnings.count < JSONProblem.fieldsMax { beginnings.append(name.shown) }
            return true
        }
        let (place, mark) = place(of: name)
        guard place == nil else { return false }
        names.append(name)
        marks.append(mark)
        values.append(value)
        isAskedFor.append(false)
        if names.count > Self.fewMax { notePlaces() }
        return true
    }

    /// The field's value; marks the field as known.
    func ask(_ name: String) -> JSONNode? {
        guard name.utf8.count <= Self.nameBytesMax, let place = place(of: name).place else {
            return nil
        }
        isAskedFor[place] = true
        return values[place]
    }

    private func place(of name: String) -> (place: Int?, mark: UInt32) {
        if names.count > Self.fewMax {
            return (BoundedText(name, atMost: Self.nameBytesMax).flatMap { places[$0] }, 0)
        }
        var name = name
        let mark = name.withUTF8 { unsafe KeyList.mark(of: UnsafeRawBufferPointer($0)) }
        let marks = marks
        for place in marks.indices where marks[place] == mark && names[place].hasBytes(of: name) {
            return (place, mark)
        }
        return (nil, mark)
    }

    /// Indexes the last name, or all of them once they are many.
    private func notePlaces() {
        for place in places.count..<names.count {
            if let name = BoundedText(names[place], atMost: Self.nameBytesMax) {
                places[name] = place
            }
        }
    }

    /// The names of the fields that were not read, shortened for display; names that a field could
    /// have come first.
    var unknown: [String] {
        zip(names, isAskedFor).filter { !$0.1 }.map(\.0) + beginnings
    }
}
