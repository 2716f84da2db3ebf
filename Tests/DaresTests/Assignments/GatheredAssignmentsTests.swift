import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// Pages of assignments that are read together: each is as when it is read alone, though what they
/// are about is read once.
@Suite(.freshDatabase(Challenges.migrations))
struct GatheredAssignmentsTests {
    private let scene = Scene()

    /// Dares of several people to several, some with attempts and pictures, some ended.
    private func fill(_ seed: Int) async throws {
        let people = [scene.ana, scene.bo, scene.cy]
        for number in seed..<(seed + 14) {
            let sender = people[number % 3]
            let others = people.filter { $0 != sender }
            if number % 4 == 0 { scene.clock.advance(by: .minutes(1)) }
            let call = CreateChallenge(
                name: "Dare \(number)",
                recipients: number % 5 == 0 ? [others[number % 2]] : others,
                deadline: number % 3 == 0 ? scene.clock.now + .days(1 + number % 4) : nil
            )
            for assignment in try await scene.ask(call, as: sender).assignments {
                let recipient = assignment.recipient.id
                switch (number + (people.firstIndex(of: recipient) ?? 0)) % 5 {
                case 0: break
                case 1:
                    _ = try await scene.ask(
                        DenyAssignment(assignment: assignment.id),
                        as: recipient
                    )
                case 2:
                    _ = try await scene.ask(
                        AcceptAssignment(assignment: assignment.id),
                        as: recipient
                    )
                default:
                    _ = try await scene.ask(
                        AcceptAssignment(assignment: assignment.id),
                        as: recipient
                    )
                    let pictures = (0..<(number % 3)).map { _ in MediaID() }
                    let submit = SubmitAssignment(
                        assignment: assignment.id,
                        note: "Attempt \(number)",
                        mediaIDs: pictures
                    )
                    _ = try await scene.ask(submit, as: recipient)
                }
            }
        }
    }

    /// Everything of assignments, as text.
    private func told(_ details: [AssignmentDetail]?) -> [String] {
        (details ?? []).map { "\($0.assignment) \($0.challenge) \($0.attempts)" }
    }

    private func query(
        _ user: UserID,
        _ party: AssignmentLife.Party,
        _ order: AssignmentOrder,
        limit: Int
    ) -> AssignmentsQuery {
        AssignmentsQuery(
            user: user,
            party: party,
            order: order,
            isOpen: order.isOpen,
            missedAfter: scene.clock.now - .days(7),
            after: order.start,
            limit: limit
        )
    }

    @Test(arguments: [0, 1, 2, 3]) func `each page is as when it is read alone`(
        seed: Int
    ) async throws {
        try await fill(seed)
        let people = [scene.ana, scene.bo, scene.cy, UserID()]
        for party in [AssignmentLife.Party.recipient, .sender] {
            let pages = people.flatMap { person in
                [1, 4, 21].map {
                    AssignmentsPage(user: person, after: AssignmentOrder.sent.start, limit: $0)
                }
            }
            let found = try await scene.database.assignments(pages, as: party)
            for page in pages {
                let alone = try await scene.database.assignments(
                    query(page.user, party, .sent, limit: page.limit)
                )
                #expect(told(found[page]) == told(alone.items), "\(page)")
            }
            #expect(found.count == 9)
        }
        let due = people.flatMap { person in
            [2, 21].map {
                DueAssignmentsPage(
                    user: person,
                    missedAfter: scene.clock.now - .days(7),
                    after: AssignmentOrder.deadline.start,
                    limit: $0
                )
            }
        }
        let found = try await scene.database.assignments(due: due)
        for page in due {
            let alone = try await scene.database.assignments(
                query(page.user, .recipient, .deadline, limit: page.limit)
            )
            #expect(told(found[page]) == told(alone.items), "\(page)")
        }
    }
}
