import ChallengesAPI
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Challenges {
    func create(
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
            try await tx.lock(draft.recipients.map { Pair(sender, $0) })
            try await refuseUnfriended(sender, from: reply.recipients, in: tx)
            try await tx.store([reply.sender] + reply.recipients.compactMap(\.card))
            guard try await tx.insert(draft.challenge) else { return nil }
            try await send(draft, in: tx)
            return try await made(draft.challenge, in: tx)
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
    private func refuseUnfriended(
        _ sender: UserID,
        from recipients: [CheckRecipients.Recipient],
        in tx: Transaction
    ) async throws {
        let unfriended = try await tx.unfriended(
            sender,
            from: recipients.map(\.user),
            since: recipients.map { $0.relationVersion ?? 0 }
        )
        var problems = FieldProblems<ChallengesError>()
        for (index, recipient) in recipients.enumerated() where unfriended.contains(recipient.user)
        {
            problems.add(.notFriends, at: "/recipients/\(index)")
        }
        try problems.refuse()
    }

    /// Inserts the assignments and schedules their timers.
    private func send(_ draft: ChallengeDraft, in tx: Transaction) async throws {
        let challenge = draft.challenge
        let dare = Dare(deadline: challenge.deadline, sentAt: challenge.createdAt)
        let assignments = draft.recipients.map { recipient in
            AssignmentRecord(
                id: AssignmentID(),
                challenge: challenge.id,
                sender: challenge.author,
                recipient: recipient,
                dare: dare
            )
        }
        try await tx.insert(assignments)
        guard let due = dare.dueAt(rules) else { return }
        for assignment in assignments {
            try await tx.schedule(Self.dareTimer, assignment.id, at: due)
        }
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
        return CreateChallenge.Reply(
            id: challenge.id,
            kind: challenge.kind,
            name: challenge.name,
            description: challenge.description,
            author: try people.named(challenge.author),
            deadline: challenge.deadline,
            proof: challenge.proof,
            createdAt: challenge.createdAt,
            assignments: try assignments.map { assignment in
                CreateChallenge.Sent(
                    id: assignment.id,
                    recipient: try people.named(assignment.recipient),
                    state: assignment.dare.shownState
                )
            }
        )
    }
}

extension CreateChallenge.Reply {
    /// Whether the call equals what was created, texts byte by byte; absent fields have their
    /// default.
    fileprivate func isMade(by call: CreateChallenge) -> Bool {
        kind == call.kind && name.utf8.elementsEqual(call.name.utf8)
            && description.utf8.elementsEqual((call.description ?? "").utf8)
            && deadline == call.deadline && proof == call.proof ?? Proof.optional
            && assignments.map(\.recipient.id) == call.recipients
    }
}
