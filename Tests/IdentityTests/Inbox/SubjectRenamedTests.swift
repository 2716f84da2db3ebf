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

/// Notices show the present name of their contest, or definition (2.8-inbox).
@Suite(.freshDatabase(Identity.migrations)) struct SubjectRenamedTests {
    private let town = Town()
    private let contest = ChallengeID()

    private func renamed(
        _ name: String,
        _ version: Int64,
        _ subject: Notice.Subject? = nil
    ) -> SubjectRenamed {
        SubjectRenamed(
            subject: subject ?? .init(contest: contest),
            name: name,
            version: version,
            at: town.clock.now
        )
    }

    /// Tells a person something about the contest.
    private func tell(
        _ person: UserID,
        _ kind: Notice.Kind = .contestInvited,
        about subject: Notice.Subject? = nil,
        of challenge: ChallengeID?,
        named name: String?
    ) async throws {
        town.clock.advance(by: .seconds(1))
        try await town.deliver(
            PeopleTold(
                people: [person],
                kind: kind,
                cause: EventID().description,
                challenge: challenge,
                subject: subject ?? .init(contest: contest),
                name: name,
                at: town.clock.now
            )
        )
    }

    private func names(_ user: UserID) async throws -> [String?] {
        try await town.inbox(of: user).map(\.name)
    }

    @Test func `a new name is shown in every notice of the contest, old or new`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await tell(ana, of: contest, named: "Old")
        try await tell(ana, .entryQueried, about: .init(EntryID()), of: contest, named: "Old")
        try await tell(ana, .medal, about: .init(MedalID()), of: contest, named: "Old")
        try await tell(bo, .rankLost, of: contest, named: "Old")
        #expect(try await names(ana) == ["Old", "Old", "Old"])
        let event = renamed("New", 2)
        let id = EventID()
        for _ in 0..<2 { try await town.deliver(event, as: id) }
        #expect(try await names(ana) == ["New", "New", "New"])
        #expect(try await names(bo) == ["New"])
        // A service that does not know the name yet tells the old one.
        try await tell(bo, .contestResult, of: contest, named: "Old")
        #expect(try await names(bo) == ["New", "New"])
        // What has no name gets none.
        try await tell(bo, .contestEnding, of: contest, named: nil)
        #expect(try await names(bo) == [nil, "New", "New"])
        // Nothing was written to the notices.
        let stored = try await Database.fresh.all("SELECT DISTINCT name FROM notices") { row in
            try row.next(String?.self)
        }
        #expect(Set(stored) == ["Old", nil])
    }

    @Test func `an older name, or the same again, overwrites nothing`() async throws {
        let ana = try await town.person("ana")
        try await tell(ana, of: contest, named: "First")
        for (name, version, shown) in [
            ("Third", 3, "Third"), ("Second", 2, "Third"), ("Other", 3, "Third"),
            ("Fourth", 4, "Fourth"), ("Third", 3, "Fourth"),
        ] as [(String, Int64, String)] {
            try await town.deliver(renamed(name, version))
            #expect(try await names(ana) == [shown])
        }
        let rows = try await Database.fresh.one("SELECT count(*) FROM subject_names") { row in
            try row.next(Int.self)
        }
        #expect(rows == 1)
    }

    @Test func `another contest, and the same id of something else, keep their names`()
        async throws
    {
        let ana = try await town.person("ana")
        let definition = Notice.Subject(DefinitionID(contest.uuid))
        try await tell(ana, of: ChallengeID(), named: "Other")
        try await tell(ana, .liked, about: definition, of: nil, named: "Definition")
        try await tell(ana, of: contest, named: "Contest")
        try await town.deliver(renamed("New contest", 2))
        #expect(try await names(ana) == ["New contest", "Definition", "Other"])
        try await town.deliver(renamed("New definition", 2, definition))
        #expect(try await names(ana) == ["New contest", "New definition", "Other"])
    }

    @Test func `a name is forgotten once no notice can be older`() async throws {
        try await town.deliver(renamed("New", 2))
        for (step, rows) in [(Duration.days(366), 1), (.microseconds(1), 0)] {
            town.clock.advance(by: step)
            try await town.identity.sweep()
            let stored = try await Database.fresh.one("SELECT count(*) FROM subject_names") {
                try $0.next(Int.self)
            }
            #expect(stored == rows)
        }
    }

    @Test func `what is beyond a limit is refused at its field`() async throws {
        let edges: [(pointer: String, (inout SubjectRenamed) -> Void)] = [
            ("/subject/kind", { $0.subject = .init(kind: .unknown, id: $0.subject.id) }),
            ("/name", { $0.name = "" }),
            ("/name", { $0.name = String(repeating: "é", count: 81) }),
            ("/name", { $0.name = "a\0b" }),
        ]
        for (pointer, change) in edges {
            var wrong = renamed("New", 2)
            change(&wrong)
            let fault = try await refusal { try await town.deliver(wrong) }
            #expect(fault == Refusal(IdentityError.noticeInvalid, at: pointer).fault)
        }
        try await town.deliver(renamed(String(repeating: "𝒳", count: 80), 2))
    }

    @Test(arguments: [ServiceName.gateway, .media, .scoring])
    func `only the service of the challenges tells names`(peer: ServiceName) async throws {
        let fault = try await refusal {
            try await town.ask(renamed("New", 2), key: EventID().description, peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
