import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

extension Sending {
    func createChallenge(
        _ call: CreateChallenge,
        in context: CallContext
    ) async throws -> CreateChallenge.Reply {
        let sender = try context.signedIn
        // The languages come from a header. A repeated call in other languages is still the same.
        var asked = call
        asked.languages = nil
        return try await database.create(
            asked,
            in: context,
            at: now(),
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, from: sender, in: reader)
        } check: {
            try await checked(call, from: sender, in: context)
        } insert: { checked, tx in
            let (draft, reply) = checked
            let cards = [reply.sender] + reply.recipients.compactMap(\.card)
            // The locks are sent first, so that the next statement reads what they guard.
            try tx.lock(draft.recipients.map { Pair(sender, $0) })
            let unfriended = try tx.unfriended(
                sender,
                from: reply.recipients.map(\.user),
                since: reply.recipients.map { $0.relationVersion ?? 0 }
            )
            let content = try await content(of: draft, in: tx)
            try tx.store(cards)
            let challenge = draft.challenge(content)
            let isNew = try await tx.insert(challenge)
            try await refuse(unfriended.value, of: reply.recipients)
            guard isNew else { return nil }
            let photos = try await copyPictures(of: content, to: challenge, in: tx)
            let assignments = try send(challenge, to: draft.recipients, in: tx)
            // A copy may be newer than the card that identityd gave.
            let people = try await tx.people(cards.map(\.person.id))
            try await begin(challenge, assignments, showing: photos, in: tx)
            return try CreateChallenge.Reply(challenge, assignments, people, photos)
        }
    }

    /// Validates all fields, checks that the recipients are friends, and reports every problem in
    /// one refusal.
    private func checked(
        _ call: CreateChallenge,
        from sender: UserID,
        in context: CallContext
    ) async throws -> (ChallengeDraft, CheckRecipients.Reply) {
        var problems = FieldProblems<ChallengesError>()
        let references = try await references(of: call, by: sender)
        let draft = ChallengeDraft(
            call,
            from: sender,
            with: references,
            at: now(),
            under: rules,
            &problems
        )
        let recipients = call.recipients ?? references.original?.recipients ?? []
        guard let askable = recipients.askable(by: sender) else { throw problems.refusal() }
        let reply = try await standings(of: askable, for: sender, in: context)
        problems.add(reply.recipients, as: recipients)
        try problems.refuse()
        guard let draft else { throw problems.refusal() }
        return (draft, reply)
    }

    /// The sources of a call's content that the sender may use.
    private func references(
        of call: CreateChallenge,
        by sender: UserID
    ) async throws -> ChallengeDraft.References {
        var references = ChallengeDraft.References()
        references.original = try await original(of: call, by: sender, in: database)
        if let definition = call.definition {
            let languages = Languages(call.languages)
            references.hasDefinition =
                try await database.definition(definition, seenBy: sender, in: languages) != nil
        }
        return references
    }

    /// The challenge that a call copies; `nil` if it copies none, or one that the sender did not
    /// create.
    private func original(
        of call: CreateChallenge,
        by sender: UserID,
        in reader: any Reader
    ) async throws -> ChallengeDraft.Original? {
        guard let id = call.copyOf, let challenge = try await reader.challenge(id, by: sender)
        else {
            return nil
        }
        let recipients = try await reader.assignments(of: id).map(\.recipient)
        return ChallengeDraft.Original(challenge: challenge, recipients: recipients)
    }

    /// The content of the challenge. A definition is locked, so that it does not change before its
    /// pictures are copied (2.1-snapshot).
    private func content(
        of draft: ChallengeDraft,
        in tx: Transaction
    ) async throws -> ChallengeContent {
        switch draft.source {
        case .content(let content): return content
        case .definition(let id, let languages):
            guard
                let definition = try await tx.shareDefinition(
                    id,
                    seenBy: draft.author,
                    in: languages
                )
            else { throw Refusal(ChallengesError.definitionUnknown, at: "/definition") }
            return ChallengeContent(definition)
        }
    }

    /// Copies the pictures of the content, in their order.
    private func copyPictures(
        of content: ChallengeContent,
        to challenge: ChallengeRecord,
        in tx: Transaction
    ) async throws -> [Photo] {
        guard let pictures = content.pictures else { return [] }
        let copied = try await tx.copyPhotos(
            from: pictures,
            to: (.challenge, challenge.id.uuid),
            challenge: challenge.id,
            at: challenge.createdAt
        )
        guard !copied.isEmpty else { return [] }
        return try await tx.snapshotPhotos(of: [challenge])[challenge.id] ?? []
    }

    /// Refuses recipients who were unfriended or blocked since identityd answered. Such a change is
    /// stored under the same lock, with a higher version.
    private func refuse(
        _ unfriended: Set<UserID>,
        of recipients: [CheckRecipients.Recipient]
    ) throws {
        var problems = FieldProblems<ChallengesError>()
        for (index, recipient) in recipients.enumerated() where unfriended.contains(recipient.user)
        {
            problems.add(.notFriends, at: "/recipients/\(index)")
        }
        try problems.refuse()
    }

    /// Inserts the assignments. Sent with the next statement.
    ///
    /// - Returns: The assignments, in the order of the recipients.
    private func send(
        _ challenge: ChallengeRecord,
        to recipients: [UserID],
        in tx: Transaction
    ) throws -> [AssignmentRecord] {
        let life = AssignmentLife(of: challenge)
        let assignments = recipients.map { recipient in
            AssignmentRecord(
                id: AssignmentID(),
                challenge: challenge.id,
                sender: challenge.author,
                recipient: recipient,
                life: life
            )
        }
        try tx.insert(assignments)
        return assignments
    }

    /// Schedules the timers, notifies each recipient, reports the pictures in use to mediad and the
    /// number of recipients to scoring.
    private func begin(
        _ challenge: ChallengeRecord,
        _ assignments: [AssignmentRecord],
        showing photos: [Photo],
        in tx: Transaction
    ) async throws {
        let rows = assignments.map { assignment in
            NamedAssignment(
                detail: AssignmentDetail(
                    assignment: assignment,
                    challenge: challenge,
                    attempts: []
                )
            )
        }
        let used = Pictures.emissions(
            of: .challenge,
            challenge.id.uuid,
            using: photos.map(\.id)
        )
        try await moves.begin(
            rows,
            telling: challenge.kind == .workout ? .workoutReceived : .dareReceived,
            to: [.recipient],
            by: .sender,
            emitting: used + [sent(challenge, to: assignments.count)],
            at: challenge.createdAt,
            in: tx
        )
    }

    /// The event on which scoring counts the recipients.
    private func sent(_ challenge: ChallengeRecord, to recipients: Int) -> Emission {
        let sent = ChallengeSent(
            challenge: challenge.id,
            sender: challenge.author,
            recipients: recipients,
            at: challenge.createdAt
        )
        return Emission(event: sent, destination: .scoring)
    }

    /// The challenge that the same user created before, under the call's id and by an equal call
    /// (2.14-ids).
    private func existing(
        _ call: CreateChallenge,
        from author: UserID,
        in reader: any Reader
    ) async throws -> CreateChallenge.Reply? {
        guard let id = call.id, let challenge = try await reader.challenge(id, by: author) else {
            return nil
        }
        let reply = try await made(challenge, in: reader)
        let original = try await original(of: call, by: author, in: reader)
        guard reply.isMade(by: call, copying: original) else { throw ChallengesError.idTaken }
        return reply
    }

    /// The challenge with its assignments in their current state.
    func made(
        _ challenge: ChallengeRecord,
        in reader: any Reader
    ) async throws -> CreateChallenge.Reply {
        let assignments = try await reader.assignments(of: challenge.id)
        let people = try await reader.people([challenge.author] + assignments.map(\.recipient))
        let photos = try await reader.snapshotPhotos(of: [challenge])[challenge.id] ?? []
        return try CreateChallenge.Reply(challenge, assignments, people, photos)
    }
}
