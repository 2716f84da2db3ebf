import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Values
import Wire
import Zones

extension Contests {
    func changeContest(_ call: ChangeContest, in context: CallContext) async throws -> Contest {
        let asker = try context.signedIn
        // The answers of identityd and mediad may change; the stored reply may not.
        if let given = try await database.reply(to: call, in: context) { return given }
        return try await changes.joining.untilCurrent {
            let new = try await checked(call, by: asker, in: context)
            return try await changes.once(call, in: context, of: call.contest, .alone) {
                contest,
                tx in
                let row = try await owned(contest, by: asker, in: tx)
                try await moves.refuse(call.ifVersion, of: row, to: .owner, in: tx)
                try await refuseOver(row, in: tx)
                let next = try await checked(call, against: contest, in: tx)
                let had = try await photos(of: contest.id, in: tx)
                let shown = try call.mediaIDs.map { try Self.photos($0, among: had + new) }
                let changed = try await change(
                    row,
                    to: next,
                    as: call,
                    showing: shown,
                    had,
                    in: tx
                )
                return try await changed.reply(to: .owner, at: now(), under: rules, in: tx)
            }
        }
    }

    /// The pictures of a contest, in order.
    private func photos(
        of contest: ChallengeID,
        in reader: some Reader
    ) async throws -> [PhotoRecord] {
        try await reader.photos(of: .contest, [contest.uuid])[contest.uuid] ?? []
    }

    /// Returns the pictures in the order of the given ids.
    ///
    /// - Throws: `StaleRead` if one was removed from the contest in the meantime.
    private static func photos(
        _ ids: [MediaID],
        among photos: [PhotoRecord]
    ) throws -> [PhotoRecord] {
        try ids.map { id in
            guard let photo = photos.first(where: { $0.media == id }) else { throw StaleRead() }
            return photo
        }
    }

    /// Checks everything that can be checked before identityd and mediad are called, then calls
    /// them. Everything except the invitees is checked again once the contest is locked.
    ///
    /// - Returns: The pictures that the contest does not have yet.
    private func checked(
        _ call: ChangeContest,
        by asker: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        var row = try await owned(call.contest, by: asker)
        while row.life.pass(to: now(), under: rules) != nil {}
        try await moves.refuse(call.ifVersion, of: row, to: .owner, in: database)
        try await refuseOver(row, in: database)
        var problems = FieldProblems<ChallengesError>()
        let draft = ContestDraft(call)
        _ = try await changed(row.contest, by: draft, at: now(), &problems, in: database)
        pictures.check(call.mediaIDs ?? [], &problems)
        if let invitees = call.invitees, row.life.state == .draft {
            try await check(invitees, of: asker, in: context, &problems)
        }
        try problems.refuse()
        guard let ids = call.mediaIDs else { return [] }
        return try await pictures.claim(
            ids,
            of: asker,
            for: Pictures.cause(of: .contest, row.id.uuid),
            shown: photos(of: row.id, in: database),
            during: nil,
            in: context
        )
    }

    /// Reports the invitees of a draft that its owner may not invite.
    private func check(
        _ invitees: [UserID],
        of owner: UserID,
        in context: CallContext,
        _ problems: inout FieldProblems<ChallengesError>
    ) async throws {
        problems.add(invitees: invitees, of: owner, CreateContest.inviteesLimit)
        guard let askable = invitees.askable(by: owner) else { return }
        let answers = try await standings(of: askable, for: owner, in: context)
        problems.add(answers.recipients, invitees: invitees)
    }

    /// Refuses a contest that is over.
    private func refuseOver(_ row: ContestRow, in reader: some Reader) async throws {
        guard row.life.state.isOver else { return }
        throw try await moves.refusal(.wrongState, of: row, to: .owner, in: reader)
    }

    /// The contest after the change. Throws if the change is not allowed.
    private func checked(
        _ call: ChangeContest,
        against contest: ContestRecord,
        in tx: Transaction
    ) async throws -> ContestRecord {
        var problems = FieldProblems<ChallengesError>()
        let draft = ContestDraft(call)
        let next = try await changed(contest, by: draft, at: now(), &problems, in: tx)
        if contest.life.state != .draft {
            let attendance = try await tx.attendance(of: contest)
            contest.checkLocks(changingTo: next, by: draft, with: attendance, &problems)
        }
        if contest.life.state == .scheduled { next.checkComplete(&problems) }
        try problems.refuse()
        return next
    }

    /// Stores the change of a contest and of its pictures, if anything changed.
    private func change(
        _ row: ContestRow,
        to next: ContestRecord,
        as call: ChangeContest,
        showing photos: [PhotoRecord]?,
        _ present: [PhotoRecord],
        in tx: Transaction
    ) async throws -> ContestRow {
        let had = present.map(\.media)
        let has = photos?.map(\.media) ?? had
        if let target = call.target { try await set(target, of: next, in: tx) }
        guard !next.says(whatIsSaidBy: row.contest) || has != had else { return row }
        var changed = row
        changed.contest = next
        // A later owner's text or pictures replace the author (2.11-author).
        if has != had || !next.reads(asDoes: row.contest) {
            changed.contest.challenge.author = next.owner
        }
        changed.life = row.life
        let move = ContestLife.Move.change(next.life.times)
        let steps = try await moves.steps(of: move, as: call, of: changed, for: .owner, in: tx)
        // The change was checked against the state before this transition: begin again.
        guard steps.count == 1 else { throw ContestDue() }
        let moved = try await moves.settle(steps, of: changed, in: tx)
        if let photos, has != had {
            try await replace(had, by: photos, of: next, in: tx)
        }
        try follow(row.contest, moved.contest, in: tx)
        if let day = row.contest.dayAfterEnd,
            moved.contest.life.endsAt != row.contest.life.endsAt
        {
            try await changes.entries.recount(
                totalsOf: moved.contest,
                since: day,
                at: now(),
                in: tx
            )
        }
        // A start in the past takes effect at once.
        return try await moves.timePassed(moved, to: now(), in: tx)
    }

    /// Replaces the pictures of a contest that is locked exclusively.
    private func replace(
        _ had: [MediaID],
        by photos: [PhotoRecord],
        of contest: ContestRecord,
        in tx: Transaction
    ) async throws {
        let (id, now) = (contest.id.uuid, now())
        let has = photos.map(\.media)
        try await tx.replace(had, by: photos, of: .contest, id, challenge: contest.id, at: now)
        try tx.publish(
            Pictures.emissions(
                of: .contest,
                id,
                using: has.filter { !had.contains($0) },
                releasing: had.filter { !has.contains($0) }
            ),
            at: now
        )
    }

    /// Applies the effects of changing a published contest. Narrower visibility revokes its codes
    /// (except for `link`) and removes the notices of sharing; a moved end removes the notices of
    /// the end; a new name is sent to identityd for the other notices.
    private func follow(
        _ old: ContestRecord,
        _ new: ContestRecord,
        in tx: Transaction
    ) throws {
        guard new.life.state != .draft else { return }
        let now = now()
        let subject = Notice.Subject(contest: new.id)
        if new.visibility != old.visibility, new.visibility.isWithin(old.visibility) {
            if new.visibility != .link { try tx.revokeCodes(of: new.id, at: now) }
            try tx.settle([.contestShared], of: subject, .gone, at: now)
        }
        if new.life.endsAt != old.life.endsAt, old.life.toldUntil != nil {
            try tx.settle([.contestEnding], of: subject, .gone, at: now)
        }
        if !new.challenge.name.utf8.elementsEqual(old.challenge.name.utf8) {
            try tx.tellName(of: new, at: now)
        }
    }

    /// Stores the target of the owner of a published contest, if the owner is a participant.
    private func set(
        _ target: Amount,
        of contest: ContestRecord,
        in tx: Transaction
    ) async throws {
        guard
            contest.life.state != .draft,
            var owner = try await tx.heldParticipant(contest.owner, of: contest.id),
            owner.state == .joined, owner.target != target
        else { return }
        owner.target = target
        try tx.tellScoring(of: [tx.save(owner)], at: now())
    }
}

extension ChangeContest: ContestMove {}
