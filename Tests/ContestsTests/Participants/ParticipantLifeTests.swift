import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions

/// Every move of a person in a contest in every state: what it leads to, and that everything else
/// is refused (2.3-participants, 2.3-ways-in).
struct ParticipantLifeTests {
    typealias Life = ParticipantLife

    private static let member = UserID()
    private static let ten = Amount(whole: 10)
    private static let five = Amount(whole: 5)
    private static let end = Instant.noon + .days(1)
    private let rules = ContestRules()

    /// The moves by name, usable as keys of a table.
    private enum Name: CaseIterable {
        case invite, inviteByCode, join, decline, leave, target, admit, refuse, remove, block

        var move: Life.Move {
            switch self {
            case .invite: .invite(by: member, byCode: false)
            case .inviteByCode: .invite(by: member, byCode: true)
            case .join: .join(target: ten)
            case .decline: .decline
            case .leave: .leave
            case .target: .target(ten)
            case .admit: .admit
            case .refuse: .refuse
            case .remove: .remove
            case .block: .block
            }
        }
    }

    /// Where the moves lead in a contest that anyone may join and that has targets; before its
    /// start.
    private static let moves: [Life.State: [Name: Life.State]] = [
        .stranger: [.invite: .invited, .inviteByCode: .invited, .join: .joined],
        .invited: [
            .invite: .invited, .inviteByCode: .invited, .join: .joined, .decline: .declined,
            .remove: .lapsed, .block: .lapsed,
        ],
        .requested: [
            .invite: .invited, .inviteByCode: .requested, .join: .joined, .leave: .declined,
            .target: .requested, .admit: .joined, .refuse: .refused, .block: .lapsed,
        ],
        .joined: [
            .invite: .joined, .inviteByCode: .joined, .join: .joined, .leave: .left,
            .target: .joined, .admit: .joined, .remove: .removed,
        ],
        .declined: [
            .invite: .invited, .inviteByCode: .invited, .join: .joined, .decline: .declined,
            .leave: .declined,
        ],
        .lapsed: [
            .invite: .invited, .inviteByCode: .invited, .join: .joined, .remove: .lapsed,
        ],
        .refused: [.invite: .invited, .join: .joined, .refuse: .refused],
        .left: [
            .invite: .invited, .inviteByCode: .invited, .join: .joined, .decline: .left,
            .leave: .left, .refuse: .left, .remove: .removed,
        ],
        .removed: [.remove: .removed],
    ]

    /// Everything that is not in the table is `wrongState`, but for these.
    private static func refusal(of name: Name, in state: Life.State) -> ChallengesError {
        switch (name, state) {
        case (.leave, .stranger), (.leave, .invited), (.leave, .lapsed), (.leave, .refused),
            (.leave, .removed):
            .notInContest
        case (.decline, .stranger): .notYourPart
        case (.target, _): .notInContest
        default: .wrongState
        }
    }

    @Test(arguments: Life.State.allCases, Name.allCases)
    private func `a move leads to the state in the table, or is refused`(
        state: Life.State,
        name: Name
    ) throws {
        let before = Life.in(state)
        var life = before
        guard let next = Self.moves[state]?[name] else {
            #expect(throws: Self.refusal(of: name, in: state)) {
                try life.take(name.move, at: .noon, under: rules)
            }
            #expect(life == before)
            return
        }
        try life.take(name.move, at: .noon, under: rules)
        #expect(life.state == next)
        #expect(life.version == before.version + (life == before ? 0 : 1))
        // Whoever is or was in it is known to have been.
        let wasIn = before.joinedAt != nil
        #expect((life.joinedAt != nil) == (wasIn || next == .joined))
    }

    /// Who was in it once, and was invited again or asked again, has left it again if nothing comes
    /// of that.
    @Test(arguments: Life.State.allCases, Name.allCases)
    private func `who was in it before has left it again if nothing comes of it`(
        state: Life.State,
        name: Name
    ) throws {
        guard let next = Self.moves[state]?[name] else { return }
        var life = Life.in(state)
        life.joinedAt = .noon - .hours(9)
        try life.take(name.move, at: .noon, under: rules)
        let isNothing: Set<Life.State> = [.declined, .lapsed, .refused]
        let ends = (state == .invited || state == .requested) && isNothing.contains(next)
        #expect(life.state == (ends ? .left : next))
        #expect(life.joinedAt == .noon - .hours(9))
    }

    @Test(arguments: Life.State.allCases)
    func `the end of the contest lapses what is open, and nothing else`(state: Life.State) {
        for (wasIn, ended) in [(false, Life.State.lapsed), (true, .left)] {
            var life = Life.in(state)
            if wasIn { life.joinedAt = .noon - .hours(9) }
            let before = life
            let early = life.pass(to: Self.end - .tick, under: rules)
            #expect(early == nil)
            #expect(life == before)
            let line = life.pass(to: Self.end, under: rules)
            let isOpen = state == .invited || state == .requested
            #expect((line != nil) == isOpen)
            #expect(life.state == (isOpen ? ended : state))
            #expect(life.endedAt == (isOpen ? Self.end : before.endedAt))
            #expect(life.dueAt(rules) == nil)
        }
    }

    @Test(arguments: Name.allCases)
    private func `each move belongs to one side`(name: Name) {
        let expected: Life.Party? =
            switch name {
            case .join, .decline, .leave, .target: .person
            case .admit, .refuse, .remove: .owner
            case .invite, .inviteByCode: .inviter
            case .block: nil
            }
        let table = MoveTable<Life>.participant
        let sides = Life.Party.allCases.filter { table.gives(name.move.word, to: $0) }
        #expect(sides == [expected].compactMap(\.self))
    }

    @Test(arguments: Life.State.allCases)
    func `who gets in by themselves only where anyone may, or where they were in before`(
        state: Life.State
    ) {
        let life = Life.in(state) { $0.isOpen = false }
        let expected: ChallengesError? =
            switch state {
            case .invited, .left, .joined, .requested: nil
            case .stranger, .declined, .lapsed, .refused: .notYourPart
            case .removed: .wrongState
            }
        #expect(refusal(of: .join(target: Self.ten), of: life) == expected)
    }

    /// How somebody came to ask.
    private struct Way: Sendable {
        let state: Life.State
        var byCode = false
        var isLetIn = false
    }

    private static let ways = [
        Way(state: .invited, isLetIn: true), Way(state: .invited, byCode: true),
        Way(state: .stranger), Way(state: .declined), Way(state: .lapsed), Way(state: .refused),
        Way(state: .left),
    ]

    @Test(arguments: ways)
    private func `with approval, only an invitation by a user lets them join at once`(
        way: Way
    ) throws {
        for needsApproval in [false, true] {
            for isOwner in [false, true] {
                var life = Life.in(way.state) {
                    $0.needsApproval = needsApproval
                    $0.isOwner = isOwner
                }
                life.isByCode = way.byCode
                let line = try life.take(.join(target: Self.ten), at: .noon, under: rules)
                let isLetIn = way.isLetIn || !needsApproval || isOwner
                #expect(life.state == (isLetIn ? .joined : .requested))
                #expect(life.target == Self.ten)
                #expect(line.then.contains(.effect(.takePlace)) == isLetIn)
                #expect(line.then.contains(.tell([.owner], .joinRequested)) == !isLetIn)
                #expect((life.requestedAt == .noon) == !isLetIn)
            }
        }
    }

    @Test(arguments: [Life.State.invited, .declined, .lapsed, .refused, .left])
    func `who asks by themselves asks by no code that they opened before`(
        state: Life.State
    ) throws {
        var life = Life.in(state) { $0.needsApproval = true }
        life.isByCode = true
        try life.take(.join(target: Self.ten), at: .noon, under: rules)
        #expect(life.state == .requested)
        #expect(life.isByCode == (state == .invited))
    }

    @Test func `who asked and joins gets in where nobody has to admit them, and nowhere else`()
        throws
    {
        for needsApproval in [false, true] {
            var life = Life.in(.requested) {
                $0.needsApproval = needsApproval
                $0.isOpen = false
            }
            life.target = Self.five
            let before = life
            let line = try life.take(.join(target: nil), at: .noon, under: rules)
            guard !needsApproval else {
                #expect(life == before)
                #expect(line.then.isEmpty)
                continue
            }
            #expect(life.state == .joined)
            #expect(life.target == Self.five)
            #expect(life.joinedAt == .noon)
            #expect(line.then == Self.comesIn + [Self.answered])
            // It is as if they joined now.
            var late = before
            late.target = nil
            #expect(refusal(of: .join(target: nil), of: late) == .targetMissing)
            let ended = Life.in(.requested) { $0.state = .settling }
            #expect(refusal(of: .join(target: Self.ten), of: ended) == .contestOver)
        }
    }

    @Test func `an invitation by a person counts more than one by a code, and not the reverse`()
        throws
    {
        var life = Life.in(.stranger) { $0.needsApproval = true }
        let (code, person) = (UserID(), UserID())
        let opened = try life.take(.invite(by: code, byCode: true), at: .noon, under: rules)
        #expect(opened.then.isEmpty, "who opens a code knows")
        #expect(life.isByCode)
        #expect(life.invitedBy == code)
        let later = Instant.noon + .hours(1)
        let asked = try life.take(.invite(by: person, byCode: false), at: later, under: rules)
        #expect(asked.then == [.tell([.person], .contestInvited)])
        #expect(!life.isByCode)
        #expect(life.invitedBy == person)
        #expect(life.invitedAt == later)
        let before = life
        try life.take(.invite(by: code, byCode: true), at: later + .hours(1), under: rules)
        try life.take(.invite(by: code, byCode: false), at: later + .hours(1), under: rules)
        #expect(life == before)
        try life.take(.join(target: Self.ten), at: later, under: rules)
        #expect(life.state == .joined)
    }

    /// A contest of a day, and why nobody may join it at noon; `nil` if people may.
    private struct Phase: Sendable {
        let state: ContestLife.State
        /// When it begins, from noon.
        let begins: Duration
        var locksLate = false
        var refusal: ChallengesError?
    }

    private static let phases = [
        Phase(state: .draft, begins: .hours(1), refusal: .wrongState),
        Phase(state: .scheduled, begins: .hours(1)),
        Phase(state: .scheduled, begins: .hours(1), locksLate: true),
        Phase(state: .scheduled, begins: .tick, locksLate: true),
        Phase(state: .scheduled, begins: .zero, locksLate: true, refusal: .tooLate),
        Phase(state: .active, begins: .zero),
        Phase(state: .active, begins: .hours(-1)),
        Phase(state: .active, begins: .hours(-1), locksLate: true, refusal: .tooLate),
        Phase(state: .active, begins: .hours(-24), refusal: .contestOver),
        Phase(state: .active, begins: .hours(-24) + .tick),
        Phase(state: .settling, begins: .hours(-30), refusal: .contestOver),
        Phase(state: .completed, begins: .hours(-90), refusal: .contestOver),
        Phase(state: .cancelled, begins: .hours(1), refusal: .contestOver),
    ]

    @Test(arguments: phases)
    private func `users join, and are admitted, while the contest is open to newcomers`(
        phase: Phase
    ) {
        let start = Instant.noon + phase.begins
        func life(_ state: Life.State) -> Life {
            Life.in(state) {
                $0.state = phase.state
                $0.startsAt = start
                $0.endsAt = start + .days(1)
                $0.locksLate = phase.locksLate
                $0.isPercent = false
            }
        }
        let join = Life.Move.join(target: nil)
        for state in [Life.State.stranger, .invited, .declined, .left] {
            #expect(refusal(of: join, of: life(state)) == phase.refusal)
        }
        #expect(refusal(of: .admit, of: life(.requested)) == phase.refusal)
        #expect(life(.stranger).conditions.refusal(at: .noon) == phase.refusal)
        // Joining twice is the same, whatever became of the contest.
        #expect(refusal(of: join, of: life(.joined)) == nil)
    }

    @Test(arguments: ContestLife.State.allCases)
    func `nobody is removed from what is over, and everyone may leave`(
        phase: ContestLife.State
    ) {
        let isOver = phase == .completed || phase == .cancelled
        for state in [Life.State.joined, .left] {
            let life = Life.in(state) { $0.state = phase }
            #expect(refusal(of: .remove, of: life) == (isOver ? .contestOver : nil))
            #expect(refusal(of: .leave, of: life) == nil)
        }
    }

    @Test(arguments: [Life.State.stranger, .invited, .declined, .lapsed, .refused, .left, .joined])
    func `an owner is neither invited nor removed, and leaves what was published`(
        state: Life.State
    ) throws {
        let owner = Life.in(state) { $0.isOwner = true }
        for byCode in [false, true] where state != .joined && state != .invited {
            let move = Life.Move.invite(by: Self.member, byCode: byCode)
            #expect(refusal(of: move, of: owner) == .wrongState)
        }
        if state == .joined || state == .left {
            #expect(refusal(of: .remove, of: owner) == .wrongState)
        }
        var leaving = owner
        let line = try leaving.take(.leave, at: .noon, under: rules)
        #expect(line.then.contains(.effect(.passOwnership)))
        let draft = Life.in(.stranger) {
            $0.isOwner = true
            $0.state = .draft
        }
        #expect(refusal(of: .leave, of: draft) == .wrongState)
    }

    @Test(arguments: [Life.State.stranger, .invited, .declined, .lapsed, .refused])
    func `a target is given exactly where each person has one`(state: Life.State) throws {
        var life = Life.in(state)
        #expect(refusal(of: .join(target: nil), of: life) == .targetMissing)
        try life.take(.join(target: Self.ten), at: .noon, under: rules)
        #expect(life.target == Self.ten)
        let raw = Life.in(state) { $0.isPercent = false }
        #expect(refusal(of: .join(target: Self.ten), of: raw) == .targetUnwanted)
        #expect(refusal(of: .join(target: nil), of: raw) == nil)
    }

    @Test(arguments: [Duration.tick, .zero])
    func `a target is fixed once the contest has begun`(begins: Duration) throws {
        let fixed: ChallengesError? = begins == .zero ? .targetFixed : nil
        let conditions: (inout Life.Conditions) -> Void = { $0.startsAt = Instant.noon + begins }
        for state in [Life.State.joined, .requested] {
            let life = Life.in(state, conditions)
            #expect(refusal(of: .target(Self.five), of: life) == fixed)
        }
        // What was cancelled before its start has no more targets.
        for state in [Life.State.joined, .requested] where begins == .tick {
            let cancelled = Life.in(state) {
                conditions(&$0)
                $0.state = .cancelled
            }
            #expect(refusal(of: .target(Self.five), of: cancelled) == .contestOver)
        }
        // Who comes back keeps the target, or names it again.
        var left = Life.in(.left, conditions)
        left.target = Self.ten
        #expect(refusal(of: .join(target: Self.five), of: left) == fixed)
        for target in [nil, Self.ten] {
            var back = left
            try back.take(.join(target: target), at: .noon, under: rules)
            #expect(back.target == Self.ten)
        }
        // Who was never in it sets one, however late.
        #expect(refusal(of: .join(target: Self.five), of: Life.in(.stranger, conditions)) == nil)
        let raw = Life.in(.joined) { $0.isPercent = false }
        #expect(refusal(of: .target(Self.five), of: raw) == .targetUnwanted)
    }

    @Test func `the first time somebody joins is kept, and what ended is not`() throws {
        var life = Life.in(.stranger)
        try life.take(.join(target: Self.ten), at: .noon, under: rules)
        #expect(life.returnedAt == nil)
        try life.take(.leave, at: .noon + .hours(1), under: rules)
        #expect(life.endedAt == .noon + .hours(1))
        let line = try life.take(.join(target: nil), at: .noon + .hours(2), under: rules)
        #expect(life.joinedAt == .noon)
        #expect(life.returnedAt == .noon + .hours(2))
        #expect(life.endedAt == nil)
        #expect(line.then.contains(.effect(.restore)))
        #expect(life.version == 3)
    }

    @Test(arguments: [false, true])
    func `who is asked back, or asks, left when they did until they are back`(
        asks: Bool
    ) throws {
        var life = Life.in(.left) { $0.needsApproval = asks }
        let left = try #require(life.endedAt)
        let move = asks ? Life.Move.join(target: nil) : .invite(by: Self.member, byCode: false)
        try life.take(move, at: .noon, under: rules)
        #expect(life.state == (asks ? .requested : .invited))
        #expect(life.endedAt == left)
        var lapsed = life
        let line = lapsed.pass(to: Self.end, under: rules)
        #expect(line != nil && lapsed.state == .left)
        #expect(lapsed.endedAt == left)
        try life.take(asks ? .admit : .join(target: nil), at: .noon, under: rules)
        #expect(life.state == .joined)
        #expect(life.returnedAt == .noon)
        #expect(life.endedAt == nil)
        try life.take(.leave, at: .noon + .hours(1), under: rules)
        #expect(life.endedAt == .noon + .hours(1))
    }

    @Test func `a lapsed invitation or request can lapse again`() throws {
        var life = Life.in(.declined)
        try life.take(.invite(by: Self.member, byCode: false), at: .noon, under: rules)
        #expect(life.endedAt == nil)
        try life.take(.decline, at: .noon + .hours(1), under: rules)
        #expect(life.endedAt == .noon + .hours(1))
    }

    /// A move that is made, and what follows from it.
    private struct News: Sendable {
        let state: Life.State
        let name: Name
        let then: [Consequence<Life>]
    }

    private static let comesIn: [Consequence<Life>] = [
        .effect(.takePlace), .effect(.restore), .effect(.tellScoring),
    ]
    private static let goesOut: [Consequence<Life>] = [
        .effect(.freePlace), .effect(.tellScoring),
    ]
    private static let asked = Consequence<Life>.tell([.person], .contestInvited)
    private static let answered = Consequence<Life>.settle([.joinRequested], .acted)

    private static let news = [
        News(state: .stranger, name: .invite, then: [asked]),
        News(state: .stranger, name: .inviteByCode, then: []),
        News(state: .requested, name: .invite, then: [answered, asked]),
        News(state: .invited, name: .decline, then: [.settle([.contestInvited], .acted)]),
        News(state: .requested, name: .leave, then: [.settle([.joinRequested], .gone)]),
        News(state: .requested, name: .refuse, then: [answered]),
        News(state: .invited, name: .remove, then: [.settle([.contestInvited], .gone)]),
        News(state: .invited, name: .block, then: [.settle([.contestInvited], .gone)]),
        News(state: .requested, name: .block, then: [.settle([.joinRequested], .gone)]),
        News(state: .joined, name: .leave, then: goesOut + [.effect(.passOwnership)]),
        News(state: .joined, name: .remove, then: goesOut + [.effect(.dropQueries)]),
        News(
            state: .left,
            name: .remove,
            then: [.effect(.tellScoring), .effect(.dropQueries)]
        ),
        News(state: .joined, name: .target, then: [.effect(.tellScoring)]),
        News(state: .requested, name: .target, then: []),
        News(
            state: .requested,
            name: .admit,
            then: comesIn + [answered, .tell([.person], .admitted)]
        ),
        News(
            state: .invited,
            name: .join,
            then: comesIn + [.settle([.contestInvited, .contestShared], .acted)]
        ),
    ]

    @Test(arguments: news)
    private func `what follows from a move`(news: News) throws {
        var life = Life.in(news.state)
        let line = try life.take(news.name.move, at: .noon, under: rules)
        #expect(line.then == news.then)
    }

    @Test func `a place is taken and freed exactly by coming in and going out`() {
        for line in MoveTable<Life>.participant.lines {
            let comesIn = line.to == .joined
            #expect(line.then.contains(.effect(.takePlace)) == comesIn)
            let goesOut = line.from == [.joined] && line.to != nil
            #expect(line.then.contains(.effect(.freePlace)) == goesOut)
            // Scoring knows whoever is or was in it.
            let isKnown = comesIn || goesOut || line.to == .removed
            if isKnown { #expect(line.then.contains(.effect(.tellScoring))) }
        }
    }

    @Test func `a state of a later release lets nobody in`() {
        let contest = ContestRecord.sample()
        let record = ParticipantRecord(
            challenge: contest.id,
            user: Self.member,
            state: .unknown,
            version: 7
        )
        let life = Life(of: Self.member, record, in: contest, isOpen: true)
        #expect(life.state == .removed)
        #expect(refusal(of: .join(target: nil), of: life) == .wrongState)
    }

    @Test(arguments: Life.State.allCases)
    func `a row is read and written as it is`(state: Life.State) {
        guard let stored = Participant.State(rawValue: state.rawValue) else {
            #expect(state == .stranger)
            return
        }
        let record = ParticipantRecord(
            challenge: ChallengeID(),
            user: Self.member,
            state: stored,
            invitedBy: UserID(),
            invitedAt: .noon,
            isByCode: true,
            requestedAt: .noon + .hours(1),
            joinedAt: .noon + .hours(2),
            returnedAt: .noon + .hours(5),
            endedAt: .noon + .hours(3),
            target: Self.ten,
            entries: 0,
            version: 4
        )
        let life = Life(of: Self.member, record, in: .sample(), isOpen: false)
        #expect(life.state == state)
        #expect(life.record(over: record) == record)
        let other = ParticipantRecord(
            challenge: record.challenge,
            user: record.user,
            state: .unknown,
            version: 4
        )
        #expect(life.record(over: other) == record)
    }

    /// Why a move is refused at noon; `nil` if it is not.
    private func refusal(of move: Life.Move, of life: Life) -> ChallengesError? {
        var life = life
        do throws(ChallengesError) {
            try life.take(move, at: .noon, under: rules)
            return nil
        } catch {
            return error
        }
    }
}

extension ParticipantLife {
    /// A person in a state, in a contest that anyone may join and where each person has a target;
    /// it begins in an hour and ends in a day.
    static func `in`(
        _ state: State,
        _ change: (inout Conditions) -> Void = { _ in }
    ) -> ParticipantLife {
        var conditions = Conditions(
            state: .active,
            startsAt: .noon + .hours(1),
            endsAt: .noon + .days(1),
            isPercent: true,
            isOpen: true
        )
        change(&conditions)
        var life = ParticipantLife(conditions: conditions)
        life.state = state
        if state == .invited {
            life.invitedBy = UserID()
            life.invitedAt = .noon - .hours(2)
        }
        if state == .requested || state == .joined || state == .left {
            life.target = Amount(whole: 3)
        }
        if state == .requested { life.requestedAt = .noon - .hours(2) }
        if state == .joined || state == .left || state == .removed {
            life.joinedAt = .noon - .hours(1)
        }
        if state == .declined || state == .left { life.endedAt = .noon - .minutes(1) }
        return life
    }
}

extension ContestRecord {
    /// A contest of somebody's that began at noon and ends in a day.
    static func sample(
        owner: UserID = UserID(),
        _ change: (inout ContestRecord) -> Void = { _ in }
    ) -> ContestRecord {
        var contest = ContestRecord(
            challenge: ChallengeRecord(
                id: ChallengeID(),
                kind: .competition,
                name: "Water",
                description: "",
                author: owner,
                proof: .optional,
                deadline: nil,
                createdAt: .noon
            ),
            owner: owner,
            visibility: .public,
            isHidden: false,
            timeZone: "UTC",
            aggregation: .sum,
            direction: .higher,
            score: .raw,
            sources: .any,
            capacity: nil,
            needsApproval: false,
            membersMayInvite: false,
            locksLate: false,
            authorPlays: true,
            authorTarget: nil,
            invitees: [],
            life: ContestLife(
                state: .active,
                startsAt: .noon,
                endsAt: .noon + .days(1),
                createdAt: .noon,
                publishedAt: .noon
            )
        )
        change(&contest)
        return contest
    }
}
