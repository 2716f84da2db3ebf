import Testing
import Values

@testable import Wire

@Suite struct PageTests {
    private struct NoSuchLimit: Error {}

    @Test(arguments: [(nil, 20), (1, 1), (100, 100)] as [(Int?, Int)])
    func `a page has 1 to 100 items, 20 by default`(limit: Int?, count: Int) throws {
        #expect(try PageLimit(limit, orThrow: NoSuchLimit()).count == count)
    }

    @Test(arguments: [-1, 0, 101, Int.max]) func `no other number is accepted`(limit: Int) {
        #expect(throws: NoSuchLimit.self) { try PageLimit(limit, orThrow: NoSuchLimit()) }
    }

    @Test func `an item beyond the page means that another page follows`() throws {
        let limit = try PageLimit(2, orThrow: NoSuchLimit())
        #expect(limit.fetched == 3)
        let cursor = { (item: Int) in PageCursor("numbers", [String(item)]) }
        let more = limit.cut([7, 8, 9], cursor: cursor)
        #expect(more.items == [7, 8])
        #expect(more.nextCursor == PageCursor("numbers", ["8"]).text)
        let last = limit.cut([7, 8], cursor: cursor)
        #expect(last.items == [7, 8])
        #expect(last.nextCursor == nil)
        #expect(limit.cut([], cursor: cursor).nextCursor == nil)
    }

    @Test func `a cursor reads back, for its own list and its own number of parts`() throws {
        let cursor = PageCursor("friends", ["ana lima ✓", ""])
        #expect(PageCursor(cursor.text, of: "friends", count: 2) == cursor)
        #expect(PageCursor(cursor.text, of: "people", count: 2) == nil)
        for count in [0, 1, 3] {
            #expect(PageCursor(cursor.text, of: "friends", count: count) == nil)
        }
    }

    @Test(arguments: [
        "", "!", "friends", Base64URL.encode([UInt8]("friends\na\0".utf8)),
        Base64URL.encode([UInt8]("friends\n".utf8) + [0xFF]),
        Base64URL.encode([UInt8]("friends\na".utf8)) + "=",
    ])
    func `a text that no page returned is not a cursor`(text: String) {
        #expect(PageCursor(text, of: "friends", count: 1) == nil)
    }

    @Test func `a cursor is at most 2048 characters long`() {
        let part = String(repeating: "a", count: 1_534)
        let longest = PageCursor("l", [part])
        #expect(longest.text.utf8.count == 2_048)
        #expect(PageCursor(longest.text, of: "l", count: 1) == longest)
        #expect(PageCursor(PageCursor("l", [part + "a"]).text, of: "l", count: 1) == nil)
    }
}
