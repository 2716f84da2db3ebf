import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Entries {
    func listEntries(_ call: ListEntries, in context: CallContext) async throws -> Page<Entry> {
        let asker = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try Self.place(of: call)
        }
        guard let limit, let place else { throw problems.refusal() }
        guard let contest = try await database.contest(call.contest) else {
            throw ChallengesError.contestNotFound
        }
        let access = try await database.access(of: contest, for: asker)
        guard access.seesHead else { throw ChallengesError.contestNotFound }
        let found = try await database.entries(
            EntriesPage(
                contest: contest.id,
                access: EntriesAccess(of: contest, for: asker, access),
                user: call.user,
                after: place.after,
                limit: limit.fetched
            )
        )
        let (listed, nextCursor) = limit.cut(found, size: { $0.size(in: contest.unit) }) {
            Self.cursor.text(call.contest, call.selection, $0.createdAt, $0.id)
        }
        return Page(
            items: try await entryReplies(listed, of: contest, to: asker, in: database),
            nextCursor: nextCursor
        )
    }

    /// The position of a page.
    private struct Place {
        /// The last entry of the previous page; `nil` on the first page.
        let after: (createdAt: Instant, id: EntryID)?
    }

    private static func place(of call: ListEntries) throws(ChallengesError) -> Place {
        guard let text = call.cursor else { return Place(after: nil) }
        guard
            let (contest, selection, createdAt, id) = cursor.keys(of: text),
            contest == call.contest, selection.utf8.elementsEqual(call.selection.utf8)
        else { throw .cursorInvalid }
        return Place(after: (createdAt, id))
    }

    /// The contest, the selection of entries, and the last entry with the time when it was logged.
    private static let cursor = PageCursor<ChallengeID, String, Instant, EntryID>("entries")
}

extension ListEntries {
    /// The selection of entries, as written in cursors.
    fileprivate var selection: String { user?.description ?? "all" }
}
