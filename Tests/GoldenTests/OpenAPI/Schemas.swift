import ChallengesAPI
import Testing
import Values
import Wire

/// The schemas of what travels, as JSON Schema.
struct Schemas {
    /// Which way a type travels: a request is refused for a member that its schema does not name,
    /// and may have null for an absent one, or in a patch to empty it; an answer may get members in
    /// a later release.
    enum Direction {
        case request, answer
    }

    /// The members of a mapping.
    typealias Members = [(String, YAMLNode)]

    private let sampler: Sampler
    private let documentation: Documentation
    /// Fields that another call's reply adds to an answer, by the answer's type.
    private let additions: [String: [AddedField]]
    private var definitions: [(name: String, schema: YAMLNode)] = []
    /// The names of the enumerations that answers hold.
    private var answered: Set<String> = []

    /// A field, and the type that says what it means.
    struct AddedField {
        let field: Sampler.Field
        let type: String
    }

    init(_ sampler: Sampler, _ documentation: Documentation, additions: [String: [AddedField]]) {
        self.sampler = sampler
        self.documentation = documentation
        self.additions = additions
    }

    /// Every schema that was referred to, in the order in which they were first needed.
    var all: YAMLNode {
        .map(
            definitions.map { name, schema in
                (name, answered.contains(name) ? Self.open(schema) : schema)
            }
        )
    }

    /// What is said of an enumeration of answers. The keyword stays: most generators have an option
    /// that makes a case of values that it does not list, while of `anyOf` with any text several
    /// make a type that loses the value, and without it none has names for the values.
    private static let openness = "A later release may answer others: take those as unknown."

    private static func open(_ schema: YAMLNode) -> YAMLNode {
        guard case .map(let members) = schema else { return schema }
        return .map(
            members.map { key, value in
                guard key == "description", case .text(let text) = value else {
                    return (key, value)
                }
                let end = text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex
                return (key, .text("\(text[..<end]) \(openness)\(text[end...])"))
            }
        )
    }

    /// Defines the refusal that shows a resource as it is now.
    mutating func defineProblem(of resource: String) {
        var current = Self.reference(resource)
        current.insert(("description", "What the refusal is about, as it is now."), at: 0)
        define(
            "\(resource)Problem",
            [
                "description": "A refusal that may show what it is about as it is now.",
                "allOf": [
                    .reference("schemas/Problem"),
                    ["type": "object", "properties": ["current": .map(current)]],
                ],
            ]
        )
    }

    /// Names that follow from no rule.
    private static let names = [
        "Register": "Registration", "SignIn": "Credentials", "RefreshSession": "Refresh",
        "SetAvatar": "Avatar", "ChangeSettings": "SettingsChange",
        "ChangeProfile": "ProfileChange", "ChangePassword": "PasswordChange",
        "RequestReset": "ResetRequest", "ResetPassword": "PasswordReset",
        "VerifyEmail": "EmailVerification",
        "SendFriendRequest": "NewFriendRequest", "SeeNotices": "SeenNotices",
        "CreateChallenge": "NewChallenge", "SubmitAssignment": "Submission",
        "CreateDefinition": "NewDefinition", "ChangeDefinition": "DefinitionChange",
        "Page<Category>": "Categories",
        "DenyAssignment": "MaybeReason", "ExcuseAssignment": "MaybeReason",
        "RejectSubmission": "Reason", "TryAgain": "SecondChance",
        "CreateChallenge.Reply": "Challenge", "CreateChallenge.Sent": "Sent",
        "CheckChallenge": "ChallengeCheck", "CheckChallenge.Reply": "CheckedChallenge",
        "CheckChallenge.Recipient": "CheckedRecipient",
        "GetRank.Reply": "Rank", "UploadMedia.Reply": "Media",
        "GetHoldings.Reply": "Holdings", "Page<Person>": "People",
        "CreateContest": "NewContest", "ChangeContest": "ContestChange",
        "HandOverContest": "HandOver", "InviteToContest": "Invitations",
        "InviteToContest.Reply": "Invited", "ShareContest": "Shares", "JoinContest": "Joining",
        "SetTarget": "Target", "CompleteContest": "ContestCompletion",
        "MakeCode": "NewCode", "ContestCode": "Code", "Page<ContestCode>": "Codes",
        "AddEntry": "NewEntry", "ChangeEntry": "EntryChange", "Page<Entry>": "Entries",
        "Entry.EntryPhoto": "EntryPhoto", "ChangePhoto": "PhotoChange", "QueryEntry": "NewQuery",
        "VoteOnEntry": "Vote", "DecideEntry": "Decision",
        "AddPhotos": "NewPhotos", "AddPhotos.Reply": "AddedPhotos",
        "SeeMedals": "SeenMedals", "SeeMedals.Reply": "NewMedals", "PlanStreak": "StreakPlan",
    ]

    /// Texts of which several types have one.
    private static let texts: [TextLimit: String] = [Assignment.reasonLimit: "ReasonText"]

    /// `Assignment.State` is `AssignmentState`, `Page<Assignment>` is `Assignments`.
    private static func name(of type: String) -> String {
        names[type] ?? type.wholeMatch(of: /Page<(.*)>/).map { "\($0.1)s" }
            ?? type.replacing(".", with: "")
    }

    /// Refers to a type that is answered.
    mutating func answer(_ type: String) -> YAMLNode {
        .map(Self.reference(define(type, fields(of: type), .answer)))
    }

    /// Refers to what a request's body holds: the fields of a call but those that come from
    /// elsewhere.
    mutating func body(of call: String, without others: Set<String>) -> YAMLNode {
        let fields = fields(of: call).filter { !others.contains($0.name) }
        let name = fields.isEmpty ? "Nothing" : define(call, fields, .request)
        return .map(Self.reference(name))
    }

    func fields(of type: String) -> [Sampler.Field] {
        guard case .fields(let fields)? = sampler.shapes[type] else { return [] }
        return fields
    }

    /// What a field may hold, and what it means.
    mutating func property(
        _ field: Sampler.Field,
        of type: String,
        _ direction: Direction
    ) -> YAMLNode {
        let limit = sampler.limits[type]?[field.name]
        var schema = schema(of: field.type, limit, direction)
        if direction == .request, Self.mayBeNull(field, of: type) {
            schema = Self.nullable(schema)
        }
        var description = Prose(documentation.lines(of: field.name, in: type)).text
        if case .distinctItems? = limit, Self.isOrdered(field.type) {
            description += " Each at most once."
        }
        if case .words? = limit, direction == .answer { description += " \(Self.openness)" }
        schema.insert(("description", .text(description)), at: 0)
        return .map(schema)
    }

    /// The schema of a parameter, which has a description of its own.
    mutating func parameter(_ field: Sampler.Field, of call: String) -> YAMLNode {
        .map(schema(of: field.type, sampler.limits[call]?[field.name], .request))
    }

    private mutating func schema(
        of type: String,
        _ limit: FieldLimit?,
        _ direction: Direction
    ) -> Members {
        switch type {
        case "text": return text(limit)
        case "int": return Self.simple("integer", limit)
        case "float": return Self.simple("number", limit)
        case "bool": return Self.simple("boolean", limit)
        case "instant": return Self.reference("Instant")
        case "amount": return amount(limit)
        case "day": return Self.reference("Day")
        case "media": return Self.reference("MediaURL")
        case _ where type.hasPrefix("uuid"): return Self.reference("ID")
        case _ where type.hasPrefix("["):
            var counts = limit
            if case .distinctItems(let range)? = limit, Self.isOrdered(type) {
                counts = .items(range)
            }
            var list = Self.simple("array", counts)
            let items = schema(of: String(type.dropFirst().dropLast()), nil, direction)
            list.append(("items", .map(items)))
            return list
        default: return Self.reference(define(type, fields(of: type), direction))
        }
    }

    /// Whether a type is a list whose order counts, as that of pictures and people does. Generated
    /// clients make a set, without order, of what is said to be unique.
    private static func isOrdered(_ type: String) -> Bool { type.hasPrefix("[uuid") }

    private static func reference(_ name: String) -> Members {
        [("$ref", .text("#/components/schemas/\(name)"))]
    }

    private mutating func text(_ limit: FieldLimit?) -> Members {
        let schema = Self.simple("string", limit)
        guard case .text(let limit)? = limit, let name = Self.texts[limit] else { return schema }
        define(name, .map(schema))
        return Self.reference(name)
    }

    /// An amount of a request has a limit.
    private mutating func amount(_ limit: FieldLimit?) -> Members {
        guard let limit else { return Self.reference("Amount") }
        guard case .amount(Amount.positive) = limit else { return Self.simple("number", limit) }
        var schema = Self.simple("number", limit)
        let description = "A decimal number above 0 and below 10¹² with at most six decimals."
        schema.insert(("description", .text(description)), at: 1)
        define("PositiveAmount", .map(schema))
        return Self.reference("PositiveAmount")
    }

    /// A type of JSON Schema, and what it calls a limit.
    private static func simple(_ type: String, _ limit: FieldLimit?) -> Members {
        var schema: Members = [("type", .text(type))]
        func add(_ keyword: String, _ value: YAMLNode) { schema.append((keyword, value)) }
        switch limit {
        case .text(let limit):
            if let format = limit.format { add("format", .text(format)) }
            let counts = limit.characters
            if counts.lowerBound > 0 { add("minLength", YAMLNode(counts.lowerBound)) }
            add("maxLength", YAMLNode(counts.upperBound))
            if let alphabet = limit.alphabet {
                let many = counts.lowerBound > 0 ? "+" : "*"
                add("pattern", .text("^[\(alphabet.expression)]\(many)$"))
            }
        case .items(let counts), .distinctItems(let counts):
            if counts.lowerBound > 0 { add("minItems", YAMLNode(counts.lowerBound)) }
            add("maxItems", YAMLNode(counts.upperBound))
            if limit == .distinctItems(counts) { add("uniqueItems", true) }
        case .number(let range, let standard):
            add("minimum", YAMLNode(range.lowerBound))
            add("maximum", YAMLNode(range.upperBound))
            if let standard { add("default", YAMLNode(standard)) }
        case .atLeast(let least): add("minimum", YAMLNode(least))
        case .amount(let range):
            // Amounts go by millionths: the one below the least is often a rounder number.
            if range.lowerBound.millionths == 0 {
                add("minimum", .plain("0"))
            } else if let below = Amount(millionths: range.lowerBound.millionths - 1) {
                add("exclusiveMinimum", .plain("\(below)"))
            }
            add("maximum", .plain("\(range.upperBound)"))
        case .words(let words): add("enum", .list(words.map { .text($0) }))
        case nil: break
        }
        return schema
    }

    /// Whether null is taken: as absent, or in a patch to empty the field.
    private static func mayBeNull(_ field: Sampler.Field, of type: String) -> Bool {
        let call = Interface.calls.first { $0.name == type }
        guard let patch = call as? any MergePatch.Type else { return field.isOptional }
        return patch.emptiedTexts.contains(field.name) || patch.emptiedLists.contains(field.name)
    }

    /// The schema of what may also be null.
    private static func nullable(_ schema: Members) -> Members {
        guard schema[0].0 == "type", case .text(let type) = schema[0].1 else {
            return [("anyOf", [.map(schema), ["type": "null"]])]
        }
        var schema = schema
        schema[0].1 = [.text(type), "null"]
        if let place = schema.firstIndex(where: { $0.0 == "enum" }),
            case .list(let words) = schema[place].1
        {
            schema[place].1 = .list(words + [.plain("null")])
        }
        return schema
    }

    // Definitions.

    /// Writes the schema of a type, and of those of its fields.
    ///
    /// - Returns: Its name.
    private mutating func define(
        _ type: String,
        _ fields: [Sampler.Field],
        _ direction: Direction
    ) -> String {
        let name = Self.name(of: type)
        if case .words(let words)? = sampler.shapes[type] {
            if direction == .answer { answered.insert(name) }
            define(name, enumeration(type, words))
        } else {
            // Listed before the types of its fields.
            let place = definitions.count
            let isNew = !definitions.contains { $0.name == name }
            if isNew { definitions.append((name, [:])) }
            let schema = object(type, fields, direction)
            if isNew { definitions[place].schema = schema } else { define(name, schema) }
        }
        return name
    }

    private mutating func define(_ name: String, _ schema: YAMLNode) {
        guard let other = definitions.first(where: { $0.name == name }) else {
            return definitions.append((name, schema))
        }
        #expect(
            Self.rules(of: other.schema) == Self.rules(of: schema),
            "two types are called \(name)"
        )
    }

    /// A schema without what it says for people.
    private static func rules(of schema: YAMLNode) -> [String] {
        guard case .map(let members) = schema else { return schema.block(indent: 0) }
        return members.filter { $0.0 != "description" }.flatMap { [$0.0] + rules(of: $0.1) }
    }

    private func enumeration(_ type: String, _ words: [String]) -> YAMLNode {
        let listed = words.filter { isSent($0, of: type) }
        let meanings = listed.map { word in
            "* `\(word)`: " + Prose(documentation.lines(of: word, in: type)).text
        }
        let about = Prose(documentation.lines(of: type)).text
        return [
            "type": "string",
            "description": .text(about + "\n\n" + meanings.joined(separator: "\n")),
            "enum": .list(listed.map { .text($0) }),
        ]
    }

    /// Whether replies may hold a word. `unknown` stands for what only a later release knows, and
    /// is then never sent, unless its text gives it a meaning of its own.
    private func isSent(_ word: String, of type: String) -> Bool {
        guard word == "unknown" else { return true }
        let text = documentation.lines(of: word, in: type).joined(separator: " ")
        return !text.isEmpty && !text.contains("release")
    }

    private mutating func object(
        _ type: String,
        _ fields: [Sampler.Field],
        _ direction: Direction
    ) -> YAMLNode {
        var required: [YAMLNode] = []
        var properties: Members = []
        for field in fields {
            let isCursor = type.hasPrefix("Page<") && field.name == "nextCursor"
            if !field.isOptional || isCursor { required.append(.text(field.name)) }
            properties.append(
                (
                    field.name,
                    isCursor
                        ? .map(Self.reference("NextCursor"))
                        : property(field, of: type, direction)
                )
            )
        }
        if direction == .answer {
            for added in additions[type] ?? [] {
                properties.append(
                    (added.field.name, property(added.field, of: added.type, .answer))
                )
            }
        }
        var schema: Members = [("type", "object")]
        if direction == .request {
            let summary = Prose(documentation.lines(of: type)).summary
            schema.append(("description", .text(summary + ".")))
            schema.append(("additionalProperties", false))
        } else {
            schema.append(("description", .text(Prose(documentation.lines(of: type)).text)))
        }
        if !required.isEmpty { schema.append(("required", .list(required))) }
        schema.append(("properties", .map(properties)))
        return .map(schema)
    }
}
