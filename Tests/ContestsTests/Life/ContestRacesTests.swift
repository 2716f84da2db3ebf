import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions
@testable import Discovery

/// What many people do to a contest at once, at the moment at which it ends, its result is fixed,
/// or two of them part: each is refused, or in the result (Part 3). There are two replicas.
/// `GAUNTLET_EFFORT=10` makes 100 rounds, with 216 acts at the end of each contest and 197 at its
/// result.
@Suite(.freshDatabase(Challenges.migrations))
struct ContestRacesTests {
    /// Something that one person does. Nobody else does the same in a round, so that it can be told
    /// whether it was done.
    private enum Act: Sendable {
        case log(EntryID, by: UserID, at: Instant?)
        case query(EntryID, by: UserID)
        case vote(EntryID, Bool, by: UserID)
        case decide(EntryID, Bool, by: UserID)
        case delete(EntryID, by: UserID)
        case join(UserID, Amount?)
        case leave(UserID)
    }

    /// How many logs there are at a moment, and how many joins.
    private static let crowd = min(Effort.scaled(10), 80)

    private static let terms: [Arena.Terms] = [
        Arena.Terms(),
        Arena.Terms(aggregation: .max),
        Arena.Terms(aggregation: .min, direction: .lower),
        Arena.Terms(aggregation: .latest, direction: .lower),
        Arena.Terms(aggregation: .daysActive),
        Arena.Terms(score: .percent),
    ]

    @Test func `what meets the end or the result of a contest is refused, or in the result`()
        async throws
    {
        try await Replicas.with { replicas in
            for round in 0..<Effort.scaled(10) {
                let terms = Self.terms[round % Self.terms.count]
                try await play(terms, with: (0..<8).map { _ in UserID() }, on: replicas)
            }
            #expect(try await ContestAudit(database: replicas.scene.database).problems() == [])
        }
    }

    /// Plays one contest from its start to after its end.
    private func play(
        _ terms: Arena.Terms,
        with players: [UserID],
        on replicas: Replicas
    ) async throws {
        let scene = replicas.scene
        let arena = try await Arena.open(in: scene, with: players, terms)
        var entries: [(id: EntryID, owner: UserID)] = []
        for (index, player) in players.enumerated() {
            entries.append((try await arena.log(Int64(index + 1), by: player), player))
        }
        for (index, entry) in entries.prefix(4).enumerated() {
            let query = QueryEntry(entry: entry.id, reason: "Hm.")
            // Nobody has more than three.
            _ = try await scene.ask(query, as: index < 3 ? scene.ana : players[5])
        }

        // The end. One in eight leaves, and logs and votes meanwhile.
        let beforeEnd = arena.endsAt - .seconds(1)
        var acts: [Act] = [.leave(players[7])]
        acts += (0..<Self.crowd).map { Act.log(EntryID(), by: players[$0 % 8], at: beforeEnd) }
        acts += (0..<Self.crowd / 2).map { Act.log(EntryID(), by: players[$0 % 7], at: nil) }
        acts += (0..<Self.crowd).map { _ in Act.join(UserID(), terms.target) }
        for player in players[4...7] {
            acts += entries.prefix(3).map { Act.vote($0.id, $0.owner < player, by: player) }
        }
        acts += [.query(entries[4].id, by: players[0]), .query(entries[7].id, by: players[1])]
        let late = EntryID()
        acts.append(.log(late, by: players[0], at: arena.endsAt))
        try await race(acts, to: arena.endsAt, in: arena, on: replicas)
        #expect(try await scene.database.entry(late) == nil)
        #expect(try await statesTold(of: arena) == [.active, .settling])
        try await expectNobodyLate(in: arena)

        // The result. Two leave, and log meanwhile; nobody comes in any more.
        acts = [.leave(players[4]), .leave(players[6])]
        acts += (0..<Self.crowd).map { Act.log(EntryID(), by: players[$0 % 7], at: beforeEnd) }
        acts += (0..<Self.crowd / 4).map { index in
            Act.log(EntryID(), by: players[index % 7], at: arena.endsAt)
        }
        acts += (0..<Self.crowd).map { _ in Act.join(UserID(), terms.target) }
        for player in [players[0], players[1], scene.ana] {
            let others = entries.prefix(4).filter { $0.owner != player }
            acts += others.map { Act.vote($0.id, true, by: player) }
        }
        acts += [
            .query(entries[5].id, by: players[2]), .query(entries[6].id, by: players[3]),
            .decide(entries[0].id, true, by: scene.ana),
            .decide(entries[1].id, false, by: scene.ana),
            .delete(entries[2].id, by: players[2]),
        ]
        try await race(acts, to: arena.settlesAt, in: arena, on: replicas)
        #expect(try await statesTold(of: arena) == [.active, .settling, .completed])
        try await expectNobodyLate(in: arena)
        for entry in entries {
            #expect(try await scene.database.entry(entry.id)?.state != .queried)
        }
        try await expectFrozen(arena, entries.map { $0.id }, players, on: replicas)
    }

    /// Lets people act, and the time come at which something is due when a third of them are done.
    /// Checks that what was not refused is stored, and nothing else.
    private func race(
        _ acts: [Act],
        to moment: Instant,
        in arena: Arena,
        on replicas: Replicas
    ) async throws {
        arena.scene.clock.advance(by: moment - arena.scene.clock.now - .tick)
        let acts = acts.shuffled()
        let (isTime, done) = (Gate(), Count())
        async let passing: Void = come(moment, once: isTime, on: replicas)
        let faults = await withTaskGroup(of: (index: Int, fault: Fault?).self) { group in
            for (index, act) in acts.enumerated() {
                group.addTask {
                    let fault = await fault(act, in: arena, on: replicas, index)
                    if done.add() == acts.count / 3 { isTime.open() }
                    return (index: index, fault: fault)
                }
            }
            return await group.reduce(into: [Int: Fault]()) { $0[$1.index] = $1.fault }
        }
        try await passing
        let stored = try await stored(of: arena)
        for (index, act) in acts.enumerated() {
            let fault = faults[index]
            let isDone = try await isDone(act, in: arena, stored)
            #expect(isDone == (fault == nil), "\(act): \(fault?.code ?? "done")")
            if let fault {
                let isRefusal = [Fault.Kind.conflict, .invalid, .notFound].contains(fault.kind)
                #expect(isRefusal, "\(act): \(fault.code)")
            }
        }
    }

    private func come(_ moment: Instant, once gate: Gate, on replicas: Replicas) async throws {
        await gate.pass()
        try await replicas.come(moment)
    }

    private func fault(
        _ act: Act,
        in arena: Arena,
        on replicas: Replicas,
        _ index: Int
    ) async -> Fault? {
        switch act {
        case .log(let id, let user, let moment):
            let amount = Amount.km(Int64(1 + index % 9))
            let call = AddEntry(id: id, contest: arena.id, amount: amount, occurredAt: moment)
            return await replicas.fault(call, as: user, on: index)
        case .query(let entry, let user):
            let call = QueryEntry(entry: entry, reason: "Hm.")
            return await replicas.fault(call, as: user, on: index)
        case .vote(let entry, let removes, let user):
            let call = VoteOnEntry(entry: entry, removes: removes)
            return await replicas.fault(call, as: user, on: index)
        case .decide(let entry, let removes, let user):
            let call = DecideEntry(entry: entry, removes: removes)
            return await replicas.fault(call, as: user, on: index)
        case .delete(let entry, let user):
            return await replicas.fault(DeleteEntry(entry: entry), as: user, on: index)
        case .join(let user, let target):
            let call = JoinContest(contest: arena.id, target: target)
            return await replicas.fault(call, as: user, on: index)
        case .leave(let user):
            return await replicas.fault(LeaveContest(contest: arena.id), as: user, on: index)
        }
    }

    /// What is stored of a contest: its entries, and who is in it or has left it.
    private struct Stored {
        let entries: Set<EntryID>
        let states: [UserID: Participant.State]
    }

    private func stored(of arena: Arena) async throws -> Stored {
        let database = arena.scene.database
        let entries = try await database.all(
            "SELECT id FROM entries WHERE challenge = \(arena.id)"
        ) { row in try row.next(EntryID.self) }
        let people = try await database.participants(of: arena.id, in: [.joined, .left])
        return Stored(
            entries: Set(entries),
            states: Dictionary(uniqueKeysWithValues: people.map { ($0.user, $0.state) })
        )
    }

    /// Whether what a person did is stored.
    private func isDone(_ act: Act, in arena: Arena, _ stored: Stored) async throws -> Bool {
        let database = arena.scene.database
        switch act {
        case .log(let id, _, _):
            return stored.entries.contains(id)
        case .query(let entry, let user):
            return try await database.entry(entry)?.query?.by == user
        case .vote(let entry, let removes, let user):
            return try await database.votes(of: user, on: [entry])[entry] == removes
        case .decide(let entry, let removes, let user):
            let stored = try await database.entry(entry)
            return stored?.judgedBy == user && stored?.judged == (removes ? .removed : .kept)
        case .delete(let entry, _):
            return try await database.entry(entry)?.state == .deleted
        case .join(let user, _):
            return stored.states[user] == .joined
        case .leave(let user):
            return stored.states[user] == .left
        }
    }

    /// Checks that everyone who is in a contest came before its end.
    private func expectNobodyLate(in arena: Arena) async throws {
        for person in try await arena.scene.database.participants(of: arena.id, in: [.joined]) {
            #expect(person.joinedAt.map { $0 < arena.endsAt } == true)
        }
    }

    /// Checks that nothing changes a result any more, and that nobody is told anything after it.
    private func expectFrozen(
        _ arena: Arena,
        _ entries: [EntryID],
        _ players: [UserID],
        on replicas: Replicas
    ) async throws {
        let audit = ContestAudit(database: arena.scene.database)
        let result = try await audit.standings(of: arena.id)
        let (one, other, owner) = (players[0], players[1], arena.scene.ana)
        let refused = [
            await fault(.log(EntryID(), by: one, at: nil), in: arena, on: replicas, 0),
            await fault(.query(entries[3], by: one), in: arena, on: replicas, 1),
            await fault(.vote(entries[3], true, by: one), in: arena, on: replicas, 0),
            await fault(.decide(entries[3], true, by: owner), in: arena, on: replicas, 1),
            await fault(.delete(entries[0], by: one), in: arena, on: replicas, 0),
            await fault(.join(UserID(), arena.terms.target), in: arena, on: replicas, 1),
            await replicas.fault(
                ChangeEntry(entry: entries[1], note: "Late."),
                as: other,
                on: 0
            ),
        ]
        for fault in refused { #expect(fault?.kind == .conflict) }
        _ = await fault(.leave(one), in: arena, on: replicas, 0)
        try await replicas.block(owner, other, on: 1)
        try await replicas.come(arena.settlesAt + .days(1))
        #expect(try await audit.standings(of: arena.id) == result)
        #expect(try await statesTold(of: arena) == [.active, .settling, .completed])
        #expect(try await toldAfterCompletion(of: arena) == [])
    }

    /// The states of a contest that scoring was told, each once.
    private func statesTold(of arena: Arena) async throws -> [ContestChanged.State] {
        let events = try await arena.scene.emitted(ContestChanged.self)
        return events.filter { $0.contest == arena.id }.map(\.state)
    }

    /// The events after a contest's completion, for whichever service, that are not of the same
    /// transaction. Until the next round nothing happens elsewhere, so all of them would be about
    /// this contest, its people or their entries.
    private func toldAfterCompletion(of arena: Arena) async throws -> [String] {
        try await arena.scene.database.all(
            """
            SELECT outbox.destination || ' is told ' || outbox.call || ' of ' || ordering_key
            FROM outbox, (
                SELECT sequence, xmin::text AS writer FROM outbox
                WHERE call = \(Int32(ContestChanged.id.rawValue))
                    AND ordering_key = \(arena.id)
                ORDER BY sequence DESC LIMIT 1
            ) AS completion
            WHERE outbox.sequence > completion.sequence
                AND outbox.xmin::text <> completion.writer
            ORDER BY outbox.sequence
            """
        ) { row in try row.next(String.self) }
    }

    @Test func `however many join and leave at once, there are never more than may be in it`()
        async throws
    {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            let terms = Arena.Terms(capacity: 10, authorPlays: false)
            let arena = try await Arena.open(in: scene, with: [], terms)
            let first = try await join(arena, (0..<50).map { _ in UserID() }, on: replicas)
            #expect(first.count == 10)
            try await arena.expectSound()

            // Those who leave make room for others, and for no more.
            async let leaving = leave(arena, Array(first.prefix(6)), on: replicas)
            async let joining = join(arena, (0..<30).map { _ in UserID() }, on: replicas)
            let (left, joined) = try await (leaving, joining)
            #expect(left.count == 6)
            #expect(joined.count <= 6)
            try await arena.expectSound()
            let last = try await join(arena, (0..<10).map { _ in UserID() }, on: replicas)
            #expect(joined.count + last.count == 6)
            try await arena.expectSound()
            #expect(try await scene.database.people(.joined, in: arena.id).count == 10)
        }
    }

    /// Lets people join at once; returns those who did. The others are told that it is full.
    private func join(
        _ arena: Arena,
        _ people: [UserID],
        on replicas: Replicas
    ) async throws -> [UserID] {
        try await move(arena, people, on: replicas) { .join($0, nil) }
    }

    /// Lets people leave at once; returns those who did.
    private func leave(
        _ arena: Arena,
        _ people: [UserID],
        on replicas: Replicas
    ) async throws -> [UserID] {
        try await move(arena, people, on: replicas) { .leave($0) }
    }

    private func move(
        _ arena: Arena,
        _ people: [UserID],
        on replicas: Replicas,
        _ act: @Sendable (UserID) -> Act
    ) async throws -> [UserID] {
        let acts = people.map(act)
        let outcomes = await withTaskGroup { group in
            for (index, person) in people.enumerated() {
                group.addTask {
                    let fault = await fault(acts[index], in: arena, on: replicas, index)
                    return (person: person, fault: fault)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let refusals = outcomes.compactMap { $0.fault?.code }
        #expect(refusals.allSatisfy { $0 == ChallengesError.contestFull.rawValue })
        return outcomes.filter { $0.fault == nil }.map { $0.person }
    }

    /// How somebody comes into a contest of Ana's.
    private enum WayIn: CaseIterable {
        case join, request, invitation, invitationByMember, acceptance
    }

    @Test(arguments: WayIn.allCases)
    private func `a user blocked meanwhile has either joined before, or cannot join`(
        way: WayIn
    ) async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            var call = CreateContest(name: "Swim", unit: "km", visibility: .public)
            call.endsAt = scene.clock.now + .days(1)
            call.needsApproval = way == .request
            call.membersMayInvite = true
            let contest = try await scene.ask(call, as: scene.ana).id
            _ = await replicas.fault(JoinContest(contest: contest), as: scene.cy, on: 0)
            for round in 0..<Effort.scaled(4) {
                let guest = UserID()
                if way == .acceptance {
                    let invite = InviteToContest(contest: contest, invitees: [guest])
                    _ = try await scene.ask(invite, as: scene.ana)
                }
                async let blocking: Void = replicas.block(scene.ana, guest, on: round)
                let fault = await come(guest, into: contest, by: way, on: replicas, round + 1)
                try await blocking
                let state = try await scene.database.participant(guest, of: contest)?.state
                switch way {
                case .join, .acceptance: #expect((state == .joined) == (fault == nil))
                case .request, .invitation, .invitationByMember: #expect(state != .joined)
                }
                #expect(state != .invited && state != .requested)
                if let fault { #expect([.notFound, .invalid].contains(fault.kind)) }
                if state != .joined {
                    let again = await come(guest, into: contest, by: way, on: replicas, round)
                    #expect(again != nil)
                }
            }
            #expect(try await ContestAudit(database: scene.database).problems() == [])
        }
    }

    private func come(
        _ guest: UserID,
        into contest: ChallengeID,
        by way: WayIn,
        on replicas: Replicas,
        _ index: Int
    ) async -> Fault? {
        let scene = replicas.scene
        let invite = InviteToContest(contest: contest, invitees: [guest])
        switch way {
        case .join, .request, .acceptance:
            return await replicas.fault(JoinContest(contest: contest), as: guest, on: index)
        case .invitation:
            return await replicas.fault(invite, as: scene.ana, on: index)
        case .invitationByMember:
            return await replicas.fault(invite, as: scene.cy, on: index)
        }
    }

    @Test func `a contest that ended while nothing ran is settled and completed once`()
        async throws
    {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            let people = (0..<3).map { _ in UserID() }
            let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
            let id = try await arena.queried(of: scene.bo, by: people[0])
            for person in people { try await arena.vote(true, on: id, by: person) }
            try await replicas.come(arena.settlesAt + .days(3))
            #expect(try await statesTold(of: arena) == [.active, .settling, .completed])
            #expect(try await arena.entry(id, as: scene.bo).state == .removed)
            #expect(try await arena.told(.queryDecided).count == 1)
            try await arena.expectSound()
        }
    }
}
