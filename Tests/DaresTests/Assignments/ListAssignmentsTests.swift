import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct ListAssignmentsTests {
    @Test func `each user sees what they received or sent, newest first`() async throws {
        let scene = Scene()
        var sent: [AssignmentID] = []
        for index in 0..<7 {
            // Some share a moment, so that the ids decide the order.
            if index.isMultiple(of: 3) { scene.clock.advance(by: .minutes(1)) }
            sent.append(try await scene.send())
        }
        let toCy = try await scene.send(to: scene.cy)
        for limit in [1, 2, 3, 7, 8, 100] {
            let received = await scene.list(as: scene.bo, .recipient, limit: limit)
            #expect(Set(received) == Set(sent))
            #expect(received.count == sent.count)
            let newest = try await scene.get(received[0])
            let oldest = try await scene.get(received[6])
            #expect(newest.sentAt > oldest.sentAt)
            #expect(await scene.list(as: scene.ana, .sender, limit: limit).count == 8)
        }
        #expect(await scene.list(as: scene.cy, .recipient) == [toCy])
        #expect(await scene.list(as: scene.bo, .sender) == [])
        #expect(await scene.list(as: scene.ana, .recipient) == [])
    }

    @Test func `a page has the requested size, and the last one says so`() async throws {
        let scene = Scene()
        for _ in 0..<21 { try await scene.send() }
        let first = try await scene.ask(ListAssignments(role: .recipient), as: scene.bo)
        #expect(first.items.count == 20)
        let cursor = try #require(first.nextCursor)
        let last = try await scene.ask(
            ListAssignments(role: .recipient, limit: 1, cursor: cursor),
            as: scene.bo
        )
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
    }

    @Test func `a list shows whole assignments, as the caller sees them`() async throws {
        let scene = Scene()
        let first = try await scene.make(.done)
        scene.clock.advance(by: .minutes(1))
        let second = try await scene.make(.accepted)
        let pictures = [MediaID(), MediaID()]
        for round in 1...2 {
            let call = SubmitAssignment(
                assignment: second,
                note: "Number \(round)",
                mediaIDs: pictures
            )
            _ = try await scene.ask(call, as: scene.bo)
            if round == 1 {
                let again = TryAgain(assignment: second, reason: "Again.")
                _ = try await scene.ask(again, as: scene.ana)
            }
        }
        for (user, role) in [
            (scene.ana, ListAssignments.Role.sender), (scene.bo, .recipient),
        ] {
            let page = try await scene.ask(ListAssignments(role: role), as: user)
            #expect(
                page.items == [
                    try await scene.get(second, as: user), try await scene.get(first, as: user),
                ]
            )
            #expect(page.items[0].attempts.map(\.note) == ["Number 1", "Number 2"])
            #expect(page.items[0].attempts.map { $0.media.map(\.id) } == [pictures, pictures])
        }
    }

    @Test func `a list can be limited to a state`() async throws {
        let scene = Scene()
        var ids: [AssignmentLife.State: AssignmentID] = [:]
        for state in AssignmentLife.State.ofDares where state != .expired {
            ids[state] = try await scene.make(state)
        }
        for (state, id) in ids {
            let shown = try #require(Assignment.State(rawValue: state.rawValue))
            #expect(await scene.list(as: scene.bo, .recipient, shown, limit: 1) == [id])
        }
        #expect(await scene.list(as: scene.bo, .recipient, .expired) == [])
    }

    @Test func `a list can be limited to a challenge`() async throws {
        let scene = Scene()
        let dare = CreateChallenge(name: "10 push-ups", recipients: [scene.bo, scene.cy])
        let made = try await scene.ask(dare, as: scene.ana)
        let sent = Set(made.assignments.map(\.id))
        let other = try await scene.send()
        let closed = try #require(made.assignments.first { $0.recipient.id == scene.cy }).id
        _ = try await scene.ask(DenyAssignment(assignment: closed), as: scene.cy)
        func list(
            _ role: ListAssignments.Role,
            _ open: Bool? = nil,
            _ sort: ListAssignments.Sort? = nil,
            of challenge: ChallengeID? = nil,
            as user: UserID
        ) async throws -> Set<AssignmentID> {
            let call = ListAssignments(
                role: role,
                open: open,
                sort: sort,
                challenge: challenge ?? made.id
            )
            return Set(try await scene.ask(call, as: user).items.map(\.id))
        }
        #expect(try await list(.sender, as: scene.ana) == sent)
        #expect(try await list(.sender, true, as: scene.ana) == sent.subtracting([closed]))
        #expect(
            try await list(.sender, nil, .deadline, as: scene.ana) == sent.subtracting([closed])
        )
        #expect(try await list(.sender, nil, .closed, as: scene.ana) == [closed])
        #expect(try await list(.recipient, as: scene.cy) == [closed])
        #expect(try await list(.recipient, nil, .closed, as: scene.cy) == [closed])
        #expect(try await list(.recipient, nil, .deadline, as: scene.cy) == [])
        // What is not the caller's lists nothing, and neither does an id of nothing.
        #expect(try await list(.sender, as: scene.bo) == [])
        #expect(try await list(.recipient, as: scene.ana) == [])
        #expect(try await list(.sender, of: ChallengeID(), as: scene.ana) == [])
        let challenge = try await scene.get(other).challenge.id
        #expect(try await list(.sender, of: challenge, as: scene.ana) == [other])
    }

    @Test func `the pages of one challenge's list go on where the last one ended`() async throws {
        let scene = Scene()
        let dare = CreateChallenge(name: "10 push-ups", recipients: [scene.bo, scene.cy])
        let made = try await scene.ask(dare, as: scene.ana)
        try await scene.send()
        let call = ListAssignments(role: .sender, challenge: made.id, limit: 1)
        let first = try await scene.ask(call, as: scene.ana)
        let cursor = try #require(first.nextCursor)
        var next = call
        next.cursor = cursor
        let last = try await scene.ask(next, as: scene.ana)
        #expect(Set((first.items + last.items).map(\.id)) == Set(made.assignments.map(\.id)))
        #expect(last.nextCursor == nil)
    }

    @Test func `an invalid list query is refused`() async {
        let scene = Scene()
        for (call, error, pointer) in [
            (ListAssignments(role: .unknown), ChallengesError.roleUnknown, "/role"),
            (ListAssignments(role: .sender, state: .unknown), .stateUnknown, "/state"),
            (ListAssignments(role: .sender, limit: 0), .limitInvalid, "/limit"),
            (ListAssignments(role: .sender, limit: 101), .limitInvalid, "/limit"),
            (ListAssignments(role: .sender, cursor: "x"), .cursorInvalid, "/cursor"),
            (ListAssignments(role: .sender, kind: .unknown), .kindUnknown, "/kind"),
            (ListAssignments(role: .sender, sort: .unknown), .sortUnknown, "/sort"),
        ] as [(ListAssignments, ChallengesError, String)] {
            #expect(await scene.fault(call, as: scene.ana) == Refusal(error, at: pointer).fault)
        }
    }

    @Test func `every invalid field is named`() async {
        let call = ListAssignments(
            role: .recipient,
            kind: .unknown,
            state: .unknown,
            limit: 0,
            cursor: "x"
        )
        let scene = Scene()
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.fields?.map(\.pointer) == ["/kind", "/state", "/limit", "/cursor"])
    }

    /// Which states can be open, and which can be not.
    @Test func `filters that leave nothing are refused`() async throws {
        let scene = Scene()
        for state in AssignmentLife.State.allCases {
            let shown = try #require(Assignment.State(rawValue: state.rawValue))
            let mayBeOpen = state.isOpen || state == .missed
            let refusal = ChallengesError.filtersContradict
            for (open, sort) in [(true, nil), (nil, .deadline), (true, .deadline), (true, .sent)]
                as [(Bool?, ListAssignments.Sort?)]
            {
                let call = ListAssignments(role: .recipient, state: shown, open: open, sort: sort)
                let fault = await scene.fault(call, as: scene.bo)
                let pointer = open == nil ? "/state" : "/open"
                #expect(fault == (mayBeOpen ? nil : Refusal(refusal, at: pointer).fault))
            }
            for (open, sort) in [(false, nil), (nil, .closed), (false, .closed), (false, .sent)]
                as [(Bool?, ListAssignments.Sort?)]
            {
                let call = ListAssignments(role: .recipient, state: shown, open: open, sort: sort)
                let fault = await scene.fault(call, as: scene.bo)
                let pointer = open == nil ? "/state" : "/open"
                #expect(fault == (state.isOpen ? Refusal(refusal, at: pointer).fault : nil))
            }
        }
    }

    @Test func `an order that has none of what is asked for is refused`() async {
        let scene = Scene()
        for (open, sort) in [(false, .deadline), (true, .closed)]
            as [(Bool, ListAssignments.Sort)]
        {
            let call = ListAssignments(role: .sender, open: open, sort: sort)
            let refusal = Refusal(ChallengesError.filtersContradict, at: "/open").fault
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
    }

    @Test func `another recipient's assignment is not listed`() async throws {
        let scene = Scene()
        let call = CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy])
        let made = try await scene.ask(call, as: scene.ana)
        #expect(await scene.list(as: scene.bo, .recipient) == [made.assignments[0].id])
        #expect(await scene.list(as: scene.cy, .recipient) == [made.assignments[1].id])
    }

    @Test func `concurrent callers get their own lists`() async throws {
        let scene = Scene()
        var sent: [UserID: [AssignmentID]] = [:]
        for index in 0..<6 {
            scene.clock.advance(by: .minutes(1))
            let recipient = index.isMultiple(of: 2) ? scene.bo : scene.cy
            sent[recipient, default: []].insert(try await scene.send(to: recipient), at: 0)
        }
        let newest = try #require(sent[scene.bo]?.first)
        _ = try await scene.ask(AcceptAssignment(assignment: newest), as: scene.bo)
        _ = try await scene.ask(
            SubmitAssignment(assignment: newest, mediaIDs: [MediaID(), MediaID()]),
            as: scene.bo
        )
        func page(
            _ user: UserID,
            after: AssignmentCursor = AssignmentOrder.sent.start,
            limit: Int = 9
        ) -> AssignmentsPage {
            AssignmentsPage(user: user, after: after, limit: limit)
        }
        let (bo, cy, ana) = (page(scene.bo), page(scene.cy), page(scene.ana))
        let first = page(scene.bo, limit: 1)
        let found = try await scene.database.listed([bo, first, ana, cy], as: .recipient)
        let ids = found.mapValues { $0.details.map(\.assignment.id) }
        #expect(ids[bo] == sent[scene.bo])
        #expect(ids[cy] == sent[scene.cy])
        #expect(ids[first] == [newest])
        #expect(found[first]?.details[0].attempts.map(\.media.count) == [2])
        #expect(ids[ana] == nil)
        let end = try #require(found[first]?.details[0].assignment)
        let behind = page(scene.bo, after: AssignmentOrder.sent.place(of: end))
        let rest = try await scene.database.listed([behind], as: .recipient)
        #expect(
            rest[behind]?.details.map(\.assignment.id)
                == sent[scene.bo].map { Array($0.dropFirst()) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                for (user, expected) in sent {
                    group.addTask {
                        #expect(await scene.list(as: user, .recipient) == expected)
                    }
                }
                group.addTask {
                    #expect(await scene.list(as: scene.ana, .sender).count == 6)
                }
            }
            try await group.waitForAll()
        }
    }
}
