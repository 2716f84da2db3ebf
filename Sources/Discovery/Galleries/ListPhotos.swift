import ChallengesAPI
import ChallengesCore
import Contests
import Goals
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Values
import Wire

extension Gallery {
    func listPhotos(
        _ call: ListPhotos,
        in context: CallContext
    ) async throws -> Page<GalleryPhoto> {
        let asker = try context.signedIn
        if call.contest != nil, call.goal != nil { throw Refusal(WireError.malformed) }
        var problems = FieldProblems<ChallengesError>()
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try Place(of: call, by: asker)
        }
        guard let limit, let place else { throw problems.refusal() }
        let (found, end) = try await photos(call, by: asker, after: place.after, limit.fetched)
        let (rows, nextCursor) = limit.cut(found) { row in
            Place.text(after: GalleryPlace(addedAt: row.addedAt, id: row.id), in: call, by: asker)
        }
        let people = try await database.peopleShown(rows.map(\.photo.owner), to: asker)
        return Page(
            items: try rows.map { $0.galleryReply(by: try people.named($0.photo.owner)) },
            nextCursor: nextCursor ?? end.map { Place.text(after: $0, in: call, by: asker) }
        )
    }

    /// The pictures of a gallery that the caller may see, and the last picture examined if the page
    /// had to end before it was full. Refuses a gallery that the caller may not see.
    private func photos(
        _ call: ListPhotos,
        by asker: UserID,
        after place: GalleryPlace?,
        _ limit: Int
    ) async throws -> (rows: [GalleryRow], end: GalleryPlace?) {
        if let goal = call.goal {
            let page = GoalPhotosPage(
                goal: goal,
                isOwn: try await isOwn(goal, asker),
                user: call.user,
                after: place,
                limit: limit
            )
            return try await photos(page)
        }
        guard let id = call.contest else {
            let owner = call.user ?? asker
            let page = PersonPhotosPage(
                owner: owner,
                viewer: asker,
                isFriend: try await isFriend(owner, of: asker),
                after: place,
                limit: limit
            )
            return try await photos(page)
        }
        guard let contest = try await database.contest(id) else {
            throw ChallengesError.contestNotFound
        }
        let access = try await database.access(of: contest, for: asker)
        guard access.seesHead else { throw ChallengesError.contestNotFound }
        let page = ContestPhotosPage(
            contest: id,
            access: EntriesAccess(of: contest, for: asker, access),
            user: call.user,
            after: place,
            limit: limit
        )
        return try await photos(page)
    }

    /// Whether the caller owns a goal. Refuses a goal that the caller may not see.
    private func isOwn(_ id: ChallengeID, _ asker: UserID) async throws -> Bool {
        guard let goal = try await database.goal(id), try await database.sees(goal, asker) else {
            throw ChallengesError.goalNotFound
        }
        return goal.owner == asker
    }

    private func photos(
        _ page: some GalleryPage
    ) async throws -> (rows: [GalleryRow], end: GalleryPlace?) {
        var page = page
        page.until = try await database.end(of: page)
        return (rows: try await database.photos(page), end: page.until)
    }

    /// Whether a user is the caller's friend. Refuses a user whom the caller may not see, as if
    /// there were no such user.
    private func isFriend(_ person: UserID, of asker: UserID) async throws -> Bool {
        guard person != asker else { return false }
        async let shown = database.peopleShown([person], to: asker)
        async let relation = database.relation(person, asker)
        guard try await shown[person]?.placeholder == nil else {
            throw ChallengesError.personNotFound
        }
        return try await relation == .friends
    }
}

/// Where a page begins.
private struct Place {
    /// The last picture of the page before; `nil` on the first.
    let after: GalleryPlace?

    init(of call: ListPhotos, by asker: UserID) throws(ChallengesError) {
        guard let text = call.cursor else {
            after = nil
            return
        }
        guard
            let (selection, addedAt, id) = Self.cursor.keys(of: text),
            selection.utf8.elementsEqual(call.selection(by: asker).utf8)
        else { throw .cursorInvalid }
        after = GalleryPlace(addedAt: addedAt, id: id)
    }

    /// The cursor after a page that ends with this picture. The client sends it back unchanged.
    static func text(
        after place: GalleryPlace,
        in call: ListPhotos,
        by asker: UserID
    ) -> String {
        cursor.text(call.selection(by: asker), place.addedAt, place.id)
    }

    /// Keyed by the gallery, and by when the last picture was added to it.
    private static let cursor = PageCursor<String, Instant, PhotoID>("photos")
}

extension ListPhotos {
    /// The gallery's name in cursors.
    fileprivate func selection(by asker: UserID) -> String {
        guard let challenge = contest ?? goal else { return "\(user ?? asker)" }
        return "\(challenge)/\(user?.description ?? "all")"
    }
}
