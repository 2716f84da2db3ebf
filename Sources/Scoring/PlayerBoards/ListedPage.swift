import FoundationEssentials
import Identifiers
import ScoringAPI
import Values
import Wire

/// Which rows of the public board a person asks for (2.7-listed).
struct ListedPage: Hashable, Sendable {
    let viewer: UserID
    /// The window whose points are counted; `nil` for all time.
    let window: Window?
    let part: Part
    let limit: PageLimit

    /// Where a page is.
    enum Part: Hashable, Sendable {
        /// From a start.
        case from(ListedStart)
        /// Around the viewer's own row.
        case around
    }

    /// The rows of a page around a row.
    var around: RowsAround { RowsAround(count: limit.count) }
}

extension ListedPage {
    /// The page that a call asks for.
    ///
    /// - Throws: `scoring.span_unknown`, `scoring.limit_invalid`, `scoring.cursor_invalid`, each at
    ///   its field.
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

    /// The page around the caller that a call asks for.
    ///
    /// - Throws: `scoring.span_unknown`, `scoring.limit_invalid`, each at its field.
    init(_ call: ListNeighbours, for viewer: UserID, at now: Instant) throws(Refusal) {
        var problems = FieldProblems<ScoringError>()
        let window = problems.window(of: call.span, at: now)
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        try problems.refuse()
        guard let window, let limit else { throw problems.refusal() }
        self.init(viewer: viewer, window: window, part: .around, limit: limit)
    }

    /// What the page shows of the lines that were fetched for it, and the cursor of the next page.
    ///
    /// - Throws: `scoring.not_listed` if the viewer's own row is missing that the page is around.
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

/// Where a page of the public board begins: behind a position, with some rows passed over.
struct ListedStart: Hashable, Sendable {
    let points: Int
    let reachedAt: Instant
    let user: UserID
    /// How many rows between the position and the page are passed over.
    let skipped: Int

    /// The start of the first page: no person has that many points.
    static let first = ListedStart(
        points: .max,
        reachedAt: Instant(microseconds: 0),
        user: UserID(.lowest),
        skipped: 0
    )
    /// How many rows may be passed over: those of people whom the viewer does not see.
    private static let skippedLimit = 0...10_000
}

extension ListedStart {
    /// The start of the page behind some lines. It names nobody whom the person does not see:
    /// behind the last line of one whom they see, the others are counted.
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

    /// Reads where a page begins.
    ///
    /// - Throws: `scoring.cursor_invalid` for what is no cursor of this window's board.
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

/// A row of the public board, before it is known who may see whom.
struct ListedLine: Hashable, Sendable {
    let place: Place
    /// The player; `nil` if their name is not known yet.
    let person: Person?
    /// Whether there is a block between the player and the viewer.
    let isBlocked: Bool

    /// Whether a placeholder is shown to a person instead of the player (2.11-block).
    func isHidden(from viewer: UserID) -> Bool {
        isBlocked && place.user != viewer
    }

    /// What a person sees of it; `nil` if the name is needed and not known.
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
