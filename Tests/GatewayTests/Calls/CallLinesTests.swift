import Identifiers
import Testing
import Values

@testable import Gateway

/// Who has a slot for a call, who waits for one, and whose turn it is.
@Suite struct CallLinesTests {
    private static let (ana, bo) = (UserID(), UserID())
    private static let home = IPAddress(v4: 0xC000_0201)
    private static let school = IPAddress(v4: 0xC000_0202)

    /// Lines in which tickets have numbers, and turns are told as `3+` or `3-`.
    private struct Book {
        var lines = CallLines(perUser: 2, perAddress: 3)
        var tickets: [CallLines.Ticket] = []

        mutating func take(_ user: UserID?, _ address: IPAddress?) -> CallLines.Outcome {
            let client = CallClient(user: user, address: address)
            tickets.append(.init(number: UInt64(tickets.count), client: client))
            return lines.take(tickets[tickets.count - 1])
        }

        mutating func take(_ count: Int, _ user: UserID?, _ address: IPAddress?) {
            for _ in 0..<count { _ = take(user, address) }
        }

        mutating func end(_ number: Int) -> [String] {
            told(lines.giveBack(tickets[number].client))
        }

        mutating func leave(_ number: Int) -> [String] {
            told(lines.leave(tickets[number]))
        }

        private func told(_ turns: [CallLines.Settlement]) -> [String] {
            turns.map { "\($0.ticket.number)\($0.isGranted ? "+" : "-")" }
        }
    }

    @Test func `a user has two calls, from any address; the third waits`() {
        var book = Book()
        #expect(book.take(Self.ana, Self.home) == .granted)
        #expect(book.take(Self.ana, Self.school) == .granted)
        #expect(book.take(Self.ana, nil) == .waiting)
        #expect(book.take(Self.bo, Self.home) == .granted)
        #expect(book.end(1) == ["2+"])
        #expect(book.end(2) == [])
        #expect(book.take(Self.ana, nil) == .granted)
    }

    @Test func `an address has three calls, of any users; the fourth waits`() {
        var book = Book()
        book.take(2, Self.ana, Self.home)
        #expect(book.take(nil, Self.home) == .granted)
        #expect(book.take(Self.bo, Self.home) == .waiting)
        #expect(book.take(Self.bo, Self.school) == .granted)
        #expect(book.end(0) == ["3+"])
    }

    @Test func `who came first goes first`() {
        var book = Book()
        book.take(2, Self.ana, nil)
        book.take(3, Self.ana, nil)
        #expect(book.end(0) == ["2+"])
        #expect(book.end(1) == ["3+"])
        #expect(book.end(2) == ["4+"])
        #expect(book.end(3) == [])
    }

    @Test func `a user's slot is taken before the address has one`() {
        var book = Book()
        book.take(3, nil, Self.home)
        #expect(book.take(Self.ana, Self.home) == .waiting)
        #expect(book.take(Self.ana, Self.home) == .waiting)
        // Waits for the user, not for the address.
        #expect(book.take(Self.ana, Self.school) == .waiting)
        #expect(book.take(Self.bo, Self.home) == .waiting)
        #expect(book.end(0) == ["3+"])
        #expect(book.end(3) == ["4+", "5+"])
        #expect(book.end(1) == ["6+"])
    }

    @Test func `who leaves the address's line gives the user's slot to the next`() {
        var book = Book()
        book.take(3, nil, Self.home)
        book.take(2, Self.ana, Self.home)
        #expect(book.take(Self.ana, Self.school) == .waiting)
        #expect(book.leave(3) == ["5+"])
        #expect(book.end(0) == ["4+"])
        #expect(book.end(1) == [])
    }

    @Test func `who leaves the user's line is passed over`() {
        var book = Book()
        book.take(4, Self.ana, nil)
        #expect(book.leave(2) == [])
        #expect(book.end(0) == ["3+"])
        #expect(book.leave(2) == [])
    }

    @Test func `eight wait for each slot, and one more is refused`() {
        var book = Book()
        book.take(2 + 16 - 1, Self.ana, nil)
        #expect(book.take(Self.ana, nil) == .waiting)
        #expect(book.take(Self.ana, nil) == .refused)
        #expect(book.take(Self.bo, nil) == .granted)
    }

    @Test func `whom the address refuses has no slot of the user either`() {
        var book = Book()
        book.take(3 + 24, nil, Self.home)
        #expect(book.take(Self.ana, Self.home) == .refused)
        #expect(book.take(Self.ana, Self.school) == .granted)
        #expect(book.take(Self.ana, Self.school) == .granted)
        // Their turn comes, and the address refuses them.
        #expect(book.take(Self.ana, Self.home) == .waiting)
        #expect(book.take(Self.ana, Self.home) == .waiting)
        #expect(book.take(Self.ana, nil) == .waiting)
        let first = book.tickets.count - 3
        #expect(book.end(first - 1) == ["\(first)-", "\(first + 1)-", "\(first + 2)+"])
    }

    @Test func `users and addresses without calls are forgotten`() {
        var book = Book()
        book.take(4, Self.ana, Self.home)
        #expect(book.lines.ownersCount == 2)
        #expect(book.end(0) == ["2+"])
        #expect(book.end(1) == ["3+"])
        #expect(book.end(2) == [])
        #expect(book.lines.ownersCount == 2)
        #expect(book.end(3) == [])
        #expect(book.lines.ownersCount == 0)
    }
}
