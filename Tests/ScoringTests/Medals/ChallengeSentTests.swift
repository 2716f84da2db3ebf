import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Medals for numbers of recipients to whom challenges were sent (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct ChallengeSentTests {
    private let scene = Milestones()

    @Test func `each recipient counts, and each challenge once`() async throws {
        try await scene.send(to: 4)
        let second = ChallengeID()
        try await scene.send(to: 5, second)
        #expect(try await scene.medals(of: scene.ana) == ["sent1"])
        try await scene.send(to: 5, second)
        #expect(try await scene.medals(of: scene.ana) == ["sent1"])
        #expect(try await Database.fresh.counts(of: scene.ana) == [.sent: 9])
        try await scene.send(to: 1)
        #expect(try await scene.medals(of: scene.ana) == ["sent1", "sent10"])
        #expect(try await scene.medals(of: scene.bo) == [])
    }

    @Test func `one challenge may pass several milestones, at the moment when it was sent`()
        async throws
    {
        let moment = scene.clock.now - .hours(3)
        try await scene.send(to: 99, at: moment - .hours(1))
        try await scene.send(to: 1, at: moment)
        #expect(
            try await scene.medals(of: scene.ana) == ["sent1", "sent10", "sent100", "sent50"]
        )
        let medals = try await scene.fixture.medals(of: scene.ana).items
        #expect(medals.first?.medal == .sent100)
        #expect(Set(medals.map(\.earnedAt)) == [moment, moment - .hours(1)])
    }

    @Test func `a void takes back no medal for sending`() async throws {
        try await scene.send(to: 1)
        let done = try await scene.complete(1)
        #expect(try await scene.medals(of: scene.ana) == ["doneByOthers1", "sent1"])
        try await scene.void(done[0])
        #expect(try await scene.medals(of: scene.ana) == ["sent1"])
    }

    @Test func `nobody as recipient counts nothing`() async throws {
        for recipients in [0, -5] { try await scene.send(to: recipients) }
        #expect(try await scene.medals(of: scene.ana) == [])
        #expect(try await Database.fresh.counts(of: scene.ana) == [:])
    }

    @Test(arguments: [ServiceName.identity, .media, .gateway])
    func `no service tells but that of challenges`(peer: ServiceName) async throws {
        let sent = ChallengeSent(
            challenge: ChallengeID(),
            sender: scene.ana,
            recipients: 1,
            at: scene.clock.now
        )
        await #expect(throws: WireError.forbidden.fault) {
            try await scene.fixture.deliver(sent, from: peer)
        }
    }
}
