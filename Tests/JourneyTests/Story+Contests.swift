import ChallengesAPI
import Identifiers
import MediaAPI
import RPC
import ScoringAPI
import Testing
import Values
import Wire

// What people do in contests.
extension Story {
    func compete(_ ana: CallContext, _ bo: CallContext, _ cy: CallContext) async throws {
        let lake = try await contest(of: ana, needsApproval: true)
        try await comeAndGo(ana, bo, cy, in: lake)
        try await log(ana, bo, in: lake)
        try await useCodes(ana, bo, for: lake)
        let walked = PutHealthDay(
            metric: .steps,
            day: CivilDate.split(Instant.now().microseconds, unitsADay: 86_400_000_000).date,
            amount: Amount("9000") ?? Metric.dayMin,
            source: "phone",
            observedAt: .now()
        )
        try await write(.challenges, walked, bo)
        try await read(.challenges, ListHealthDays(metric: .steps), bo)
        try await write(.challenges, ShareContest(contest: lake, recipients: [bo.signedIn]), ana)
        try await read(.challenges, GetContest(contest: lake), ana)
        try await read(.challenges, ListContests(list: .current), bo)
        try await read(.challenges, ListParticipants(contest: lake), bo)
        try await write(.challenges, LeaveContest(contest: lake), bo)
        try await write(.challenges, EndContest(contest: lake), ana)
        try await beginAndEnd(ana, bo)
    }

    /// A public contest of somebody's, without a goal.
    private func contest(
        of ana: CallContext,
        needsApproval: Bool = false
    ) async throws -> ChallengeID {
        let call = CreateContest(
            id: ChallengeID(),
            name: "Lengths of the lake",
            unit: "lengths",
            visibility: .public,
            endsAt: .now() + .days(2),
            needsApproval: needsApproval
        )
        return try await write(.challenges, call, ana).id
    }

    private func comeAndGo(
        _ ana: CallContext,
        _ bo: CallContext,
        _ cy: CallContext,
        in lake: ChallengeID
    ) async throws {
        let (other, third) = (try bo.signedIn, try cy.signedIn)
        let invited = InviteToContest(contest: lake, invitees: [other])
        try await write(.challenges, invited, ana)
        try await write(.challenges, DeclineContest(contest: lake), bo)
        try await write(.challenges, JoinContest(contest: lake), cy)
        try await write(.challenges, RefuseParticipant(contest: lake, user: third), ana)
        for joins in [true, false] {
            let own = try await contest(of: ana, needsApproval: joins)
            try await write(.challenges, JoinContest(contest: own), cy)
            if joins {
                try await write(.challenges, AdmitParticipant(contest: own, user: third), ana)
            } else {
                try await write(.challenges, RemoveParticipant(contest: own, user: third), ana)
            }
        }
        try await write(.challenges, invited, ana)
        try await write(.challenges, JoinContest(contest: lake), bo)
    }

    private func log(
        _ ana: CallContext,
        _ bo: CallContext,
        in lake: ChallengeID
    ) async throws {
        let add = AddEntry(
            id: EntryID(),
            contest: lake,
            amount: Amount("12.5"),
            mediaIDs: [MediaID()]
        )
        let entry = try await write(.challenges, add, bo)
        let photo = try #require(entry.photos.first).photoID
        try await write(.challenges, ChangePhoto(photo: photo, audience: .friends), bo)
        try await write(.challenges, ChangeEntry(entry: entry.id, amount: Amount("13")), bo)
        try await read(.challenges, GetEntry(entry: entry.id), bo)
        try await read(.challenges, ListEntries(contest: lake), ana)
        try await addPhotos(bo, seenBy: ana, to: lake)
        let query = QueryEntry(entry: entry.id, reason: "So many?")
        try await write(.challenges, query, ana)
        try await write(.challenges, VoteOnEntry(entry: entry.id, removes: true), ana)
        try await write(.challenges, WithdrawVote(entry: entry.id), ana)
        try await write(.challenges, DecideEntry(entry: entry.id, removes: false), ana)
        let other = AddEntry(contest: lake, amount: Amount("1"))
        let second = try await write(.challenges, other, bo)
        try await write(.challenges, DeleteEntry(entry: second.id), bo)
    }

    private func addPhotos(
        _ bo: CallContext,
        seenBy ana: CallContext,
        to lake: ChallengeID
    ) async throws {
        let add = AddPhotos(contest: lake, mediaIDs: [MediaID()])
        let added = try await write(.challenges, add, bo)
        try await read(.challenges, ListPhotos(contest: lake), ana)
        let photo = try #require(added.items.first).photoID
        try await write(.challenges, RemovePhoto(photo: photo), bo)
        let goal = try await write(.challenges, CreateGoal(name: "Swim"), bo)
        try await write(.challenges, AddPhotos(goal: goal.id, mediaIDs: [MediaID()]), bo)
        try await read(.challenges, ListPhotos(goal: goal.id), bo)
        try await read(.challenges, ListProfileChallenges(user: goal.owner.id, list: .goals), bo)
        try await read(.challenges, GetHome(), bo)
    }

    private func useCodes(
        _ ana: CallContext,
        _ bo: CallContext,
        for lake: ChallengeID
    ) async throws {
        let code = try await write(.challenges, MakeCode(contest: lake), ana).code
        try await read(.challenges, GetCode(code: code), CallContext())
        try await write(.challenges, OpenCode(code: code), bo)
        try await read(.challenges, ListCodes(contest: lake), ana)
        try await write(.challenges, RevokeCode(code: code), ana)
    }

    /// The other moves of contests, and of those in them.
    private func beginAndEnd(_ ana: CallContext, _ bo: CallContext) async throws {
        let drafts = CreateContest(kind: .open, name: "Read a book", draft: true)
        let spare = try await write(.challenges, drafts, ana).id
        try await write(.challenges, DeleteContest(contest: spare), ana)
        let book = try await write(.challenges, drafts, ana).id
        let change = ChangeContest(contest: book, name: "Read two")
        try await write(.challenges, change, ana)
        try await write(.challenges, PublishContest(contest: book), ana)
        for person in [ana, bo] {
            try await write(.challenges, JoinContest(contest: book), person)
        }
        try await write(.challenges, CompleteContest(contest: book), bo)
        let handed = HandOverContest(contest: book, to: try bo.signedIn)
        try await write(.challenges, handed, ana)
        try await write(.challenges, CancelContest(contest: book), bo)
        let stairs = CreateContest(
            name: "Stairs",
            unit: "floors",
            startsAt: .now() + .days(1),
            endsAt: .now() + .days(2),
            score: .percent,
            target: Amount("50")
        )
        let id = try await write(.challenges, stairs, ana).id
        let target = try #require(Amount("60"))
        try await write(.challenges, SetTarget(contest: id, target: target), ana)
    }

    /// Scoring hears of a contest and of somebody in it, and shows its board.
    func rank(_ ana: CallContext, _ bo: CallContext) async throws {
        let contest = ChallengeID()
        let changed = ContestChanged(
            contest: contest,
            kind: .competition,
            name: "Lengths of the lake",
            owner: try ana.signedIn,
            visibility: .private,
            direction: .higher,
            score: .raw,
            goal: nil,
            state: .active,
            isHidden: false,
            at: .now(),
            version: 1
        )
        try await write(.scoring, changed, `operator`)
        let player = ScoresChanged.Player(
            user: try bo.signedIn,
            state: .joined,
            value: Amount("3"),
            score: Amount("3"),
            entries: 1,
            target: nil,
            reachedAt: .now(),
            completedAt: nil,
            version: 1
        )
        let scores = ScoresChanged(contest: contest, players: [player])
        try await write(.scoring, scores, `operator`)
        try await read(.scoring, GetBoard(contest: contest), ana)
        try await read(.scoring, ListMedals(user: try bo.signedIn), bo)
        try await write(.scoring, SeeMedals(), bo)
    }
}
