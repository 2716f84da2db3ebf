import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import IdentityAPI
import Values

/// A contest that may be inserted, with the answers of other services. Its call and its definition
/// are read when it is made.
struct NewContest: Sendable {
    let id: ChallengeID
    let author: UserID
    /// The author's zone, used if the call names none.
    let timeZone: String
    let createdAt: Instant
    /// `nil` if the author may not use it.
    let source: Source?
    /// The invitees who may be invited.
    let guests: [CheckRecipients.Recipient]
    let card: PersonCard
    /// The pictures that the call names; `nil` if it names none.
    var photos: [PhotoRecord]?

    /// The source of the contest's text, besides the call.
    enum Source: Sendable {
        case own
        /// A definition, and the languages that the author prefers.
        case definition(DefinitionID, Languages)
        /// An earlier contest, and its participants.
        case contest(ContestRecord, people: [UserID])
    }

    /// The contest before the call is applied, with the rules and the text of its source.
    ///
    /// - Parameters:
    ///   - kind: The kind of contest.
    ///   - definition: The definition that it is made from; `nil` if there is none.
    ///   - rules: The limits.
    /// - Returns: A draft, without the text that the call has to give.
    func blank(
        _ kind: ChallengeKind,
        from definition: DefinitionRecord?,
        under rules: ContestRules
    ) -> ContestRecord {
        if case .contest(let original, _) = source {
            return ContestRecord(id, of: author, copying: original, at: createdAt, under: rules)
        }
        var blank = ContestRecord(
            id,
            kind,
            of: author,
            saying: definition.map { ChallengeContent($0) }
                ?? ChallengeContent(kind, name: "", description: ""),
            in: timeZone,
            at: createdAt,
            under: rules
        )
        if kind == .competition, let wanted = card.defaultVisibility, wanted != .unknown {
            blank.visibility = ContestVisibility(rawValue: wanted.rawValue) ?? blank.visibility
        }
        return blank
    }

    /// The place of the pictures to copy; `nil` if there are none.
    var pictures: (PhotoRecord.Place, UUID)? {
        switch source {
        case .definition(let id, _): (.definition, id.uuid)
        case .contest(let original, _): (.contest, original.id.uuid)
        case .own, nil: nil
        }
    }
}

extension NewContest.Source {
    /// The participants of an earlier contest.
    var people: [UserID] {
        switch self {
        case .own, .definition: []
        case .contest(_, let people): people
        }
    }
}
