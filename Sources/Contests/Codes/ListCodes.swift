import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Codes {
    func listCodes(_ call: ListCodes, in context: CallContext) async throws -> Page<ContestCode> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try place(of: call)
        guard let contest = try await database.contest(call.contest),
            try await database.access(of: contest, for: asker).seesHead
        else { throw ChallengesError.contestNotFound }
        let fetched = try await database.codes(
            of: contest.id,
            madeBy: contest.owner == asker ? nil : asker,
            after: place,
            limit: limit.fetched
        )
        let (codes, nextCursor) = limit.cut(fetched) { code in
            Self.codesCursor.text(contest.id, code.madeAt, code.code)
        }
        return Page(
            items: try await codeReplies(codes, to: asker, in: database),
            nextCursor: nextCursor
        )
    }

    /// The position of the page; `nil` for the first one. Cursors are specific to a contest.
    private func place(of call: ListCodes) throws(Refusal) -> (Instant, String)? {
        let keys = try Self.codesCursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        guard let (contest, madeAt, code) = keys else { return nil }
        guard contest == call.contest, ContestCode.format.matches(code) else {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        return (madeAt, code)
    }

    /// Codes as a viewer sees them.
    func codeReplies(
        _ codes: [CodeRecord],
        to viewer: UserID,
        in reader: some Reader
    ) async throws -> [ContestCode] {
        let makers = try await reader.peopleShown(codes.map(\.madeBy), to: viewer)
        return codes.map { $0.codeReply(madeBy: makers[$0.madeBy] ?? .hidden) }
    }

    /// The contest, and the time and text of the last code.
    private static let codesCursor = PageCursor<ChallengeID, Instant, String>("codes")
}
