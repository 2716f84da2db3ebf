import ChallengesAPI
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Sending {
    func createChallenge(
        _ call: CreateChallenge,
        in context: CallContext
    ) async throws -> CreateChallenge.Reply {
        let sender = try context.signedIn
        return try await database.create(
            call,
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
            // The locks are sent first: what they guard is read by the next statement.
            try tx.lock(draft.recipients.map { Pair(sender, $0) })
            let unfriended = try tx.unfriended(
                sender,
                from: reply.recipients.map(\.user),
                since: reply.recipients.map { $0.relationVersion ?? 0 }
            )
            try tx.store(cards)
            let isNew = try await tx.insert(draft.challenge)
            try await refuse(unfriended.value, of: reply.recipients)
            guard isNew else { return nil }
            let assignments = try send(draft, in: tx)
            // A copy may be newer than the card that identityd gave.
            let people = try await tx.people(cards.map(\.person.id))
            try await begin(draft.challenge, assignments, in: tx)
            return try CreateChallenge.Reply(draft.challenge, assignments, people)
        }
    }

    /// Validates all fields, friends included, and reports every problem in one refusal.
    private func checked(
        _ call: CreateChallenge,
        from sender: UserID,
        in context: CallContext
    ) async throws -> (ChallengeDraft, CheckRecipients.Reply) {
        var problems = FieldProblems<ChallengesError>()
        let draft = ChallengeDraft(call, from: sender, at: now(), under: rules, &problems)
        guard let askable = call.recipients.askable(by: sender) else { throw problems.refusal() }
        let reply: CheckRecipients.Reply
        do {
            let check = CheckRecipients(sender: sender, recipients: askable)
            reply = try await identity.call(check, in: context)
        } catch {
            guard error.code == IdentityError.personUnknown.rawValue else { throw error }
            // Only the sender has to exist, and their account is gone.
            throw WireError.signInNeeded
        }
        problems.add(reply.recipients, as: call.recipients)
        try problems.refuse()
        guard let draft else { throw problems.refusal() }
        return (draft, reply)
    }

    /// Refuses recipients unfriended or blocked since identityd answered: it stores a block or an
    /// unfriending here under the same lock, with a higher version.
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
        _ draft: ChallengeDraft,
        in tx: Transaction
    ) throws -> [AssignmentRecord] {
        let challenge = draft.challenge
        let life = AssignmentLife(deadline: challenge.deadline, sentAt: challenge.createdAt)
        let assignments = draft.recipients.map { recipient in
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

    /// Schedules the timers, and tells each recipient.
    private func begin(
        _ challenge: ChallengeRecord,
        _ assignments: [AssignmentRecord],
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
        try await moves.begin(
            rows,
            telling: .dareReceived,
            to: [.recipient],
            by: .sender,
            at: challenge.createdAt,
            in: tx
        )
    }

    /// What the same user created under the call's id before, by an equal call (2.14-ids).
    private func existing(
        _ call: CreateChallenge,
        from author: UserID,
        in reader: any Reader
    ) async throws -> CreateChallenge.Reply? {
        guard let id = call.id, let challenge = try await reader.challenge(id, by: author) else {
            return nil
        }
        let reply = try await made(challenge, in: reader)
        guard reply.isMade(by: call) else { throw ChallengesError.idTaken }
        return reply
    }

    /// The challenge with its assignments in their current state.
    private func made(
        _ challenge: ChallengeRecord,
        in reader: any Reader
    ) async throws -> CreateChallenge.Reply {
        let assignments = try await reader.assignments(of: challenge.id)
        let people = try await reader.people([challenge.author] + assignments.map(\.recipient))
        return try CreateChallenge.Reply(challenge, assignments, people)
    }
}

extension CreateChallenge.Reply {
    fileprivate init(
        _ challenge: ChallengeRecord,
        _ assignments: [AssignmentRecord],
        _ people: [UserID: Person]
    ) throws {
        try self.init(
            id: challenge.id,
            kind: challenge.kind,
            name: challenge.name,
            description: challenge.description,
            author: people.named(challenge.author),
            deadline: challenge.deadline,
            proof: challenge.proof,
            createdAt: challenge.createdAt,
            assignments: assignments.map { assignment in
                CreateChallenge.Sent(
                    id: assignment.id,
                    recipient: try people.named(assignment.recipient),
                    state: assignment.life.shownState
                )
            }
        )
    }

    /// Whether the call equals what was created, texts byte by byte; absent fields have their
    /// default.
    fileprivate func isMade(by call: CreateChallenge) -> Bool {
        kind == call.kind && name.utf8.elementsEqual(call.name.utf8)
            && description.utf8.elementsEqual((call.description ?? "").utf8)
            && deadline == call.deadline && proof == call.proof ?? Proof.optional
            && assignments.map(\.recipient.id) == call.recipients
    }
}
