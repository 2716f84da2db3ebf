import Crypto
import Identifiers
import Testing
import Values
import Wire

@testable import Gateway

/// Cursors that only the gateway can read and write (2.14-cursors).
@Suite struct SealedCursorsTests {
    private let ana = UserID()
    private let plain = PageCursor<String, Instant>("photos").text("contest", .now())
    private let cursors = SealedCursors(keys: [SymmetricKey(size: .bits256)])

    private var list: ViewedList { list(of: ana) }

    private func list(
        of viewer: UserID?,
        call: CallID = 0x025A,
        path: [(String, String)] = [("user", "1")]
    ) -> ViewedList {
        ViewedList(viewer: viewer, call: call, path: path)
    }

    @Test func `a cursor opens for its viewer and its list`() throws {
        for list in [list, self.list(of: nil), self.list(of: ana, path: [])] {
            #expect(try cursors.open(cursors.seal(plain, of: list), of: list) == plain)
        }
    }

    @Test func `a cursor does not open for another viewer or another list`() throws {
        let sealed = try cursors.seal(plain, of: list)
        for other in [
            list(of: UserID()), list(of: nil), list(of: ana, call: 0x025B),
            list(of: ana, path: []), list(of: ana, path: [("user", "2")]),
            list(of: ana, path: [("contest", "1")]),
            list(of: ana, path: [("user", "1"), ("a", "")]),
        ] {
            #expect(cursors.open(sealed, of: other) == nil)
        }
    }

    @Test func `fields of a path that run together as text are different lists`() {
        #expect(
            list(of: ana, path: [("a", "1"), ("b", "2")]) != list(of: ana, path: [("a", "11:b1:2")])
        )
    }

    @Test func `a changed, shortened or lengthened cursor does not open`() throws {
        let sealed = try cursors.seal(plain, of: list)
        let bytes = try #require(Base64URL.decode(sealed))
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(cursors.open(Base64URL.encode(damaged), of: list) == nil)
        }
        for count in 0..<bytes.count {
            #expect(cursors.open(Base64URL.encode(bytes.prefix(count)), of: list) == nil)
        }
        for text in ["", "=", sealed + "A", sealed + "=", " " + sealed, plain, "\u{301}"] {
            #expect(cursors.open(text, of: list) == nil)
        }
    }

    @Test(arguments: [(1_508, true), (1_509, false)])
    func `a sealed cursor has at most 2,048 bytes`(count: Int, opens: Bool) throws {
        let long = Base64URL.encode([UInt8](repeating: 7, count: count))
        let sealed = try cursors.seal(long, of: list)
        #expect((sealed.utf8.count <= 2_048) == opens)
        #expect((cursors.open(sealed, of: list) == long) == opens)
    }

    @Test func `an old key opens while it is there, and does not seal`() throws {
        let (old, new) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        let before = SealedCursors(keys: [old])
        let between = SealedCursors(keys: [new, old])
        let after = SealedCursors(keys: [new])
        let sealed = try before.seal(plain, of: list)
        #expect(between.open(sealed, of: list) == plain)
        #expect(after.open(sealed, of: list) == nil)
        let resealed = try between.seal(plain, of: list)
        #expect(after.open(resealed, of: list) == plain)
        #expect(before.open(resealed, of: list) == nil)
    }

    @Test func `a sealed cursor shows nothing, and is another one each time`() throws {
        let texts = try (0..<50).map { _ in try cursors.seal(plain, of: list) }
        #expect(Set(texts).count == texts.count)
        let bytes = try #require(Base64URL.decode(plain))
        for text in texts {
            let sealed = try #require(Base64URL.decode(text))
            #expect(sealed.count == 12 + bytes.count + 16)
            // No four bytes in a row are the same.
            for start in 0..<bytes.count - 3 {
                #expect(!sealed[(12 + start)...].starts(with: bytes[start..<start + 4]))
            }
        }
    }

    @Test func `a service's cursor that is not Base64URL is not passed on`() {
        for text in ["a=b", "a", "\"", "ä"] {
            #expect(throws: WireError.bug) { try cursors.seal(text, of: list) }
        }
    }
}
