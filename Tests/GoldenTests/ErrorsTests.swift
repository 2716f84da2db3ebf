import TestKit
import Testing
import Wire

/// `protocol/errors.txt`: every way in which the cluster refuses, and how HTTP says it. Codes that
/// landed stay listed for ever, for clients branch on them.
@Suite struct ErrorsTests {
    @Test func `every refusal is written down, and none of them vanishes`() throws {
        let present = try Interface.errors.flatMap { try Self.lines($0) }
        let codes = Set(present.map(Self.code))
        let retired = GoldenFile.lines("errors.txt").map(Self.code)
            .filter { !codes.contains($0) }.map { "\($0) retired" }
        let groups = Dictionary(grouping: present + retired) { Self.service($0) }
        let text = groups.sorted { $0.key < $1.key }.map { _, lines in
            lines.sorted().map { $0 + "\n" }.joined()
        }
        try expectGolden(
            """
            # Every error code: code, kind, HTTP status, detail. Written by GOLDEN=record, never by
            # hand; README.md explains it.


            """ + text.joined(separator: "\n"),
            matches: "protocol/errors.txt"
        )
    }

    @Test func `every code is its service's own and used once`() {
        let codes = Interface.errors.flatMap(Self.codes)
        #expect(codes.repeated.isEmpty)
        for error in Interface.errors {
            #expect(Set(Self.codes(error).map(Self.service)).count == 1, "\(error)")
        }
        for code in codes {
            #expect(code.wholeMatch(of: /[a-z]+\.[a-z_]*[a-z]/) != nil, "\(code)")
        }
    }

    @Test func `a retired code is not in use`() {
        let retired = GoldenFile.lines("errors.txt").filter { $0.hasSuffix(" retired") }
        #expect(Set(retired.map(Self.code)).isDisjoint(with: Interface.errors.flatMap(Self.codes)))
    }

    @Test func `a sentence is one for people`() {
        for fault in Interface.errors.flatMap({ Self.faults($0) }) {
            #expect(fault.detail.first?.isUppercase == true, "\(fault.code)")
            #expect(fault.detail.hasSuffix("."), "\(fault.code)")
            #expect(!fault.detail.contains("\n"), "\(fault.code)")
        }
    }

    private static func code(_ line: String) -> String {
        line.split(separator: " ").first.map(String.init) ?? ""
    }

    private static func service(_ line: String) -> String {
        line.split(separator: ".").first.map(String.init) ?? ""
    }

    private static func faults<E: ServiceError>(_ errors: E.Type) -> [Fault] {
        E.allCases.map(\.fault)
    }

    private static func codes(_ errors: any ServiceError.Type) -> [String] {
        faults(errors).map(\.code)
    }

    private static func lines(_ errors: any ServiceError.Type) throws -> [String] {
        try faults(errors).map { fault in
            "\(fault.code) \(fault.kind) \(try Refusals.status(of: fault)) \(fault.detail)"
        }
    }
}
