import Identifiers
import ScoringAPI
import TestBasics
import Testing
import Values
import Wire

@testable import Scoring

/// Pages of the public board (2.7-listed).
struct ListedPageTests {
    private let viewer = UserID()
    private let monday = Instant(microseconds: 1_772_409_600_000_000)

    /// Lines with 9, 8, 7 … points; some of people who are blocked with the viewer.
    private func lines(_ count: Int, blocked: Set<Int> = []) -> [ListedLine] {
        (0..<count).map { index in
            let user = UserID()
            return ListedLine(
                place: Place(
                    rank: index + 1,
                    user: user,
                    points: 9 - index,
                    reachedAt: Instant(microseconds: Int64(index))
                ),
                person: Person(id: user, username: "p\(index)", firstName: "P", lastName: ""),
                isBlocked: blocked.contains(index)
            )
        }
    }

    private func page(limit: Int, cursor: String? = nil) throws -> ListedPage {
        try ListedPage(ListStandings(limit: limit, cursor: cursor), for: viewer, at: monday)
    }

    @Test func `a cursor is behind the last line, and only of a page that is not the last`()
        throws
    {
        let lines = lines(3)
        #expect(try page(limit: 3).cut(lines).nextCursor == nil)
        let (shown, cursor) = try page(limit: 2).cut(lines)
        #expect(shown == Array(lines.prefix(2)))
        let next = try ListedStart(cursor: cursor, in: nil)
        #expect(next.user == lines[1].place.user)
        #expect(next.points == 8)
        #expect(next.skipped == 0)
    }

    @Test func `no cursor names who is hidden from the viewer`() throws {
        let lines = lines(4, blocked: [1, 2])
        let next = try ListedStart(cursor: try page(limit: 3).cut(lines).nextCursor, in: nil)
        #expect(next.user == lines[0].place.user)
        #expect(next.skipped == 2)
        let hidden = self.lines(3, blocked: [0, 1, 2])
        let first = try ListedStart(cursor: try page(limit: 2).cut(hidden).nextCursor, in: nil)
        #expect(first.points == .max && first.skipped == 2)
        let cursor = first.cursor(in: nil)
        let again = try page(limit: 1, cursor: cursor).cut(Array(hidden.suffix(2))).nextCursor
        #expect(try ListedStart(cursor: again, in: nil).skipped == 3)
        for line in lines.filter(\.isBlocked) + hidden {
            #expect(line.standing(shownTo: viewer)?.user == .hidden)
            #expect(line.standing(shownTo: line.place.user)?.user == line.person)
        }
    }

    @Test func `a page around the viewer needs their row, and goes on behind it`() throws {
        let call = ListNeighbours(limit: 2)
        let page = try ListedPage(call, for: viewer, at: monday)
        #expect(page.around == RowsAround(count: 2))
        #expect(throws: ScoringError.notListed) { try page.cut(lines(3)) }
        #expect(throws: ScoringError.notListed) { try page.cut([]) }
        let own = ListedLine(
            place: Place(rank: 2, user: viewer, points: 5, reachedAt: monday),
            person: nil,
            isBlocked: false
        )
        let (shown, cursor) = try page.cut([lines(1)[0], own] + lines(1))
        #expect(shown.map(\.place.rank) == [1, 2])
        #expect(try ListedStart(cursor: cursor, in: nil).user == viewer)
        #expect(try page.cut([own]).nextCursor == nil)
        let all = [lines(1)[0], own]
        #expect(try page.cut(all).lines == all)
        #expect(try page.cut(all).nextCursor == nil)
        // Nobody is before it.
        let others = lines(2)
        let first = try page.cut([own] + others)
        #expect(first.lines == [own, others[0]])
        #expect(first.nextCursor != nil)
    }

    @Test func `a cursor of another window, another list or with a wrong key is refused`() throws {
        let week = Window(.week, at: monday)
        let start = ListedStart(points: 1, reachedAt: monday, user: viewer, skipped: 0)
        let cursors = PageCursor<Int, Instant, UserID, Int>("listed")
        let wrong = [(-1, 0), (1 << 53 + 1, 0), (1, -1), (1, 10_001)].map { points, skipped in
            cursors.text(points, monday, viewer, skipped)
        }
        for cursor in [
            "", "x", start.cursor(in: week), start.cursor(in: Window(.month, at: monday)),
            PageCursor<Int, Instant, UserID>("board").text(1, monday, viewer),
        ] + wrong {
            #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor")) {
                try page(limit: 1, cursor: cursor)
            }
        }
        #expect(try ListedStart(cursor: start.cursor(in: week), in: week) == start)
        // The same week a moment later, and the next one.
        let cursor = start.cursor(in: week)
        for (moment, isFine) in [(monday + .days(6), true), (monday + .days(7), false)] {
            let call = ListStandings(span: .week, cursor: cursor)
            let page = try? ListedPage(call, for: viewer, at: moment)
            #expect((page != nil) == isFine)
        }
    }

    @Test func `all that is wrong is told at once`() {
        do {
            let call = ListStandings(span: .unknown, limit: 101, cursor: "x")
            _ = try ListedPage(call, for: viewer, at: monday)
            Issue.record("nothing was refused")
        } catch {
            #expect(error.fault.fields?.map(\.pointer) == ["/span", "/limit"])
        }
    }
}
