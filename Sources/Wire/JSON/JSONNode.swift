import FoundationEssentials
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
    /// A query's parameter, which each type reads in its own way.
    case parameter(QueryParameter)
    /// The UUID of a supplied field. Indirect, so that the other values need no more space.
    indirect case uuid(UUID)
    /// Replaces a value that was found wrong: it decodes as some value of any type, so that the
    /// fields beside it are checked too. What is read from it is discarded.
    case placeholder

    /// The kind of value, in words for a person.
    var kind: String {
        switch self {
        case .null, .placeholder: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string, .parameter: "a text"
        case .uuid: "a UUID"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The text, or the text of a parameter; `nil` for anything else.
    var text: String? {
        switch self {
        case .string(let text): text
        case .parameter(let parameter): parameter.values[0]
        default: nil
        }
    }
}

/// A parameter of a query.
final class QueryParameter {
    /// What it was given, at least one text: a list may be given as several parameters of one name.
    fileprivate(set) var values: [String]
    /// Whether a list was read from it; for any other type a second value is one too many.
    var isList = false

    init(_ value: String) {
        values = [value]
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
    /// Fields that do not come from the request's body or query, and hide those that do.
    private var supplied: [(name: String, value: JSONNode)] = []
    /// The beginnings of names that are too long, at most `JSONProblem.fieldsMax` of them.
    private var beginnings: [String] = []

    /// Whether a type with keys read it to its end; only then are the other fields unknown.
    var isRead = false

    /// The maximum length of a field's name in bytes.
    static let nameBytesMax = 64
    /// The most fields that are searched linearly.
    private static let fewMax = 16

    /// Adds fields that hide those of the same names.
    func supply(_ fields: [SuppliedField]) {
        supplied += fields.map { ($0.name, $0.node) }
    }

    /// Replaces each null by what empties the field, where a patch has such a field.
    func empty(as patch: any MergePatch.Type) {
        for place in names.indices {
            guard case .null = values[place] else { continue }
            let isOfName = names[place].hasBytes(of:)
            if patch.emptiedTexts.contains(where: isOfName) {
                values[place] = .string("")
            } else if patch.emptiedLists.contains(where: isOfName) {
                values[place] = .array([])
            }
        }
    }

    /// The names of the fields that were read and are null.
    var nulls: [String] {
        names.indices.filter { place in
            guard case .null = values[place] else { return false }
            return isAskedFor[place]
        }.map { names[$0] }
    }

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

    /// Adds a query's parameter, or another value of it.
    ///
    /// - Returns: The parameter, if it had a value already.
    func addParameter(_ name: String, _ value: String) -> QueryParameter? {
        guard !add(name, .parameter(QueryParameter(value))),
            case .parameter(let parameter)? = place(of: name).place.map({ values[$0] })
        else { return nil }
        parameter.values.append(value)
        return parameter
    }

    /// The field's value; marks the field as known.
    func ask(_ name: String) -> JSONNode? {
        if let field = supplied.first(where: { $0.name == name }) { return field.value }
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
