import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import IdentityAPI
import Values

/// A contest that may be inserted: what other services say of it. What its call and its definition
/// say is read when it is made.
struct NewContest: Sendable {
    let id: ChallengeID
    let author: UserID
    /// The author's, which counts if the call names none.
    let timeZone: String
    let createdAt: Instant
    /// `nil` for one that the author may not use.
    let source: Source?
    /// Those of its invitees who may be invited.
    let guests: [CheckRecipients.Recipient]
    let card: PersonCard
    /// The pictures that the call names; `nil` if it names none.
    var photos: [PhotoRecord]?

    /// What says what to do, besides the call.
    enum Source: Sendable {
        case own
        /// A definition, and the languages that the author wants it in.
        case definition(DefinitionID, Languages)
        /// An earlier contest, and the people in it.
        case contest(ContestRecord, people: [UserID])
    }

    /// The contest that it takes its rules and its text from, before the call says anything.
    ///
    /// - Parameters:
    ///   - kind: What kind it is.
    ///   - definition: The definition that it is made from; `nil` if it is made from none.
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
        return ContestRecord(
            id,
            kind,
            of: author,
            saying: definition.map { ChallengeContent($0) }
                ?? ChallengeContent(kind, name: "", description: ""),
            in: timeZone,
            at: createdAt,
            under: rules
        )
    }

    /// The pictures to copy; `nil` if there are none.
    var pictures: (PhotoRecord.Place, UUID)? {
        switch source {
        case .definition(let id, _): (.definition, id.uuid)
        case .contest(let original, _): (.contest, original.id.uuid)
        case .own, nil: nil
        }
    }
}

extension NewContest.Source {
    /// The people of an earlier contest.
    var people: [UserID] {
        switch self {
        case .own, .definition: []
        case .contest(_, let people): people
        }
    }
}
