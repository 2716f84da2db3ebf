import Crypto
import Identifiers
import NIOCore
import Testing
import Values
import Wire

@testable import Gateway

/// Where the gateway finds the cursor of a page.
@Suite struct PageJSONTests {
    private let json = ReplyJSON(
        signedURLs: SignedURLs(
            keys: [SymmetricKey(size: .bits256)],
            publicURL: nil,
            now: Instant.now
        )
    )

    private func text(_ page: some Encodable) throws -> String {
        let cbor = try WireEncoder().encode(page)
        return String(buffer: try json.page(cbor) { "<\($0)>" })
    }

    @Test func `the cursor is replaced, and nothing else`() throws {
        #expect(
            try text(Page(items: ["a"], nextCursor: "abc_-9"))
                == #"{"items":["a"],"nextCursor":"<abc_-9>"}"#
        )
        #expect(try text(Page(items: ["a"])) == #"{"items":["a"],"nextCursor":null}"#)
        #expect(try text(Page(items: [Int]())) == #"{"items":[],"nextCursor":null}"#)
        let person = Person(id: .init(), username: "ana", firstName: "Ana", lastName: "")
        #expect(try text(Page(items: [person], nextCursor: "x")).hasSuffix(#""nextCursor":"<x>"}"#))
    }

    @Test(arguments: [
        #"","nextCursor":"x"}"#, #"\","nextCursor":"x"}"#, #","nextCursor":null}"#,
        #"{"nextCursor":""#, "nextCursor", #"""#, #"\"#,
    ])
    func `a text that looks like a cursor is not decoded as one`(item: String) throws {
        let page = try text(Page(items: [item], nextCursor: "abc"))
        #expect(page.hasSuffix(#"],"nextCursor":"<abc>"}"#))
        #expect(page.ranges(of: "<").count == 1)
        let last = try text(Page(items: [item]))
        #expect(!last.contains("<"))
    }

    private struct Reversed: Encodable {
        var nextCursor = "abc"
        var items = [#"","nextCursor":"x"#]
    }

    private struct Longer: Encodable {
        var items = ["x"]
        var nextCursor = "abc"
        var count = 7
    }

    private struct Other: Encodable {
        var items = ["x"]
        var previousCursor = "abc"
    }

    @Test func `a page with anything behind its cursor is not passed on`() {
        #expect(throws: WireError.bug) { try text(Reversed()) }
        #expect(throws: WireError.bug) { try text(Longer()) }
        #expect(throws: WireError.bug) { try text(Other()) }
        #expect(throws: WireError.bug) { try text("nextCursor") }
        #expect(throws: WireError.bug) { try text([String]()) }
    }
}
