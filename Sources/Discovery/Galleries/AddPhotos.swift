import ChallengesAPI
import ChallengesCore
import Contests
import Dares
import FoundationEssentials
import Goals
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Gallery {
    func addPhotos(_ call: AddPhotos, in context: CallContext) async throws -> AddPhotos.Reply {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        try check(call)
        if let contest = call.contest {
            return try await add(call, to: contest, by: asker, in: context)
        }
        if let goal = call.goal {
            return try await add(call, toGoal: goal, by: asker, in: context)
        }
        return try await keep(call, by: asker, in: context)
    }

    /// Validates all fields, and reports every problem in one refusal.
    private func check(_ call: AddPhotos) throws {
        if call.contest != nil, call.goal != nil { throw Refusal(WireError.malformed) }
        var problems = FieldProblems<ChallengesError>()
        if call.mediaIDs.count < AddPhotos.mediaLimit.lowerBound {
            problems.add(.mediaMissing, at: "/mediaIDs")
        }
        pictures.check(call.mediaIDs, &problems)
        if call.audience == .unknown { problems.add(.audienceUnknown, at: "/audience") }
        try problems.refuse()
    }

    /// Adds pictures to a contest.
    private func add(
        _ call: AddPhotos,
        to id: ChallengeID,
        by asker: UserID,
        in context: CallContext
    ) async throws -> AddPhotos.Reply {
        let added = AddedPictures(to: .gallery, id.uuid, of: asker, atMost: rules.photosContest)
        let audience = call.audience ?? .participants
        let entries = contests.entries
        // All checks are made before mediad is called, as far as possible. They are repeated
        // once the contest is locked.
        let known = try await entries.current(id)
        let read = try await database.participant(asker, of: id)
        _ = try await entries.joined(read, asker, in: known, database)
        try await refuse(call.ifVersion, of: known, to: asker, in: database)
        if let refused = known.refusalOfPictures(for: audience) { throw refused }
        _ = try await added.present(among: call.mediaIDs, in: database)
        let photos = try await entries.claim(
            call.mediaIDs,
            of: asker,
            for: .gallery,
            id.uuid,
            audience: audience,
            in: known,
            context
        )
        return try await contests.once(call, in: context, of: id, .shared) { contest, tx in
            // This lock keeps the participant's other calls from adding pictures meanwhile.
            let held = try await tx.heldParticipant(asker, of: contest.id)
            _ = try await entries.joined(held, asker, in: contest, tx)
            try await refuse(call.ifVersion, of: contest, to: asker, in: tx)
            if let refused = contest.refusalOfPictures(for: audience) { throw refused }
            let people = try await tx.peopleShown([asker], to: asker)
            return try await store(
                photos,
                as: added,
                in: contest.id,
                shownBy: people.named(asker),
                tx
            )
        }
    }

    /// Adds pictures to a goal, after the existing ones.
    private func add(
        _ call: AddPhotos,
        toGoal id: ChallengeID,
        by asker: UserID,
        in context: CallContext
    ) async throws -> AddPhotos.Reply {
        let added = AddedPictures(to: .goal, id.uuid, of: asker, atMost: rules.photosContest)
        let audience = call.audience ?? .friends
        let known = try await goals.owned(id, by: asker, in: database)
        try await goals.refuse(call.ifVersion, of: known, in: database)
        guard audience.isOfGoals else {
            throw Refusal(ChallengesError.audienceTooWide, at: "/audience")
        }
        _ = try await added.present(among: call.mediaIDs, in: database)
        let claimed = try await pictures.claim(
            call.mediaIDs,
            of: asker,
            for: Pictures.cause(of: .goal, id.uuid),
            during: known.lasted(until: now() + goals.rules.clockTolerance),
            in: context
        )
        let photos = claimed.map { $0.shown(to: audience) }
        return try await goals.once(call, in: context, of: id) { goal, tx in
            try await goals.refuse(call.ifVersion, of: goal, in: tx)
            let people = try await tx.peopleShown([asker], to: asker)
            return try await store(
                photos,
                as: added,
                in: goal.id,
                shownBy: people.named(asker),
                tx
            )
        }
    }

    /// Refuses a version that is not the contest's; the refusal carries the contest.
    private func refuse(
        _ version: Int64?,
        of contest: ContestRecord,
        to asker: UserID,
        in reader: some Reader
    ) async throws {
        try await reader.refuse(
            version,
            of: contest,
            to: asker,
            at: now(),
            under: contests.rules
        )
    }

    /// Keeps pictures without a challenge, which have no version.
    private func keep(
        _ call: AddPhotos,
        by asker: UserID,
        in context: CallContext
    ) async throws -> AddPhotos.Reply {
        guard call.ifVersion == nil else { throw ChallengesError.versionStale }
        let added = AddedPictures(to: .own, asker.uuid, of: asker, atMost: rules.photosOwn)
        _ = try await added.present(among: call.mediaIDs, in: database)
        let (person, card) = try await database.caller(
            asker,
            asking: contests.identity,
            in: context
        )
        let claimed = try await pictures.claim(
            call.mediaIDs,
            of: asker,
            for: Pictures.cause(of: .own, asker.uuid),
            during: nil,
            in: context
        )
        let photos = claimed.map { $0.shown(to: call.audience ?? .owner) }
        return try await database.once(call, in: context, at: now()) { tx in
            try tx.lockPhotos(of: asker)
            if let card { try tx.store([card]) }
            return try await store(photos, as: added, in: nil, shownBy: person, tx)
        }
    }

    /// Stores the claimed pictures, except for those that are already there. The transaction holds
    /// a lock that keeps the owner's other calls from adding pictures.
    private func store(
        _ photos: [PhotoRecord],
        as added: AddedPictures,
        in challenge: ChallengeID?,
        shownBy owner: Person,
        _ tx: Transaction
    ) async throws -> AddPhotos.Reply {
        let now = now()
        let present = try await added.present(among: photos.map(\.media), in: tx)
        let new = photos.filter { present[$0.media] == nil }
            .map { ContestPhoto(id: PhotoID(), photo: $0) }
        if let challenge, added.place == .goal {
            try await tx.append(new, to: .goal, added.subject, challenge: challenge, at: now)
        } else {
            let (place, subject) = (added.place, added.subject)
            try await tx.insert(new, of: place, subject, challenge: challenge, at: now)
        }
        let used = new.map(\.photo.media)
        try tx.publish(
            Pictures.emissions(of: added.place, added.subject, using: used),
            at: now
        )
        let rows = new.map { photo in
            GalleryRow(
                id: photo.id,
                place: added.place,
                subject: added.subject,
                challenge: challenge,
                assignment: nil,
                addedAt: now,
                photo: photo.photo
            )
        }
        let all = present.merging(rows.map { ($0.photo.media, $0) }) { $1 }
        return AddPhotos.Reply(
            items: photos.compactMap { all[$0.media]?.galleryReply(by: owner) }
        )
    }
}

/// The pictures that a user adds to one place, and the maximum number there.
private struct AddedPictures: Sendable {
    let place: PhotoRecord.Place
    let subject: UUID
    private let owner: UserID
    private let most: Int

    init(to place: PhotoRecord.Place, _ subject: UUID, of owner: UserID, atMost most: Int) {
        self.place = place
        self.subject = subject
        self.owner = owner
        self.most = most
    }

    /// The pictures among `media` that are already there. Refuses if there is no room for the
    /// others (2.14-limits).
    func present(
        among media: [MediaID],
        in reader: some Reader
    ) async throws -> [MediaID: GalleryRow] {
        let present = try await reader.added(media, to: place, subject)
        let new = media.count - present.count
        guard new > 0 else { return present }
        guard try await reader.addedCount(owner, to: place, subject) + new <= most else {
            throw ChallengesError.photosTooMany
        }
        return present
    }
}

extension Audience {
    /// Whether pictures of goals may have this audience. Apart from the owner, only friends see a
    /// goal.
    var isOfGoals: Bool { self == .owner || self == .friends }
}

extension ContestRecord {
    /// Why a participant may not add pictures with this audience; `nil` if they may. Pictures may
    /// be added after the end, unless the contest was cancelled.
    func refusalOfPictures(for audience: Audience) -> (any Faultable)? {
        if life.state == .cancelled { return ChallengesError.contestOver }
        guard visibility.allows(audience, of: .gallery) else {
            return Refusal(ChallengesError.audienceTooWide, at: "/audience")
        }
        return nil
    }
}
