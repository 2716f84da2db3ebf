import ChallengesAPI
package import Identifiers
import Postgres
import Values

/// A stored definition. If it was read for a viewer, a preset is in their language.
package struct DefinitionRecord: Hashable, Sendable {
    package let id: DefinitionID
    /// `nil` for a preset.
    package let author: UserID?
    /// The name of a preset.
    let preset: String?
    package var name = ""
    var caption = ""
    var description = ""
    var category: String?
    var unit: String?
    var target: Amount?
    var targetSeconds: Int?
    var wholeNumbers = false
    var metric: Metric?
    var timer = TimerMode.none
    var proof = Proof.optional
    var visibility = Visibility.private
    var state = State.shown
    let createdAt: Instant
    var changedAt: Instant
    package var version: Int64 = 1

    enum State: String, Bindable, Readable {
        case shown
        /// Hidden after reports.
        case hidden
        /// Deleted by its author. Challenges made from it keep their copies.
        case deleted
    }

    /// A new definition without texts, of an author or with the name of a preset.
    init(id: DefinitionID, author: UserID?, preset: String? = nil, at now: Instant) {
        self.id = id
        self.author = author
        self.preset = preset
        createdAt = now
        changedAt = now
    }

    /// Whether the fields that an author may change are equal, texts byte by byte.
    func says(whatIsSaidBy other: DefinitionRecord) -> Bool {
        let texts = [
            (name, other.name), (caption, other.caption), (description, other.description),
            (category ?? "", other.category ?? ""), (unit ?? "", other.unit ?? ""),
        ]
        return texts.allSatisfy { $0.utf8.elementsEqual($1.utf8) }
            && target == other.target && targetSeconds == other.targetSeconds
            && wholeNumbers == other.wholeNumbers
            && metric == other.metric && timer == other.timer && proof == other.proof
            && visibility == other.visibility
    }
}

extension DefinitionRecord {
    /// The columns of `definitions`.
    static let columns: Columns = [
        "id", "author", "preset", "name", "caption", "description", "category", "unit", "target",
        "target_seconds", "whole_numbers", "metric", "timer", "proof", "visibility", "state",
        "created_at", "changed_at", "version",
    ]
    /// The columns with the table's name, for statements that read other tables too.
    static let joinedColumns = columns.of("definitions")

    /// Reads `columns`.
    init(reading row: inout Row) throws {
        id = try row.next()
        author = try row.next()
        preset = try row.next()
        name = try row.next()
        caption = try row.next()
        description = try row.next()
        category = try row.next()
        unit = try row.next()
        target = try row.next()
        targetSeconds = try row.next()
        wholeNumbers = try row.next()
        metric = try row.next(String?.self).map { Metric(rawValue: $0) ?? .unknown }
        timer = TimerMode(rawValue: try row.next()) ?? .unknown
        proof = Proof(rawValue: try row.next()) ?? .unknown
        visibility = Visibility(rawValue: try row.next()) ?? .unknown
        state = try row.next()
        createdAt = try row.next()
        changedAt = try row.next()
        version = try row.next()
    }
}
