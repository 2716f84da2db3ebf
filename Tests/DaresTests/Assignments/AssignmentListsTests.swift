import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

/// What lists of assignments hold, and in which order (2.8-lists).
@Suite(.freshDatabase(Challenges.migrations))
struct AssignmentListsTests {
    @Test func `a list can have one kind`() async throws {
        let scene = Scene()
        let soon = scene.clock.now + .days(1)
        let dare = try await scene.store(.accepted, deadline: soon)
        let run = try await scene.store(.started, deadline: soon)
        let done = try await scene.store(.done)
        let completed = try await scene.store(.completed, deadline: soon)
        try await scene.expect([dare, done].sorted(by: >), kind: .dare)
        try await scene.expect([run, completed].sorted(by: >), kind: .workout)
        try await scene.expect([dare], kind: .dare, open: true)
        try await scene.expect([run], kind: .workout, sort: .deadline)
        try await scene.expect([done], kind: .dare, sort: .closed)
        try await scene.expect([completed], kind: .workout, open: false)
        try await scene.expect([completed], kind: .workout, state: .completed, sort: .closed)
        try await scene.expect([], kind: .dare, state: .completed)
    }

    @Test func `a list can have what is open, or what is not`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        var open: [AssignmentID] = []
        var others: [AssignmentID] = []
        for state in AssignmentLife.State.allCases where state != .missed {
            let id = try await scene.store(state, deadline: now + .days(1))
            switch state {
            case .sent, .accepted, .started, .submitted: open.append(id)
            default: others.append(id)
            }
        }
        open.append(try await scene.store(.missed, deadline: now - .days(1)))
        others.append(try await scene.store(.missed, deadline: now - .days(8)))
        try await scene.expect(open.sorted(by: >), open: true)
        try await scene.expect(others.sorted(by: >), open: false)
        try await scene.expect((open + others).sorted(by: >))
    }

    @Test func `the newest first is the order without another`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let old = try await scene.store(.sent, sentAt: now - .days(3))
        let twins = try await [
            scene.store(.done, sentAt: now - .days(2)),
            scene.store(.sent, sentAt: now - .days(2)),
            scene.store(.started, sentAt: now - .days(2)),
        ].sorted(by: >)
        let new = try await scene.store(.denied, sentAt: now - .days(1))
        try await scene.expect([new] + twins + [old])
        try await scene.expect([new] + twins + [old], sort: .sent)
    }

    @Test func `by deadline the earliest is first, and what has none is last`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let endless = try await [
            scene.store(.sent), scene.store(.accepted), scene.store(.submitted),
        ].sorted()
        let late = try await scene.store(.sent, deadline: now + .days(9))
        let twins = try await [
            scene.store(.accepted, deadline: now + .days(2)),
            scene.store(.started, deadline: now + .days(2)),
            scene.store(.sent, deadline: now + .days(2)),
        ].sorted()
        // Submitted in time, and not judged yet.
        let past = try await scene.store(.submitted, deadline: now - .days(3))
        let missed = try await [
            scene.store(.missed, deadline: now - .days(3)),
            scene.store(.missed, deadline: now - .days(2)),
        ]
        try await scene.store(.missed, deadline: now - .days(8))
        try await scene.store(.done, deadline: now + .days(1))
        try await scene.store(.completed, deadline: now + .days(1))
        let first = [past, missed[0]].sorted()
        let all = first + [missed[1]] + twins + [late] + endless
        try await scene.expect(all, sort: .deadline)
        try await scene.expect(all, open: true, sort: .deadline)
        try await scene.expect(missed, state: .missed, sort: .deadline)
    }

    @Test func `by end the last is first, and nothing is there that is open`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let old = try await scene.store(.expired, closedAt: now - .days(30))
        let twins = try await [
            scene.store(.done, closedAt: now - .days(2)),
            scene.store(.completed, closedAt: now - .days(2)),
            scene.store(.denied, closedAt: now - .days(2)),
            scene.store(.void, closedAt: now - .days(2)),
        ].sorted(by: >)
        let missed = try await scene.store(
            .missed,
            deadline: now - .days(9),
            closedAt: now - .days(9)
        )
        let new = try await scene.store(.rejected, closedAt: now - .days(1))
        for state in AssignmentLife.State.allCases where state.isOpen {
            try await scene.store(state)
        }
        try await scene.store(.missed, deadline: now - .days(1))
        try await scene.expect([new] + twins + [missed, old], sort: .closed)
        try await scene.expect([new] + twins + [missed, old], open: false, sort: .closed)
        try await scene.expect([missed], state: .missed, sort: .closed)
    }

    @Test(arguments: [Duration.days(7), .hours(1)])
    func `a missed workout is open as long as it may be completed`(late: Duration) async throws {
        var rules = DareRules()
        rules.workoutLate = late
        let scene = Scene(rules: Rules(dares: rules))
        let end = scene.clock.now - late
        let over = try await scene.store(.missed, deadline: end, closedAt: end)
        let tick = end + .microseconds(1)
        let left = try await scene.store(.missed, deadline: tick, closedAt: tick)
        for sort in [ListAssignments.Sort.sent, .deadline] {
            try await scene.expect([left], open: true, sort: sort)
        }
        for sort in [ListAssignments.Sort.sent, .closed] {
            try await scene.expect([over], open: false, sort: sort)
        }
        scene.clock.advance(by: .microseconds(1))
        for sort in [ListAssignments.Sort.sent, .deadline] {
            try await scene.expect([], open: true, sort: sort)
        }
        let both = [over, left].sorted(by: >)
        try await scene.expect(both, open: false)
        try await scene.expect([left, over], sort: .closed)
        try await scene.expect(both, state: .missed)
    }

    @Test func `every order shows whole assignments, as the caller sees them`() async throws {
        let scene = Scene()
        let open = try await scene.make(.submitted)
        let ended = try await scene.make(.done)
        for (user, role) in [(scene.ana, ListAssignments.Role.sender), (scene.bo, .recipient)] {
            for (id, sort) in [
                (open, ListAssignments.Sort.sent), (open, .deadline), (ended, .closed),
            ] {
                let call = ListAssignments(role: role, open: sort != .closed, sort: sort)
                let page = try await scene.ask(call, as: user)
                #expect(page.items == [try await scene.get(id, as: user)])
                #expect(page.items.first?.attempts.map(\.note) == ["Done."])
            }
        }
    }

    @Test func `a block takes what was open out of the list of what is open`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        try await scene.expect([id], sort: .deadline)
        let pair = Pair(scene.ana, scene.bo)
        _ = try await scene.tell(
            RelationChanged(one: pair.one, other: pair.other, relation: .blocked, version: 2)
        )
        try await scene.expect([], sort: .deadline)
        try await scene.expect([id], sort: .closed)
    }

    @Test func `a cursor belongs to one list`() async throws {
        let scene = Scene()
        let soon = scene.clock.now + .days(1)
        for _ in 0..<2 {
            try await scene.store(.sent, deadline: soon)
            try await scene.store(.done)
        }
        // The cursor of each list's second page, and what asks for a page after a cursor.
        var lists: [(cursor: String, ask: (String) async -> Fault?)] = []
        for role in [ListAssignments.Role.recipient, .sender] {
            let user = role == .recipient ? scene.bo : scene.ana
            for sort in [ListAssignments.Sort.sent, .deadline, .closed] {
                func page(after cursor: String?) -> ListAssignments {
                    ListAssignments(role: role, sort: sort, limit: 1, cursor: cursor)
                }
                let first = try await scene.ask(page(after: nil), as: user)
                let cursor = try #require(first.nextCursor)
                lists.append((cursor, { await scene.fault(page(after: $0), as: user) }))
            }
        }
        let home = try await scene.ask(GetHome(limit: 1), as: scene.bo)
        let cursor = try #require(home.nextCursor)
        lists.append((cursor, { await scene.fault(GetHome(cursor: $0), as: scene.bo) }))
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for (number, list) in lists.enumerated() {
            for (other, another) in lists.enumerated() {
                let fault = await list.ask(another.cursor)
                #expect(fault == (number == other ? nil : refusal), "\(other) to \(number)")
            }
        }
    }

    @Test func `a cursor of the previous release is one of the newest first`() async throws {
        let scene = Scene()
        let ids = try await [scene.store(.sent), scene.store(.done)].sorted(by: >)
        let cursor = PageCursor<Instant, AssignmentID>("assignments")
            .text(scene.clock.now - .days(100), ids[0])
        for (user, role) in [(scene.bo, ListAssignments.Role.recipient), (scene.ana, .sender)] {
            for sort in [nil, ListAssignments.Sort.sent] {
                let call = ListAssignments(role: role, sort: sort, cursor: cursor)
                #expect(try await scene.ask(call, as: user).items.map(\.id) == [ids[1]])
            }
            for sort in [ListAssignments.Sort.deadline, .closed] {
                let call = ListAssignments(role: role, sort: sort, cursor: cursor)
                #expect(
                    await scene.fault(call, as: user)
                        == Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
                )
            }
        }
    }
}
