import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Values
import Wire

/// A challenge with valid fields. Whether the recipients are friends is not checked yet. The
/// content of a definition is read when the challenge is created.
struct ChallengeDraft: Sendable {
    let id: ChallengeID
    let kind: ChallengeKind
    let author: UserID
    let source: Source
    /// `nil` for the proof that the content asks for.
    let proof: Proof?
    let deadline: Instant?
    let createdAt: Instant
    /// 1 to 100 recipients, without duplicates, without the author.
    let recipients: [UserID]

    /// Where the content comes from.
    enum Source: Sendable {
        case content(ChallengeContent)
        /// A definition that the author may see, and the languages in which they want it.
        case definition(DefinitionID, Languages)
    }

    /// The sources of a call's content that the author may use.
    struct References: Sendable {
        /// The challenge to copy.
        var original: Original?
        /// Whether there is a definition that the author may see.
        var hasDefinition = false
    }

    /// A challenge of the author that is copied, and its recipients.
    struct Original: Sendable {
        let challenge: ChallengeRecord
        let recipients: [UserID]
    }

    /// Reads a call; collects every problem, and returns `nil` if there is one.
    init?(
        _ call: CreateChallenge,
        from author: UserID,
        with references: References,
        at now: Instant,
        under rules: DareRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if !call.kind.hasAssignments { problems.add(.kindUnknown, at: "/kind") }
        let source = problems.source(of: call, references)
        let recipients = call.recipients ?? references.original?.recipients
        // The recipients of a challenge that can't be copied are not known.
        if call.copyOf == nil || recipients != nil {
            problems.add(recipients ?? [], from: author)
        }
        problems.checkDeadline(of: call, at: now, under: rules)
        if call.proof == Proof.unknown { problems.add(.proofUnknown, at: "/proof") }
        guard problems.isEmpty, let source, let recipients else { return nil }
        id = call.id ?? ChallengeID()
        kind = call.kind
        self.author = author
        self.source = source
        proof = call.proof
        deadline = call.deadline
        createdAt = now
        self.recipients = recipients
    }

    /// The challenge with this content.
    func challenge(_ content: ChallengeContent) -> ChallengeRecord {
        ChallengeRecord(
            id: id,
            kind: kind,
            name: content.name,
            description: content.description,
            author: author,
            proof: proof ?? content.proof,
            deadline: deadline,
            createdAt: createdAt,
            snapshot: content.snapshot,
            copyOf: content.copyOf
        )
    }
}

extension ChallengeKind {
    /// Whether challenges of this kind are sent to recipients, each of whom gets an assignment.
    fileprivate var hasAssignments: Bool {
        AssignmentLife.Kind(rawValue: rawValue) != nil
    }
}

extension FieldProblems<ChallengesError> {
    /// The content of a call: its own text, a definition, or a challenge to copy. Collects every
    /// problem, and returns `nil` if there is one.
    fileprivate mutating func source(
        of call: CreateChallenge,
        _ references: ChallengeDraft.References
    ) -> ChallengeDraft.Source? {
        let hasText = call.name != nil || call.description != nil
        if call.copyOf != nil {
            guard !hasText, call.definition == nil else {
                add(.contentRepeated, at: "/copyOf")
                return nil
            }
            guard let copied = references.original?.challenge,
                copied.kind == call.kind || !call.kind.hasAssignments
            else {
                add(.copyUnknown, at: "/copyOf")
                return nil
            }
            return .content(ChallengeContent(copied))
        }
        if let definition = call.definition {
            guard !hasText else {
                add(.contentRepeated, at: "/definition")
                return nil
            }
            guard references.hasDefinition else {
                add(.definitionUnknown, at: "/definition")
                return nil
            }
            return .definition(definition, Languages(call.languages))
        }
        return text(of: call).map { .content($0) }
    }

    /// The text of a call without a source; collects its problems.
    private mutating func text(of call: CreateChallenge) -> ChallengeContent? {
        let name = check("/name") { () throws(ChallengesError) in
            try ChallengeName(call.name ?? "")
        }
        let description = check("/description") { () throws(ChallengesError) in
            try Prose(
                call.description ?? "",
                CreateChallenge.descriptionLimit,
                orThrow: .descriptionInvalid
            )
        }
        guard let name, let description else { return nil }
        return ChallengeContent(call.kind, name: name.text, description: description.text)
    }

    /// Collects problems of the deadline, which a workout needs (2.5-deadline).
    fileprivate mutating func checkDeadline(
        of call: CreateChallenge,
        at now: Instant,
        under rules: DareRules
    ) {
        guard let deadline = call.deadline else {
            if call.kind == .workout { add(.deadlineMissing, at: "/deadline") }
            return
        }
        _ = check("/deadline") { () throws(ChallengesError) in
            try rules.check(deadline: deadline, at: now)
        }
    }
}
