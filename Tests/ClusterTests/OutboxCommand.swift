import Foundation
import Identifiers
import IdentityAPI
import NIOCore
import Outbox
import Postgres
import TestBasics
import TestKit
import Testing
import Wire

/// What an operator does about an event that its receiver does not accept: `gauntlet admin outbox`.
struct OutboxCommand {
    let cluster: RunningCluster
    private let pair = Pair(UserID(), UserID())

    init(_ cluster: RunningCluster) {
        self.cluster = cluster
    }

    /// An event of two people that no service knows.
    private struct Unheard: Event {
        static let id: CallID = 0x0FFF
        static let effect = Effect.once
        static let access = Access.anyone

        let one: UserID
        let other: UserID

        var orderingKey: EventKey { EventKey(one, other) }
    }

    /// Scoringd does not know the first event of a key, and waits for the second.
    func expectSkipped() async throws {
        try await Books.with(cluster) { books in
            try await eventually("nothing is blocked", within: .seconds(120)) {
                try await admin() == Self.nothing
            }
            try await emit(books)
            let numbers = try await numbers(books)
            let (number, next) = (numbers[0], numbers[1])
            try await eventually("the event is blocked", within: .seconds(120)) {
                try await listed().first?["number"]?.number == number
            }
            try await expectListed(number)
            try await expectRefused("\(next)", "This event is not blocked.")
            try await expectRefused("\(next + 1_000)", "The outbox has no event with this number")
            #expect(try await self.numbers(books) == numbers)
            #expect(try await relations(books) == 0)

            let skipped = try await RunningCluster.gauntlet(skip("\(number)"))
            #expect(skipped.status == 0, "\(skipped.error)")
            #expect(
                skipped.output.hasPrefix("Skipped event \(number) of identity: 0x0fff to scoring, ")
            )
            try await eventually("the next one arrives", within: .seconds(120)) {
                try await relations(books) == 1
            }
            try await expectRefused("\(number)", "The outbox has no event with this number")
            #expect(try await admin() == Self.nothing)
            try await expectPrintedSafely(books)
        }
    }

    private static let nothing = "Nothing is blocked in identity, challenges, media, scoring.\n"

    private func emit(_ books: Books) async throws {
        try await books.identity.transaction { [pair] tx in
            try tx.emit(Unheard(one: pair.one, other: pair.other), to: .scoring)
            let event = RelationChanged(
                one: pair.one,
                other: pair.other,
                relation: .friends,
                version: 1
            )
            try tx.emit(event, to: .scoring)
        }
    }

    /// The numbers of the two events.
    private func numbers(_ books: Books) async throws -> [Int] {
        try await books.identity.all(
            """
            SELECT sequence FROM outbox
            WHERE ordering_key = \(EventKey(pair.one, pair.other).uuid) ORDER BY sequence
            """
        ) { try $0.next() }
    }

    private func relations(_ books: Books) async throws -> Int {
        try await books.scoring.one("SELECT count(*) FROM relations WHERE one = \(pair.one)") {
            try $0.next()
        }
    }

    private func expectListed(_ number: Int) async throws {
        let event = try #require(try await listed().first)
        #expect(event["service"]?.text == "identity")
        #expect(event["number"]?.number == number)
        #expect(event["destination"]?.text == "scoring")
        #expect(event["call"]?.text == "0x0fff")
        #expect(event["name"] == nil)
        #expect(event["fault"]?.text == "wire.unknown_call")
        #expect(event["key"]?.text == "\(EventKey(pair.one, pair.other))")
        #expect(event["waiting"]?.number == 1)
        let table = try await admin("identity").split(separator: "\n")
        #expect(table.count == 2)
        #expect(table.first?.hasPrefix("service   number  to ") == true, "\(table)")
        #expect(table.last?.hasPrefix("identity  \(number) ") == true, "\(table)")
        #expect(table.last?.contains("  scoring  0x0fff  wire.unknown_call  ") == true, "\(table)")
        #expect(try await admin("scoring") == "Nothing is blocked in scoring.\n")
    }

    private func expectRefused(_ number: String, _ sentence: String) async throws {
        let refused = try await RunningCluster.gauntlet(skip(number))
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.error.contains(sentence), "\(refused.error)")
        #expect(refused.error.split(separator: "\n").count == 1, "\(refused.error)")
    }

    /// A row whose texts would control the terminal; nothing is delivered to a gateway.
    private func expectPrintedSafely(_ books: Books) async throws {
        let fault = "\u{1B}[31mred\n\u{202E}"
        let number = try await books.identity.transaction { [pair] tx in
            try tx.emit(Unheard(one: pair.one, other: pair.other), to: .gateway)
            return try await tx.one(
                """
                UPDATE outbox SET attempts = 1, next_attempt_at = created_at, last_fault = \(fault)
                WHERE destination = 'gateway' RETURNING sequence
                """
            ) { try $0.next(Int.self) }
        }
        let shown = [
            try await admin(), try await admin("--json"),
            try await RunningCluster.gauntlet(skip("\(number)")).output,
        ]
        for text in shown {
            #expect(text.contains(" [31mred  "), "\(text)")
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isControl })
        }
        #expect(shown[0].split(separator: "\n").count == 2)
        #expect(try await admin() == Self.nothing)
    }

    /// What the command prints.
    private func admin(_ arguments: String...) async throws -> String {
        let outcome = try await RunningCluster.gauntlet(
            ["admin", "outbox"] + arguments + ["--data", cluster.directory]
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        return outcome.output
    }

    private func listed() async throws -> [JSONValue] {
        try JSONValue(reading: ByteBuffer(string: try await admin("--json"))).items
    }

    private func skip(_ number: String) -> [String] {
        ["admin", "outbox", "skip", "identity", number, "--data", cluster.directory]
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it is a control character, or changes the direction of what follows.
    fileprivate var isControl: Bool {
        generalCategory == .control || generalCategory == .format
    }
}
