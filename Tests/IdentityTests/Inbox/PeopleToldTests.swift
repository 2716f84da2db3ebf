import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct PeopleToldTests {
    let town = Town()

    /// An event about an assignment; to one person, unless it says otherwise.
    private func event(_ people: UserID...) -> PeopleTold {
        PeopleTold(
            people: people,
            kind: .dareReceived,
            cause: "a cause",
            subject: .init(AssignmentID()),
            at: town.clock.now
        )
    }

    @Test func `each person gets a notice of what happened`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd", first: "Cy", last: "Adler")
        let (challenge, assignment) = (ChallengeID(), AssignmentID())
        let happened = town.clock.now - .hours(3)
        let told = PeopleTold(
            people: [ana, bo],
            kind: .dareReceived,
            cause: assignment.description,
            actor: cy,
            challenge: challenge,
            subject: .init(assignment),
            name: "Swim",
            at: happened,
            expiresAt: happened + .days(1)
        )
        try await town.deliver(told)
        for person in [ana, bo] {
            let notice = try #require(try await town.inbox(of: person).first)
            let shown = Notice(
                id: notice.id,
                kind: .dareReceived,
                actor: Person(id: cy, username: "cyd", firstName: "Cy", lastName: "Adler"),
                name: "Swim",
                count: nil,
                challengeID: challenge,
                subject: .init(assignment),
                state: .new,
                raisedAt: happened,
                expiresAt: happened + .days(1)
            )
            #expect(notice == shown)
            #expect(try await town.inbox(of: person).count == 1)
        }
        #expect(try await town.inbox(of: cy).isEmpty)
    }

    @Test func `what is absent stays absent`() async throws {
        let ana = try await town.person("ana")
        try await town.deliver(event(ana))
        let notice = try #require(try await town.inbox(of: ana).first)
        #expect(notice.actor == nil)
        #expect(notice.name == nil)
        #expect(notice.count == nil)
        #expect(notice.challengeID == nil)
        #expect(notice.expiresAt == nil)
    }

    @Test func `a kind and a cause make one notice, however often they are told`() async throws {
        let ana = try await town.person("ana")
        let first = event(ana)
        let id = EventID()
        for _ in 0..<2 { try await town.deliver(first, as: id) }
        var again = first
        again.name = "Another name"
        again.subject = .init(AssignmentID())
        again.at = again.at + .hours(1)
        again.people = [ana, ana]
        try await town.deliver(again)
        let notices = try await town.inbox(of: ana)
        #expect(notices.count == 1)
        #expect(notices.first?.name == nil)
        #expect(notices.first?.subject == first.subject)
        #expect(notices.first?.raisedAt == first.at)
    }

    @Test func `another kind, another cause and another person make others`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        var told = event(ana)
        try await town.deliver(told)
        told.kind = .deadlineNear
        try await town.deliver(told)
        told.cause = "another cause"
        try await town.deliver(told)
        told.people = [bo]
        try await town.deliver(told)
        let notices = try await town.inbox(of: ana)
        #expect(Set(notices.map(\.kind)) == [.dareReceived, .deadlineNear])
        #expect(notices.count == 3)
        #expect(try await town.inbox(of: bo).count == 1)
    }

    @Test func `a dismissed notice does not come back, nor does an answered one`() async throws {
        let ana = try await town.person("ana")
        let assignment = AssignmentID()
        var told = event(ana)
        told.subject = .init(assignment)
        let id = EventID()
        try await town.deliver(told, as: id)
        let notice = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: notice), as: ana)
        try await town.deliver(told, as: id)
        try await town.deliver(told)
        #expect(try await town.inbox(of: ana).isEmpty)
        told.cause = "another cause"
        try await town.deliver(told)
        try await town.settle(assignment, .acted)
        try await town.deliver(told)
        #expect(try await town.inbox(of: ana).map(\.state) == [.acted])
    }

    @Test func `likes of one cause are one notice, with their number and the newest actor`()
        async throws
    {
        let ana = try await town.person("ana")
        let fans = [
            try await town.person("bob"), try await town.person("cyd"),
            try await town.person("dan"),
        ]
        let contest = ChallengeID()
        var told = PeopleTold(
            people: [ana],
            kind: .liked,
            cause: "\(contest)/1",
            challenge: contest,
            subject: .init(contest: contest),
            name: "Water",
            at: town.clock.now
        )
        for (number, fan) in fans.enumerated() {
            told.actor = fan
            told.name = "Water \(number)"
            told.at = told.at + .minutes(1)
            let id = EventID()
            // Delivered twice, it counts once.
            for _ in 0..<2 { try await town.deliver(told, as: id) }
            let notices = try await town.inbox(of: ana)
            #expect(notices.map(\.count) == [number == 0 ? nil : number + 1])
            #expect(notices.map(\.actor?.id) == [fan])
            #expect(notices.map(\.name) == ["Water \(number)"])
            #expect(notices.map(\.raisedAt) == [town.clock.now + .minutes(1)])
            #expect(notices.map(\.state) == [number == 0 ? .new : .seen])
            _ = try await town.ask(SeeNotices(), as: ana)
        }
        // The next window, and another contest, are others.
        told.cause = "\(contest)/2"
        try await town.deliver(told)
        #expect(try await town.inbox(of: ana).count == 2)
    }

    /// A like of a contest, at this moment.
    private func like(
        _ contest: ChallengeID,
        of owner: UserID,
        by fan: UserID,
        standing likes: [MergedLikes.Like] = []
    ) -> PeopleTold {
        var told = event(owner)
        told.kind = .liked
        told.cause = "\(contest)/1"
        told.actor = fan
        told.challenge = contest
        told.subject = .init(contest: contest)
        told.likes = likes.isEmpty ? nil : MergedLikes(count: likes.count, newest: likes)
        return told
    }

    @Test(arguments: [false, true])
    func `after a merged notice was dismissed the next like begins a new one`(
        isCounted: Bool
    ) async throws {
        let ana = try await town.person("ana")
        var fans: [UserID] = []
        for name in ["bob", "cyd", "dan", "eve"] { fans.append(try await town.person(name)) }
        let contest = ChallengeID()
        var likes: [MergedLikes.Like] = []
        var events: [(PeopleTold, EventID)] = []
        func like(_ fan: UserID) async throws {
            town.clock.advance(by: .minutes(1))
            likes.insert(.init(user: fan, at: town.clock.now), at: 0)
            let told = self.like(contest, of: ana, by: fan, standing: isCounted ? likes : [])
            events.append((told, EventID()))
            for _ in 0..<2 { try await town.deliver(told, as: events[events.count - 1].1) }
        }
        try await like(fans[0])
        try await like(fans[1])
        let first = try #require(try await town.inbox(of: ana).first)
        #expect(first.count == 2)
        _ = try await town.ask(DismissNotice(notice: first.id), as: ana)
        #expect(try await town.inbox(of: ana).isEmpty)
        try await like(fans[2])
        let second = try #require(try await town.inbox(of: ana).first)
        #expect(second.count == nil)
        #expect(second.actor?.id == fans[2])
        #expect(second.state == .new)
        #expect(second.raisedAt == town.clock.now)
        try await like(fans[3])
        #expect(try await town.inbox(of: ana).map(\.id) == [second.id])
        #expect(try await town.inbox(of: ana).map(\.count) == [2])
        #expect(try await town.inbox(of: ana).map(\.actor?.id) == [fans[3]])
        // What was delivered before changes nothing, and the dismissed one stays away.
        for (told, id) in events { try await town.deliver(told, as: id) }
        #expect(try await town.inbox(of: ana).map(\.count) == [2])
        _ = try await town.ask(DismissNotice(notice: second.id), as: ana)
        _ = try await town.ask(DismissNotice(notice: first.id), as: ana)
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `what an earlier release dismissed takes no more either`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let contest = ChallengeID()
        try await town.deliver(like(contest, of: ana, by: bo))
        // It leaves the cause as it is, and notes no time.
        try await Database.fresh.run(
            "UPDATE notices SET dismissed_at = \(town.clock.now), counted_until = NULL"
        )
        town.clock.advance(by: .minutes(1))
        let cy = try await town.person("cyd")
        let likes = [cy, bo].enumerated().map { index, fan in
            MergedLikes.Like(user: fan, at: town.clock.now - .minutes(2 * index))
        }
        try await town.deliver(like(contest, of: ana, by: cy, standing: likes))
        #expect(try await town.inbox(of: ana).map(\.count) == [nil])
        #expect(try await town.inbox(of: ana).map(\.actor?.id) == [cy])
    }

    // How many notices an actor makes (2.8-inbox).

    @Test func `an actor makes 50 notices in the inbox of a person in 24 hours, and no more`()
        async throws
    {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        let start = town.clock.now
        for _ in 0..<50 {
            town.clock.advance(by: .seconds(1))
            try await town.tell(ana, by: bo)
        }
        #expect(try await town.inbox(of: ana).count == 50)
        let dare = AssignmentID()
        try await town.tell(ana, cy, by: bo, about: dare)
        #expect(try await town.inbox(of: ana).count == 50)
        // Another person hears of it, and she of others and of what time did.
        #expect(try await town.inbox(of: cy).count == 1)
        try await town.tell(ana, by: cy)
        try await town.tell(ana)
        #expect(try await town.inbox(of: ana).count == 52)
        // What made no notice is settled as if there were one.
        for outcome in [NoticesSettled.Outcome.acted, .expired, .gone] {
            try await town.settle(dare, outcome)
        }
        #expect(try await town.inbox(of: ana).count == 52)
        // The first was made at the first second.
        town.clock.advance(by: start + .hours(24) + .seconds(1) - town.clock.now - .microseconds(1))
        try await town.tell(ana, by: bo)
        #expect(try await town.inbox(of: ana).count == 52)
        town.clock.advance(by: .microseconds(1))
        for _ in 0..<2 { try await town.tell(ana, by: bo) }
        #expect(try await town.inbox(of: ana).count == 53)
    }

    @Test func `what is taken back, dismissed or told again does not make room`() async throws {
        let town = Town(noticeLimit: NoticeLimit(3))
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let dare = AssignmentID()
        try await town.tell(ana, by: bo, about: dare)
        try await town.settle(dare, .gone)
        try await town.tell(ana, by: bo)
        let notice = try #require(try await town.inbox(of: ana).first).id
        _ = try await town.ask(DismissNotice(notice: notice), as: ana)
        // A repetition takes none.
        for _ in 0..<3 { try await town.tell(ana, by: bo, cause: "once") }
        try await town.tell(ana, by: bo)
        #expect(try await town.inbox(of: ana).count == 1)
    }

    @Test func `merged notices grow beyond the limit, and take none of it`() async throws {
        let town = Town(noticeLimit: NoticeLimit(2))
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        let contests = (0..<3).map { _ in ChallengeID() }
        for contest in contests { try await town.deliver(like(contest, of: ana, by: cy)) }
        #expect(try await town.inbox(of: ana).count == 2)
        // Bo begins none of these.
        for contest in contests.prefix(2) {
            try await town.deliver(like(contest, of: ana, by: bo))
        }
        for _ in 0..<3 { try await town.tell(ana, by: bo) }
        #expect(try await town.inbox(of: ana).count == 4)
        // His notices are all made; a like of his still counts where there is a notice.
        let di = try await town.person("dan")
        try await town.deliver(like(contests[2], of: ana, by: bo))
        #expect(try await town.inbox(of: ana).count == 4)
        let other = ChallengeID()
        try await town.deliver(like(other, of: ana, by: di))
        try await town.deliver(like(other, of: ana, by: bo))
        let grown = try await town.inbox(of: ana).filter { $0.challengeID == other }
        #expect(grown.map(\.count) == [2])
        #expect(grown.map(\.actor?.id) == [bo])
    }

    @Test func `an actor who notified several people still joins a notice`() async throws {
        let town = Town(noticeLimit: NoticeLimit(1))
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let (cy, di) = (try await town.person("cyd"), try await town.person("dan"))
        let contest = ChallengeID()
        try await town.deliver(like(contest, of: ana, by: cy))
        // Bo's notices to both are all made, so that his like only joins the one that is there.
        for person in [ana, di] { try await town.tell(person, by: bo) }
        try await town.deliver(like(contest, of: ana, by: bo))
        let joined = try await town.inbox(of: ana).filter { $0.challengeID == contest }
        #expect(joined.map(\.count) == [2])
        #expect(joined.map(\.actor?.id) == [bo])
    }

    @Test func `two hundred acts at once make 50 notices`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let cy = try await town.person("cyd")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask { [town] in
                    // In either order of the people.
                    if index.isMultiple(of: 2) {
                        try await town.tell(ana, cy, by: bo)
                    } else {
                        try await town.tell(cy, ana, by: bo)
                    }
                }
                group.addTask { [town] in try await town.tell(ana, by: bo, cause: "\(index)") }
            }
            try await group.waitForAll()
        }
        #expect(try await town.inbox(of: ana).count == 50)
        #expect(try await town.inbox(of: cy).count == 50)
    }

    @Test func `friend requests count too, and are answered without a notice`() async throws {
        let town = Town(noticeLimit: NoticeLimit(1))
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana, by: bo)
        let request = try await town.ask(SendFriendRequest(to: ana), as: bo)
        #expect(try await town.counts(of: ana).friendRequests == 0)
        let listed = try await town.ask(ListFriendRequests(direction: .incoming), as: ana)
        #expect(listed.items.map(\.id) == [request.id])
        _ = try await town.ask(AnswerFriendRequest(request: request.id, accept: true), as: ana)
        #expect(try await town.inbox(of: bo).map(\.kind) == [.friendAdded])
    }

    @Test func `likes of many people at once are all counted`() async throws {
        let ana = try await town.person("ana")
        let contest = ChallengeID()
        let told = PeopleTold(
            people: [ana],
            kind: .liked,
            cause: "\(contest)/1",
            subject: .init(contest: contest),
            at: town.clock.now
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 { group.addTask { [town] in try await town.deliver(told) } }
            try await group.waitForAll()
        }
        #expect(try await town.inbox(of: ana).map(\.count) == [30])
    }

    @Test func `people without an account are left out`() async throws {
        let ana = try await town.person("ana")
        try await town.deliver(event(UserID(), ana, UserID()))
        #expect(try await town.inbox(of: ana).count == 1)
        #expect(try await people() == [ana])
    }

    @Test func `who has no account makes no notices`() async throws {
        let ana = try await town.person("ana")
        for kind in [Notice.Kind.liked, .dareReceived] {
            try await town.tell(ana, kind: kind, by: UserID())
        }
        #expect(try await people().isEmpty)
        #expect(try await town.counts(of: ana).new == 0)
    }

    @Test func `after a block, either way, neither hears of the other`() async throws {
        let people = try await [town.person("ana"), town.person("bob"), town.person("cyd")]
            .sorted()
        let (first, actor, last) = (people[0], people[1], people[2])
        for person in [first, last] { try await town.relate(actor, person, .blocked) }
        try await town.tell(first, last, by: actor, cause: "blocked")
        #expect(try await self.people().isEmpty)
        // Who does not hear of one person hears of others, and of what time did.
        let other = try await town.person("dan")
        try await town.tell(first, last, by: other, cause: "another actor")
        try await town.tell(first, last, cause: "time")
        #expect(try await self.people() == [first, last, first, last])
        for relation in [Relation.friends, .none] {
            try await town.relate(actor, first, relation)
            try await town.tell(first, last, by: actor, cause: relation.rawValue)
        }
        #expect(try await self.people() == [first, last, first, last, first, first])
    }

    @Test func `people are told in the order of their ids`() async throws {
        var people: [UserID] = []
        for index in 0..<12 { people.append(try await town.person("person\(index)")) }
        var told = event()
        told.people = people.shuffled()
        try await town.deliver(told)
        #expect(try await self.people() == people.sorted())
    }

    @Test func `what is beyond a limit is refused at its field`() async throws {
        let ana = try await town.person("ana")
        let edges: [(pointer: String, (inout PeopleTold) -> Void)] = [
            ("/people", { $0.people = [] }),
            ("/people", { $0.people = (0..<501).map { _ in ana } }),
            ("/kind", { $0.kind = .unknown }),
            ("/cause", { $0.cause = "" }),
            ("/cause", { $0.cause = String(repeating: "é", count: 121) }),
            ("/cause", { $0.cause = "a\0b" }),
            ("/subject/kind", { $0.subject = .init(kind: .unknown, id: UUID()) }),
            ("/name", { $0.name = "" }),
            ("/name", { $0.name = String(repeating: "é", count: 81) }),
            ("/name", { $0.name = "a\0b" }),
            ("/likes", { $0.likes = MergedLikes(count: 1, newest: []) }),
        ]
        for (pointer, change) in edges {
            var wrong = event(ana)
            change(&wrong)
            let fault = try await refusal { try await town.deliver(wrong) }
            #expect(fault == Refusal(IdentityError.noticeInvalid, at: pointer).fault)
        }
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `all wrong fields are named at once`() async throws {
        var wrong = event()
        wrong.kind = .unknown
        let fault = try await refusal { try await town.deliver(wrong) }
        #expect(fault.code == IdentityError.noticeInvalid.rawValue)
        #expect(Set(fault.blamed.keys) == ["/people", "/kind"])
    }

    @Test func `what is just within the limits is taken`() async throws {
        let ana = try await town.person("ana")
        var told = event()
        told.people = (0..<499).map { _ in UserID() } + [ana]
        told.cause = String(repeating: "𝒳", count: 120)
        told.name = String(repeating: "𝒳", count: 80)
        try await town.deliver(told)
        told.people = [ana]
        told.cause = "1"
        told.name = "1"
        told.at = told.at + .seconds(1)
        try await town.deliver(told)
        let names = try await town.inbox(of: ana).map(\.name)
        #expect(names == ["1", String(repeating: "𝒳", count: 80)])
    }

    @Test(arguments: [Notice.Subject.Kind.contest, .entry])
    func `a notice is about a contest, or something that was done for it`(
        subject: Notice.Subject.Kind
    ) async throws {
        let ana = try await town.person("ana")
        let contest = ChallengeID()
        var told = event(ana)
        told.kind = subject == .contest ? .contestInvited : .entryQueried
        told.challenge = contest
        told.subject =
            subject == .contest ? .init(contest: contest) : .init(EntryID(contest.uuid))
        try await town.deliver(told)
        let notice = try #require(try await town.inbox(of: ana).first)
        #expect(notice.kind == told.kind)
        #expect(notice.challengeID == contest)
        #expect(notice.subject == Notice.Subject(kind: subject, id: contest.uuid))
    }

    @Test func `a reached goal is told of once, counted, and gone when the goal is`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let goal = ChallengeID()
        var told = event(ana)
        told.kind = .goalReached
        told.challenge = goal
        told.subject = .init(goal: goal)
        told.cause = "\(goal)"
        told.name = "Walk 10K steps"
        for _ in 0..<2 { try await town.deliver(told) }
        let notices = try await town.inbox(of: ana)
        #expect(notices.map(\.kind) == [.goalReached])
        #expect(notices.map(\.actor) == [nil])
        #expect(notices.map(\.name) == ["Walk 10K steps"])
        #expect(notices.map(\.challengeID) == [goal])
        #expect(notices.map(\.subject) == [Notice.Subject(kind: .goal, id: goal.uuid)])
        #expect(notices.map(\.state) == [.new])
        #expect(try await town.counts(of: ana).new == 1)
        #expect(try await town.inbox(of: bo).isEmpty)
        // The medal for it is another notice, which stays.
        var medal = told
        medal.kind = .medal
        medal.subject = .init(MedalID())
        try await town.deliver(medal)
        try await town.deliver(
            NoticesSettled(
                subject: told.subject,
                kinds: [.goalReached],
                outcome: .gone,
                at: told.at
            )
        )
        #expect(try await town.inbox(of: ana).map(\.kind) == [.medal])
    }

    @Test func `a reminder is one notice a day, and a repeated event makes no other`()
        async throws
    {
        let ana = try await town.person("ana")
        let (goal, reminder) = (ChallengeID(), ReminderID())
        for (day, seconds) in [("2026-06-01", 1), ("2026-06-02", 2), ("2026-06-01", 3)] {
            var told = event(ana)
            told.kind = .reminder
            told.challenge = goal
            told.subject = .init(goal: goal)
            told.cause = "\(reminder)/\(day)"
            told.name = "Meditate"
            told.at = told.at + .seconds(seconds)
            try await town.deliver(told)
        }
        let notices = try await town.inbox(of: ana)
        #expect(notices.map(\.kind) == [.reminder, .reminder])
        #expect(notices.map(\.name) == ["Meditate", "Meditate"])
        #expect(notices.map(\.subject) == Array(repeating: .init(goal: goal), count: 2))
        #expect(try await town.counts(of: ana).new == 2)
    }

    @Test func `scoring tells of results`() async throws {
        let ana = try await town.person("ana")
        var told = event(ana)
        told.kind = .contestResult
        told.subject = .init(contest: ChallengeID())
        _ = try await town.ask(told, key: EventID().description, peer: .scoring)
        #expect(try await town.inbox(of: ana).map(\.kind) == [.contestResult])
    }

    @Test func `scoring tells of medals, and of ranks that were lost`() async throws {
        let ana = try await town.person("ana")
        let (contest, medal) = (ChallengeID(), MedalID())
        var told = event(ana)
        told.kind = .medal
        told.challenge = contest
        told.subject = .init(medal)
        _ = try await town.ask(told, key: EventID().description, peer: .scoring)
        told.kind = .rankLost
        told.subject = .init(contest: contest)
        told.at = told.at + .seconds(1)
        _ = try await town.ask(told, key: EventID().description, peer: .scoring)
        let notices = try await town.inbox(of: ana)
        #expect(notices.map(\.kind) == [.rankLost, .medal])
        #expect(notices.map(\.challengeID) == [contest, contest])
        #expect(notices[1].subject == Notice.Subject(kind: .medal, id: medal.uuid))
    }

    @Test(arguments: [ServiceName.gateway, .media])
    func `no service tells but those of challenges and scores`(peer: ServiceName) async throws {
        let fault = try await refusal {
            try await town.ask(event(UserID()), key: EventID().description, peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }

    /// Those who have notices, in the order in which these were inserted.
    private func people() async throws -> [UserID] {
        try await Database.fresh.all("SELECT user_id FROM notices ORDER BY ctid") { row in
            try row.next()
        }
    }
}
