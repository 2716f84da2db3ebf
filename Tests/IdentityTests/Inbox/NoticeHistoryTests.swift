import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Whatever happened before, the counts are those of the list, and nobody has two notices of one
/// kind and cause.
@Suite(.freshDatabase(Identity.migrations)) struct NoticeHistoryTests {
    private let town = Town()

    @Test func `the counts equal a count over the list`() async throws {
        var people: [UserID] = []
        for index in 0..<4 { people.append(try await town.person("person\(index)")) }
        var dice = Dice(seed: Seed.value)
        var shown = 0
        for _ in 0..<Effort.scaled(200) {
            try await step(people, &dice)
            for person in people {
                let notices = try await town.inbox(of: person, pages: 7)
                #expect(
                    try await town.counts(of: person) == notices.counted,
                    "GAUNTLET_SEED=\(Seed.value)"
                )
                #expect(Set(notices.map(\.id)).count == notices.count)
                shown += notices.count
            }
        }
        // A story in which nobody hears anything proves nothing.
        #expect(shown > 0)
    }

    private static let kinds: [Notice.Kind] = [
        .dareReceived, .reviewNeeded, .deadlineNear, .verdict,
    ]
    /// A few subjects, so that much happens to each.
    private static let dares = (0..<5).map { _ in AssignmentID() }

    private func step(_ people: [UserID], _ dice: inout Dice) async throws {
        let (one, other) = two(of: people, &dice)
        switch Int.random(in: 0..<16, using: &dice) {
        case ..<6: try await tell(one, other, &dice)
        case ..<8: try await settle(one, &dice)
        case 8: _ = try await town.ask(SeeNotices(), as: one)
        case 9:
            let ids = try await town.inbox(of: one).map(\.id).shuffled(using: &dice)
            _ = try await town.ask(SeeNotices(ids: Array(ids.prefix(2))), as: one)
        case 10:
            if let notice = try await town.inbox(of: one).randomElement(using: &dice) {
                _ = try await town.ask(DismissNotice(notice: notice.id), as: one)
            }
        case 11: try await town.relate(one, other, Bool.random(using: &dice) ? .blocked : .none)
        case 12:
            let isActive = Int.random(in: 0..<3, using: &dice) > 0
            try await town.setStanding(of: one, isActive ? .active : .suspended)
        case 13:
            town.clock.advance(by: .minutes(Int.random(in: 1...30, using: &dice)))
        case 14:
            if let request = try? await town.ask(SendFriendRequest(to: other), as: one),
                request.state == .requested, Bool.random(using: &dice)
            {
                let call = AnswerFriendRequest(request: request.id, accept: false)
                _ = try? await town.ask(call, as: other)
            }
        default: try await town.identity.sweep()
        }
    }

    private func tell(_ one: UserID, _ other: UserID, _ dice: inout Dice) async throws {
        let (hasActor, ends) = (Bool.random(using: &dice), Bool.random(using: &dice))
        let end = town.clock.now + .minutes(Int.random(in: 0...40, using: &dice))
        try await town.tell(
            one,
            kind: Self.kinds.randomElement(using: &dice) ?? .verdict,
            by: hasActor ? other : nil,
            about: Self.dares.randomElement(using: &dice) ?? AssignmentID(),
            cause: "\(Int.random(in: 0..<12, using: &dice))",
            until: ends ? end : nil
        )
    }

    private func settle(_ one: UserID, _ dice: inout Dice) async throws {
        let outcomes: [NoticesSettled.Outcome] = [.acted, .expired, .gone]
        try await town.settle(
            Self.dares.randomElement(using: &dice) ?? AssignmentID(),
            outcomes.randomElement(using: &dice) ?? .acted,
            kinds: Array(Self.kinds.shuffled(using: &dice).prefix(2)),
            people: Bool.random(using: &dice) ? [one] : nil
        )
    }

    private func two(of people: [UserID], _ dice: inout Dice) -> (UserID, UserID) {
        let two = people.shuffled(using: &dice).prefix(2)
        return (two[0], two[1])
    }
}
