import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Goals {
    func createGoal(_ call: CreateGoal, in context: CallContext) async throws -> Goal {
        let owner = try context.signedIn
        // The languages come from a header: a repetition with others is the same call.
        var asked = call
        asked.languages = nil
        let id = call.id ?? ChallengeID()
        return try await database.create(
            asked,
            in: context,
            at: now(),
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, of: owner, in: reader)
        } check: {
            try await checked(call, id, by: owner, in: context)
        } insert: { checked, tx in
            try await insert(checked, call, id, by: owner, in: tx)
        }
    }

    /// Checks all fields, reports every problem in one refusal, and claims the pictures.
    ///
    /// - Returns: The pictures, and the owner's card if there is no copy of it.
    private func checked(
        _ call: CreateGoal,
        _ id: ChallengeID,
        by owner: UserID,
        in context: CallContext
    ) async throws -> (photos: [PhotoRecord], card: PersonCard?) {
        let (_, card) = try await database.caller(owner, asking: identity, in: context)
        _ = try await goal(call, id, by: owner, with: card, in: database)
        guard let ids = call.mediaIDs, !ids.isEmpty else { return ([], card) }
        let photos = try await pictures.claim(
            ids,
            of: owner,
            for: Pictures.cause(of: .goal, id.uuid),
            during: nil,
            in: context
        )
        return (photos.map { $0.shown(to: .friends) }, card)
    }

    /// The goal that a call creates; refuses with every problem of its fields. `card` is the
    /// owner's card, used if there is no copy of it.
    private func goal(
        _ call: CreateGoal,
        _ id: ChallengeID,
        by owner: UserID,
        with card: PersonCard?,
        in reader: some Reader
    ) async throws -> GoalRecord {
        let copy = try await reader.copies(of: [owner])[owner]
        var problems = FieldProblems<ChallengesError>()
        pictures.check(call.mediaIDs ?? [], &problems)
        var content = ChallengeContent(.goal, name: call.name ?? "", description: "")
        if let definition = call.definition {
            let languages = Languages(call.languages)
            let found = try await reader.definition(definition, seenBy: owner, in: languages)
            if let found {
                content = ChallengeContent(found)
            } else {
                problems.add(.definitionUnknown, at: "/definition")
            }
        } else if call.name == nil {
            problems.add(.nameInvalid, at: "/name")
        }
        let new = NewGoal(
            challenge: ChallengeRecord(
                id: id,
                kind: .goal,
                name: content.name,
                description: content.description,
                author: owner,
                proof: content.proof,
                deadline: nil,
                createdAt: now(),
                snapshot: content.snapshot
            ),
            days: LocalDays(copy?.zones ?? card?.zones)
        )
        var draft = GoalDraft(call)
        draft.check(&problems)
        let goal = draft.goal(new, &problems)
        try problems.refuse()
        return goal
    }

    /// Inserts a goal; returns `nil` if its id is taken.
    private func insert(
        _ checked: (photos: [PhotoRecord], card: PersonCard?),
        _ call: CreateGoal,
        _ id: ChallengeID,
        by owner: UserID,
        in tx: Transaction
    ) async throws -> Goal? {
        if let card = checked.card { try tx.store([card]) }
        // Concurrent changes of a total either see the goal, or the goal reads the new total.
        try tx.lockHealth(of: owner)
        try tx.lockGoals(of: owner)
        let goal = try await goal(call, id, by: owner, with: checked.card, in: tx)
        let count = try tx.countGoals(of: owner)
        guard try await tx.insert(goal.challenge) else { return nil }
        guard try await count.value < rules.goals else { throw ChallengesError.goalsTooMany }
        try tx.insert(goal)
        if let period = goal.life.period { try tx.save(period, of: id) }
        if let definition = goal.challenge.snapshot.definition {
            try tx.use(definition, by: owner, at: goal.createdAt)
        }
        try await tx.insert(
            checked.photos,
            of: .goal,
            id.uuid,
            challenge: id,
            at: goal.createdAt
        )
        var row = GoalRow(goal: goal)
        row.goal.storedEnd = goal.life.endsAt
        if let endsAt = goal.life.endsAt { try tx.schedule(GoalRow.timer, id, at: endsAt) }
        let used = Pictures.emissions(of: .goal, id.uuid, using: checked.photos.map(\.media))
        try tx.publish(used, at: goal.createdAt)
        // Totals of today from before its creation count too.
        let counted = goal.metric == nil ? row : try await recounted(row, in: tx)
        return try await counted.reply(to: .owner, at: now(), under: rules, in: tx)
    }

    /// The goal that the same user created under the call's id before, by an equal call (2.14-ids).
    private func existing(
        _ call: CreateGoal,
        of owner: UserID,
        in reader: any Reader
    ) async throws -> Goal? {
        guard let id = call.id, let made = try await reader.goal(id), made.owner == owner else {
            return nil
        }
        let shown = try await reader.goalReply(made, to: owner, at: now(), under: rules)
        let media = try await reader.media(of: .goal, id.uuid, addedAt: made.createdAt)
        guard made.isMade(by: call), media == call.mediaIDs ?? []
        else { throw ChallengesError.idTaken }
        return shown
    }
}

extension GoalRecord {
    /// Whether a call would create the goal as it is now. Fields that the call omits come from its
    /// definition.
    fileprivate func isMade(by call: CreateGoal) -> Bool {
        let snapshot = challenge.snapshot
        let isOwn = call.definition == nil
        let unit = (call.metric ?? snapshot.metric)?.unit ?? call.unit
        let (name, description) = (challenge.name, challenge.description)
        return snapshot.definition == call.definition
            && (call.name ?? (isOwn ? "" : name)).utf8.elementsEqual(name.utf8)
            && (call.description ?? (isOwn ? "" : description)).utf8.elementsEqual(description.utf8)
            && (call.metric == snapshot.metric || call.metric == nil && !isOwn)
            && (unit ?? "" == snapshot.unit ?? "" || unit ?? "" == "" && !isOwn)
            && (call.target == snapshot.target || call.target == nil && !isOwn)
            && call.wholeNumbers ?? (isOwn ? false : snapshot.wholeNumbers) == snapshot.wholeNumbers
            && call.recurrence ?? .once == life.periods.recurrence
            && call.windowDays == windowDays
            && call.lastDay == life.periods.lastDay
            && Set(call.restWeekdays ?? []) == life.periods.restWeekdays
            && call.visibility ?? .private == challenge.visibility
    }
}
