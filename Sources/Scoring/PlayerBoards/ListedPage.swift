import FoundationEssentials
import Identifiers
import ScoringAPI
import Values
import Wire

/// The requested page of the public board (2.7-listed).
struct ListedPage: Hashable, Sendable {
    let viewer: UserID
    /// The window whose points count; `nil` for all time.
    let window: Window?
    let part: Part
    let limit: PageLimit

    /// Where the page is on the board.
    enum Part: Hashable, Sendable {
        /// After a start.
        case from(ListedStart)
        /// Around the viewer's own row.
        case around
    }

    /// The rows of a page around one row.
    var around: RowsAround { RowsAround(count: limit.count) }
}

extension ListedPage {
    /// The page that a call requests.
    ///
    /// - Throws: `scoring.span_unknown`, `scoring.limit_invalid` or `scoring.cursor_invalid`, each
    ///   at its field.
    init(_ call: ListStandings, for viewer: UserID, at now: Instant) throws(Refusal) {
        var problems = FieldProblems<ScoringError>()
        let window = problems.window(of: call.span, at: now)
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let start = window.flatMap { window in
            problems.check("/cursor") { () throws(ScoringError) in
                try ListedStart(cursor: call.cursor, in: window)
            }
        }
        try problems.refuse()
        guard let window, let limit, let start else { throw problems.refusal() }
        self.init(viewer: viewer, window: window, part: .from(start), limit: limit)
    }

    /// The page around the caller that a call requests.
    ///
    /// - Throws: `scoring.span_unknown` or `scoring.limit_invalid`, each at its field.
    init(_ call: ListNeighbours, for viewer: UserID, at now: Instant) throws(Refusal) {
        var problems = FieldProblems<ScoringError>()
        let window = problems.window(of: call.span, at: now)
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        try problems.refuse()
        guard let window, let limit else { throw problems.refusal() }
        self.init(viewer: viewer, window: window, part: .around, limit: limit)
    }

    /// The lines that the page shows, out of those fetched for it, and the cursor of the next page.
    ///
    /// - Throws: `scoring.not_listed` if the page is around the viewer's own row and the viewer has
    ///   none.
    func cut(
        _ lines: [ListedLine]
    ) throws(ScoringError) -> (lines: [ListedLine], nextCursor: String?) {
        let shown: [ListedLine]
        let start: ListedStart
        let hasMore: Bool
        switch part {
        case .from(let first):
            shown = limit.shown(of: lines)
            start = first
            hasMore = shown.count < lines.count
        case .around:
            guard let own = lines.firstIndex(where: { $0.place.user == viewer }) else {
                throw .notListed
            }
            let range = around.range(around: own, of: lines.count)
            shown = Array(lines[range])
            start = .first
            hasMore = range.upperBound < lines.count
        }
        guard hasMore else { return (shown, nil) }
        let next = ListedStart(after: shown, from: start, for: viewer)
        return (shown, next.cursor(in: window))
    }
}

/// The start of a page of the public board: a position, and a number of rows to skip after it.
struct ListedStart: Hashable, Sendable {
    let points: Int
    let reachedAt: Instant
    let user: UserID
    /// The number of rows to skip between the position and the page.
    let skipped: Int

    /// The start of the first page. No user has that many points.
    static let first = ListedStart(
        points: .max,
        reachedAt: Instant(microseconds: 0),
        user: UserID(.lowest),
        skipped: 0
    )
    /// The permitted number of rows to skip, which are rows of users that the viewer can't see.
    private static let skippedLimit = 0...10_000
}

extension ListedStart {
    /// The start of the page after some lines. It names only a user that the viewer can see: lines
    /// after the last visible user are counted as skipped.
    init(after lines: [ListedLine], from start: ListedStart, for viewer: UserID) {
        guard let named = lines.lastIndex(where: { !$0.isHidden(from: viewer) }) else {
            self.init(
                points: start.points,
                reachedAt: start.reachedAt,
                user: start.user,
                skipped: start.skipped + lines.count
            )
            return
        }
        let place = lines[named].place
        self.init(
            points: place.points,
            reachedAt: place.reachedAt,
            user: place.user,
            skipped: lines.count - 1 - named
        )
    }

    /// Parses a cursor; `nil` gives the start of the first page.
    ///
    /// - Throws: `scoring.cursor_invalid` if it is not a cursor of this window's board.
    init(cursor: String?, in window: Window?) throws(ScoringError) {
        guard let cursor else {
            self = .first
            return
        }
        guard
            let (points, reachedAt, user, skipped) = Self.cursors(of: window).keys(of: cursor),
            points == .max || (0...1 << 53).contains(points),
            Self.skippedLimit.contains(skipped)
        else { throw .cursorInvalid }
        self.init(points: points, reachedAt: reachedAt, user: user, skipped: skipped)
    }

    /// The cursor of the page that begins here.
    func cursor(in window: Window?) -> String {
        Self.cursors(of: window).text(points, reachedAt, user, skipped)
    }

    private static func cursors(of window: Window?) -> PageCursor<Int, Instant, UserID, Int> {
        PageCursor(window.map { "listed/\($0)" } ?? "listed")
    }
}

/// A row of the public board, before the viewer's access is applied.
struct ListedLine: Hashable, Sendable {
    let place: Place
    /// The player; `nil` if scoring does not know their name yet.
    let person: Person?
    /// Whether the player and the viewer are a blocked pair.
    let isBlocked: Bool

    /// Whether the viewer sees a placeholder instead of the player (2.11-block).
    func isHidden(from viewer: UserID) -> Bool {
        isBlocked && place.user != viewer
    }

    /// The row as the viewer sees it; `nil` if the name is needed but not known.
    func standing(shownTo viewer: UserID) -> Standing? {
        (isHidden(from: viewer) ? Person.hidden : person).map { person in
            Standing(
                rank: place.rank,
                user: person,
                points: place.points,
                isMe: place.user == viewer
            )
        }
    }
}
