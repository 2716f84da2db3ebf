import HTTPTypes
import Testing
import Wire

@testable import Gateway

/// The conditions of requests, for reads and for writes.
struct ConditionsTests {
    private func conditions(match: String? = nil, noneMatch: String? = nil) throws -> Conditions {
        var headers: HTTPFields = [:]
        headers[.ifMatch] = match
        headers[.ifNoneMatch] = noneMatch
        return try Conditions(headers)
    }

    @Test func `a header of another form is refused by its name`() throws {
        for (match, noneMatch, name) in [
            ("7", nil, "If-Match"), (nil, "7", "If-None-Match"), ("\"7", "7", "If-Match"),
            (nil, "*, \"7\"", "If-None-Match"), ("", nil, "If-Match"),
        ] as [(String?, String?, String)] {
            let fault = #expect(throws: Fault.self) {
                try conditions(match: match, noneMatch: noneMatch)
            }
            #expect(fault?.code == "gateway.header_invalid")
            #expect(fault?.fields?.map(\.pointer) == ["/\(name)"])
        }
        #expect(try conditions() == Conditions())
    }

    @Test func `a header of 4,096 bytes is read, a longer one is refused whatever it says`()
        throws
    {
        func list(_ bytes: Int) -> String { "\"\(String(repeating: "a", count: bytes - 2))\"" }
        let long = try conditions(match: list(4_096), noneMatch: list(4_096))
        let tag = EntityTag(opaque: String(repeating: "a", count: 4_094))
        #expect(long.ifMatch == .listed([tag]))
        #expect(long.ifNoneMatch == .listed([tag]))
        for text in [list(4_097), list(8_192), String(repeating: "7", count: 4_097)] {
            for (match, noneMatch) in [(text, nil), (nil, text), ("*", text)] {
                let fault = #expect(throws: Fault.self) {
                    try conditions(match: match, noneMatch: noneMatch)
                }
                #expect(fault == GatewayError.headersTooLarge.fault)
            }
        }
        // Lines count together.
        var headers: HTTPFields = [:]
        for _ in 0..<3 { headers.append(HTTPField(name: .ifMatch, value: list(1_366))) }
        #expect(throws: GatewayError.headersTooLarge.fault) { try Conditions(headers) }
    }

    @Test(
        arguments: [
            (nil, nil, .proceed), ("*", nil, .proceed), ("\"a\"", nil, .proceed),
            ("\"b\"", nil, .failed), ("\"b\", \"a\"", nil, .proceed),
            (nil, "*", .notModified(nil)), (nil, "\"b\"", .proceed),
            (nil, "\"b\", W/\"a\"", .notModified(EntityTag(opaque: "a", isWeak: true))),
            ("\"b\"", "*", .failed), ("\"a\"", "\"a\"", .notModified(EntityTag(opaque: "a"))),
        ] as [(String?, String?, Conditions.Verdict)]
    )
    func `a read is decided by what is expected, then by what is held`(
        match: String?,
        noneMatch: String?,
        verdict: Conditions.Verdict
    ) throws {
        let conditions = try conditions(match: match, noneMatch: noneMatch)
        let tag = EntityTag(opaque: "a")
        let decided = conditions.verdict {
            $0.isStrongly(tag)
        } holding: {
            $0.isWeakly(tag)
        }
        #expect(decided == verdict)
    }

    @Test(
        arguments: [
            (nil, nil, [nil]), ("*", nil, [nil]), ("\"7\"", nil, [7]), ("W/\"7\"", nil, [7]),
            ("\"7-gzip\"", nil, [7]), ("\"9\", \"x\", \"1\", \"9-br\"", nil, [9, 1]),
            ("\"x\"", nil, [-1]), ("\"-1\"", nil, [-1]), ("\"\"", nil, [-1]),
            ("\"7\"", "\"x\"", [7]), (nil, "\"x\"", [nil]),
            (nil, "*", nil), (nil, "\"7\"", nil), ("\"7\"", "\"x\", W/\"8\"", nil),
        ] as [(String?, String?, [Int64?]?)]
    )
    func `a write on a version takes its tags`(
        match: String?,
        noneMatch: String?,
        versions: [Int64?]?
    ) throws {
        let conditions = try conditions(match: match, noneMatch: noneMatch)
        guard let versions else {
            #expect(throws: GatewayError.preconditionFailed) {
                try conditions.versions(of: "ifVersion")
            }
            return
        }
        #expect(try conditions.versions(of: "ifVersion") == versions)
    }

    @Test func `a list of many versions is tried in part`() throws {
        let list = (1...40).map { "\"\($0)\"" }.joined(separator: ",")
        let versions = try conditions(match: list).versions(of: "ifVersion")
        #expect(versions == (1...16).map { Int64?($0) })
    }

    @Test(
        arguments: [
            (nil, nil, true), ("*", nil, true), ("\"7\"", nil, false), ("\"x\"", nil, false),
            (nil, "*", false), (nil, "\"7\"", true), ("*", "*", false), ("*", "\"7\"", true),
        ] as [(String?, String?, Bool)]
    )
    func `without a version * alone matches`(
        match: String?,
        noneMatch: String?,
        holds: Bool
    ) throws {
        let conditions = try conditions(match: match, noneMatch: noneMatch)
        if holds {
            #expect(try conditions.versions(of: nil) == [nil])
        } else {
            #expect(throws: GatewayError.preconditionFailed) { try conditions.versions(of: nil) }
        }
    }
}
