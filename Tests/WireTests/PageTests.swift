import Identifiers
import Testing
import Values

@testable import Wire

@Suite struct PageTests {
    @Test(arguments: [(nil, 20), (1, 1), (100, 100)] as [(Int?, Int)])
    func `a page has 1 to 100 items, 20 by default`(limit: Int?, count: Int) throws {
        #expect(try PageLimit(limit, orThrow: WireError.malformed).count == count)
    }

    @Test(arguments: [-1, 0, 101, Int.max]) func `no other number is accepted`(limit: Int) {
        #expect(throws: Refusal(WireError.malformed, at: "/limit")) {
            try PageLimit(limit, orThrow: WireError.malformed)
        }
    }

    @Test func `an item beyond the page means that another page follows`() throws {
        let limit = try PageLimit(2, orThrow: WireError.malformed)
        #expect(limit.fetched == 3)
        let cursor = { (item: Int) in String(item) }
        let more = limit.cut([7, 8, 9], cursor: cursor)
        #expect(more.items == [7, 8])
        #expect(more.nextCursor == "8")
        let last = limit.cut([7, 8], cursor: cursor)
        #expect(last.items == [7, 8])
        #expect(last.nextCursor == nil)
        #expect(limit.cut([], cursor: cursor).nextCursor == nil)
    }

    @Test func `a page ends before what would not fit into a reply, and has at least one item`()
        throws
    {
        let limit = try PageLimit(3, orThrow: WireError.malformed)
        let half = PageLimit.bytesMax / 2
        func page(_ sizes: Int...) -> [Int] {
            let (items, next) = limit.cut(sizes, size: { $0 }) { String($0) }
            #expect((next == nil) == (items.count == sizes.count))
            #expect(next == nil || next == items.last.map { String($0) })
            return items
        }
        #expect(page(half, half) == [half, half])
        #expect(page(half, half + 1) == [half])
        #expect(page(half, half, 1) == [half, half])
        #expect(page(2 * half + 2, 1) == [2 * half + 2])
        #expect(page(1, 2 * half, 1) == [1])
        #expect(page(1, 2, 3, 4) == [1, 2, 3])
        #expect(PageLimit.bytesMax < Limits.frameBytesMax)
    }

    @Test func `a cursor reads back, for its own list and its own number of keys`() {
        let cursor = PageCursor<String, String>("friends")
        let text = cursor.text("ana lima ✓", "")
        #expect(cursor.keys(of: text).map { $0 == ("ana lima ✓", "") } == true)
        #expect(PageCursor<String, String>("people").keys(of: text) == nil)
        #expect(PageCursor<String>("friends").keys(of: text) == nil)
        #expect(PageCursor<String, String, String>("friends").keys(of: text) == nil)
    }

    @Test func `a cursor has keys of any type that a list may be ordered by`() throws {
        let cursor = PageCursor<Int, Instant, UserID, String>("mixed")
        let keys = (-7, Instant(microseconds: 1_772_361_000_000_250), UserID(), "é\u{301}")
        let read = try #require(cursor.keys(of: cursor.text(keys.0, keys.1, keys.2, keys.3)))
        #expect(read.0 == keys.0)
        #expect(read.1 == keys.1)
        #expect(read.2 == keys.2)
        #expect(read.3.unicodeScalars.elementsEqual(keys.3.unicodeScalars))
    }

    @Test(arguments: ["x", "", "9223372036854775808", "1.5", " 1"])
    func `a key of another type is refused`(text: String) {
        #expect(PageCursor<Int>("l").keys(of: PageCursor<String>("l").text(text)) == nil)
        #expect(PageCursor<Instant>("l").keys(of: PageCursor<String>("l").text(text)) == nil)
        #expect(PageCursor<UserID>("l").keys(of: PageCursor<String>("l").text(text)) == nil)
    }

    @Test(arguments: [
        (-62_135_596_800_000_001, false), (-62_135_596_800_000_000, true),
        (253_402_300_799_999_999, true), (253_402_300_800_000_000, false),
    ])
    func `an instant is of the years 1 to 9999`(microseconds: Int, isValid: Bool) {
        let text = PageCursor<Int>("l").text(microseconds)
        #expect((PageCursor<Instant>("l").keys(of: text) != nil) == isValid)
    }

    @Test func `the cursor of a call is refused at its field, and absent on the first page`()
        throws
    {
        let cursor = PageCursor<Int>("l")
        #expect(try cursor.keys(of: nil, orThrow: WireError.malformed) == nil)
        #expect(try cursor.keys(of: cursor.text(7), orThrow: WireError.malformed) == 7)
        #expect(throws: Refusal(WireError.malformed, at: "/cursor")) {
            try cursor.keys(of: "7", orThrow: WireError.malformed)
        }
    }

    @Test(arguments: [
        "", "!", "friends", Base64URL.encode([UInt8]("friends\na\0".utf8)),
        Base64URL.encode([UInt8]("friends\n".utf8) + [0xFF]),
        Base64URL.encode([UInt8]("friends\na".utf8)) + "=",
    ])
    func `a text that no page returned is not a cursor`(text: String) {
        #expect(PageCursor<String>("friends").keys(of: text) == nil)
    }

    @Test func `a cursor is at most 2048 characters long`() {
        let key = String(repeating: "a", count: 1_534)
        let cursor = PageCursor<String>("l")
        let longest = cursor.text(key)
        #expect(longest.utf8.count == 2_048)
        #expect(cursor.keys(of: longest) == key)
        #expect(cursor.keys(of: cursor.text(key + "a")) == nil)
    }
}
