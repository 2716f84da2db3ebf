import Identifiers
import ScoringAPI
import Wire

/// The requested page of a contest's board.
struct BoardPage: Hashable, Sendable {
    let contest: ChallengeID
    let viewer: UserID
    let part: Part
    let limit: PageLimit

    /// Where the page is on the board.
    enum Part: Hashable, Sendable {
        /// After a start.
        case from(BoardStart)
        /// Around the viewer's own row.
        case around
    }

    /// The rows of a page around one row.
    var around: RowsAround { RowsAround(count: limit.count) }
}

extension BoardPage {
    /// The page that a call requests.
    ///
    /// - Throws: `scoring.around_unknown`, `scoring.limit_invalid` or `scoring.cursor_invalid`,
    ///   each at its field.
    init(_ call: GetBoard, for viewer: UserID) throws(Refusal) {
        var problems = FieldProblems<ScoringError>()
        if call.around == .unknown { problems.add(.aroundUnknown, at: "/around") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let part = problems.check("/cursor") { () throws(ScoringError) -> Part in
            let start = try BoardStart(cursor: call.cursor, of: call.contest)
            guard call.around != nil else { return .from(start) }
            guard call.cursor == nil else { throw .cursorInvalid }
            return .around
        }
        try problems.refuse()
        guard let limit, let part else { throw problems.refusal() }
        self.init(contest: call.contest, viewer: viewer, part: part, limit: limit)
    }

    /// The lines that the page shows, out of those fetched for it, and the cursor of the next page.
    ///
    /// - Throws: `scoring.not_on_board` if the page is around the viewer's own row and the viewer
    ///   has none.
    func cut(
        _ lines: [BoardLine]
    ) throws(ScoringError) -> (lines: [BoardLine], nextCursor: String?) {
        switch part {
        case .from(let start):
            let fetched = lines.filter { !$0.isApart }
            let listed = limit.shown(of: fetched)
            let own = lines.filter { line in
                line.isApart && !listed.contains { $0.user == line.user }
            }
            let hasMore = listed.count < fetched.count
            return (own + listed, hasMore ? cursor(after: listed, from: start) : nil)
        case .around:
            guard let own = lines.firstIndex(where: { $0.user == viewer }) else {
                throw .notOnBoard
            }
            let range = around.range(around: own, of: lines.count)
            let shown = Array(lines[range])
            let hasMore = range.upperBound < lines.count
            return (shown, hasMore ? cursor(after: shown, from: .first) : nil)
        }
    }

    private func cursor(after lines: [BoardLine], from start: BoardStart) -> String {
        BoardStart(after: lines, from: start, for: viewer).cursor(of: contest)
    }
}
