import Identifiers
import ScoringAPI
import Wire

/// The requested page of a user's medals.
struct MedalsPage: Sendable {
    let limit: PageLimit
    /// The last medal of the page before; `nil` for the first page.
    let after: MedalID?
    /// The cursors of the list. They do not tell when a medal was earned (2.10-percents).
    let cursor: PageCursor<MedalID>

    /// The page that a call requests.
    ///
    /// - Throws: `scoring.medal_unknown`, `scoring.limit_invalid` or `scoring.cursor_invalid`, each
    ///   at its field.
    init(_ call: ListMedals) throws(Refusal) {
        let cursor = PageCursor<MedalID>(
            "medals/\(call.user)/\(call.medal?.rawValue ?? "")"
        )
        var problems = FieldProblems<ScoringError>()
        if call.medal == .unknown { problems.add(.medalUnknown, at: "/medal") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let after = call.cursor.flatMap { cursor.keys(of: $0) }
        if call.cursor != nil, after == nil { problems.add(.cursorInvalid, at: "/cursor") }
        try problems.refuse()
        guard let limit else { throw problems.refusal() }
        self.limit = limit
        self.after = after
        self.cursor = cursor
    }
}
