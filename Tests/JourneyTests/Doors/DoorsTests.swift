import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// `protocol/doors.txt` is written by hand; this asks a gateway and its services for every cell.
struct DoorsTests {
    @Test func `every operation answers every role as written`() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../protocol/doors.txt")
        let table = DoorsTable(try String(contentsOf: file, encoding: .utf8))
        try await SmallCluster.run(seed: nil, withGoogle: true) { cluster in
            let gateway = cluster.gateway()
            let operations = gateway.routes.routes.map { "\($0.method) \($0.path)" }
            #expect(table.mistakes(operations: operations) == [])
            for operation in DoorsScene.makers.keys {
                #expect(operations.contains(operation), "no operation is \(operation)")
            }
            try await gateway.application.test(.router) { http in
                try await eventually("the gateway is ready") { gateway.sessions.areKnown }
                let nobody = Phone(http: http)
                let casts = try await DoorsCast.gather(table.rows.count, in: cluster, nobody)
                let rows = try await concurrently(Array(zip(table.rows, casts))) { row, cast in
                    let scene = try await DoorsScene.makers[row.operation]?(cast) ?? DoorsScene()
                    return DoorsCheck(row: row, scene: scene, cast: cast)
                }
                // The other services know by then who is whose friend.
                try await cluster.settle()
                let mistakes = try await concurrently(rows) { try await $0.mistakes() }
                #expect(mistakes.flatMap(\.self) == [])
            }
        }
    }

    private func concurrently<Item: Sendable, Value: Sendable>(
        _ items: [Item],
        _ body: @escaping @Sendable (Item) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for item in items { group.addTask { try await body(item) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

/// A row, with its thing and its users.
private struct DoorsCheck: Sendable {
    let row: DoorsTable.Row
    let scene: DoorsScene
    let cast: DoorsCast

    private static let routes = Dictionary(
        uniqueKeysWithValues: CallRoute.tagged.flatMap(\.value).map { route in
            ("\(route.method) /v1/\(route.path)", route)
        }
    )

    /// Asks for every cell, the refused ones first.
    func mistakes() async throws -> [String] {
        let route = Self.routes[row.operation]
        let isVersioned = route?.isVersioned ?? false
        var mistakes: [String] = []
        var version: Int?
        var answers: [DoorsTable.Role: DoorsTable.Answer] = [:]
        for role in row.asked {
            if role == row.firstAllowed, let route, isVersioned, route.changes {
                (version, mistakes) = try await refusesOldVersions(route, as: role)
            }
            let answer = try await scene.ask(
                row.operation,
                as: role,
                of: cast,
                ifVersion: role == row.firstAllowed ? version : nil
            )
            answers[role] = .init(status: answer.status, code: answer.code, text: answer.text)
            if isVersioned, answer.status < 300 { mistakes += untagged(answer) }
        }
        return mistakes + row.mistakes(in: answers, mark: scene.mark)
    }

    /// A row with a version is changed only if `If-Match` names that version; any other is refused
    /// with the row.
    ///
    /// - Returns: The row's version, and what is wrong.
    private func refusesOldVersions(
        _ route: CallRoute,
        as role: DoorsTable.Role
    ) async throws -> (version: Int?, mistakes: [String]) {
        guard route.sources.contains(where: { $0.value == .ifMatch }) else {
            return (nil, ["\(row.operation) takes no If-Match"])
        }
        let later = try await scene.ask(row.operation, as: role, of: cast, ifVersion: 1 << 53)
        guard later.status == 412, let version = later["current"]["version"]?.number else {
            return (nil, ["\(row.operation) takes a wrong version: \(later.status) \(later.text)"])
        }
        let earlier = try await scene.ask(
            row.operation,
            as: role,
            of: cast,
            ifVersion: max(0, version - 1)
        )
        let isRefused = earlier.status == 412 && earlier["current"] == later["current"]
        guard version > 0, !isRefused else { return (version, []) }
        return (version, ["\(row.operation) takes an old version: \(earlier.status)"])
    }

    /// What is wrong with the tag of an answer whose row has a version.
    private func untagged(_ answer: Phone.Answer) -> [String] {
        let version = answer["version"]?.number
        let tag = answer.headers[.eTag].flatMap(EntityTag.init(reading:))
        guard let version, tag?.version != Int64(version) else { return [] }
        return ["\(row.operation) has the tag \(answer.headers[.eTag] ?? "none")"]
    }
}

extension CallRoute {
    /// Whether its answer is a row with a version.
    fileprivate var isVersioned: Bool { call.isVersioned }

    /// Whether it changes a row that there was before. What people think of a row does not, nor who
    /// comes into a contest and leaves it. A day has no version.
    fileprivate var changes: Bool {
        let others =
            CallRoute.opinions + CallRoute.contestPeople + CallRoute.codes + CallRoute.health
        let isOther = others.contains { $0.operation == operation }
        return method != .get && status != .created && !isOther
    }
}
