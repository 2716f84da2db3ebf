import Foundation
import HTTPTypes
import Identifiers
import NIOCore
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// Writes that are repeated with their keys, over HTTP (2.14-write-id).
struct RepeatTests {
    /// A write, and the answer that it got first.
    private struct Write: Sendable {
        let route: String
        var json: String?
        let key: String
        let first: Phone.Answer
    }

    private static func write(
        _ route: String,
        json: String? = nil,
        by phone: Phone
    ) async throws -> Write {
        let key = UUID().uuidString
        let first = try await phone.succeed(route, json: json, headers: [.idempotencyKey: key])
        return Write(route: route, json: json, key: key, first: first)
    }

    /// Repeats writes, which get what they got before, to the last character of each URL. Returns
    /// the URLs.
    private static func repeated(_ writes: [Write], by phone: Phone) async throws -> Set<String> {
        var urls: Set<String> = []
        for write in writes {
            let again = try await phone.succeed(
                write.route,
                json: write.json,
                headers: [.idempotencyKey: write.key]
            )
            #expect(again.status == write.first.status)
            #expect(again.text == write.first.text, "\(write.route)")
            #expect(again.headers[.eTag] == write.first.headers[.eTag])
            urls.formUnion(again.text.matches(of: /\/v1\/media\/[^"]+/).map { String($0.output) })
        }
        return urls
    }

    @Test func `a repeated write shows no picture for longer than it did at first`() async throws {
        // The URLs of the first answers end after 10 minutes, or later.
        let beginning = Instant(microseconds: 1_780_300_800_000_000)
        try await play(at: beginning) { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let portrait = try await ana.upload()
            try await ana.succeed("PUT /v1/me/avatar", json: #"{"mediaID":"\#(portrait)"}"#)
            try await cluster.settle()
            let end = cluster.clock.now + .days(3)
            let contest = try #require(
                try await ana.contest(
                    #""kind":"competition","unit":"litres","proof":"optional","endsAt":"\#(end)""#,
                    inviting: [bo]
                )["id"]?.text
            )
            var writes = [
                try await Self.write("POST /v1/contests/\(contest)/join", json: "{}", by: bo),
                try await Self.write("PUT /v1/contests/\(contest)/like", by: bo),
            ]
            cluster.clock.advance(by: .minutes(2))
            let proof = try await ana.upload()
            let entry = try #require(
                try await ana.log(
                    #""amount":3,"note":"By the lake.","mediaIDs":["\#(proof)"]"#,
                    in: contest
                )["id"]?.text
            )
            writes.append(
                try await Self.write(
                    "POST /v1/entries/\(entry)/query",
                    json: #"{"reason":"Three?"}"#,
                    by: bo
                )
            )
            writes.append(
                try await Self.write(
                    "POST /v1/entries/\(entry)/vote",
                    json: #"{"removes":true}"#,
                    by: bo
                )
            )
            let (atFirst, all) = (try await Self.repeated(writes, by: bo), writes)
            #expect(atFirst.contains { $0.contains(portrait) })
            #expect(atFirst.contains { $0.contains(proof) })
            for url in atFirst { try await nobody.succeed("GET \(url)") }
            try await ana.succeed("POST /v1/contests/\(contest)/participants/\(bo.id)/remove")
            try await ana.succeed("DELETE /v1/entries/\(entry)")
            #expect(try await bo.ask("GET /v1/entries/\(entry)").status == 404)
            cluster.clock.advance(by: .minutes(20))
            let later = try await bo.signedInAgain(nobody)
            let atLast = try await Self.repeated(all, by: later)
            #expect(atLast == atFirst)
            for url in atLast { #expect(try await nobody.ask("GET \(url)").status == 404) }
        }
    }

    @Test func `a repeated upload shows its picture until the first answer's URL ends`()
        async throws
    {
        let beginning = Instant(microseconds: 1_780_300_800_000_000)
        try await play(at: beginning) { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let headers: HTTPFields = [.contentType: "image/png", .idempotencyKey: "k"]
            func upload(by phone: Phone) async throws -> Phone.Answer {
                try await phone.succeed(
                    "POST /v1/media",
                    body: ByteBuffer(bytes: Journey.smallestPNG),
                    headers: headers
                )
            }
            let first = try await upload(by: ana)
            let url = try #require(first["url"]?.text)
            cluster.clock.advance(by: .seconds(599))
            #expect(try await upload(by: ana).text == first.text)
            try await nobody.succeed("GET \(url)")
            cluster.clock.advance(by: .seconds(601))
            let later = try await ana.signedInAgain(nobody)
            #expect(try await upload(by: later).text == first.text)
            #expect(try await nobody.ask("GET \(url)").status == 404)
        }
    }
}
