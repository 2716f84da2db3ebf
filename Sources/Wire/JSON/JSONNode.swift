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
    private var names: [String] = []
    /// A number for each name: equal for equal ones, mostly different for others.
    private var marks: [UInt32] = []
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
        zip(names, values).lazy.map { (name: $0, value: $1) }
    }

    /// Adds a field; `false` when there is one of that name, which stays.
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

    /// The field's value; the field counts as known from then on.
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

    /// Notes where the last name stands, and where all do once they are many.
    private func notePlaces() {
        for place in places.count..<names.count {
            if let name = BoundedText(names[place], atMost: Self.nameBytesMax) {
                places[name] = place
            }
        }
    }

    /// The names of the fields that nobody asked for, as far as they are shown; first those that a
    /// field could have.
    var unknown: [String] {
        zip(names, isAskedFor).filter { !$0.1 }.map(\.0) + beginnings
    }
}
