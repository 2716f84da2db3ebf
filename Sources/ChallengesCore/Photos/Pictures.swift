package import ChallengesAPI
package import FoundationEssentials
package import Identifiers
import MediaAPI
package import RPC
package import Values
package import Wire

/// The pictures that a call names. They are checked, and claimed at mediad before anything is
/// stored.
package struct Pictures: Sendable {
    let media: any Caller

    package init(
        media: any Caller
    ) {
        self.media = media
    }

    /// Reports the problems that need no call to mediad: too many pictures, or repeated ones.
    package func check(_ ids: [MediaID], _ problems: inout FieldProblems<ChallengesError>) {
        problems.check(pictures: ids)
    }

    /// Claims a user's pictures at mediad, in order. Pictures that mediad does not have are refused
    /// at their fields. Those in `shown` are skipped, even if other users show them. `challenge` is
    /// the time from the start to the end of the challenge in which they are shown; `nil` if there
    /// is none (2.12-freshness).
    package func claim(
        _ ids: [MediaID],
        of user: UserID,
        for cause: String,
        shown: [PhotoRecord] = [],
        during challenge: Range<Instant>?,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        let known = Set(shown.map(\.media))
        let new = ids.enumerated().filter { !known.contains($0.element) }
        guard !new.isEmpty else { return [] }
        let claimed: ClaimMedia.Reply
        do {
            let claim = ClaimMedia(media: new.map { $0.element }, user: user, cause: cause)
            claimed = try await media.call(claim, in: context)
        } catch {
            throw refusal(of: error, at: new.map { $0.offset })
        }
        return claimed.media.map { PhotoRecord($0, of: user, during: challenge) }
    }

    /// The events that tell mediad which pictures a subject uses now, and which it no longer uses.
    package static func emissions(
        of place: PhotoRecord.Place,
        _ subject: UUID,
        using used: [MediaID],
        releasing released: [MediaID] = []
    ) -> [Emission] {
        let cause = Self.cause(of: place, subject)
        var emissions: [Emission] = []
        if !used.isEmpty {
            let event = MediaUsed(media: used, cause: cause, key: subject)
            emissions.append(Emission(event: event, destination: .media))
        }
        if !released.isEmpty {
            let event = MediaReleased(media: released, cause: cause, key: subject)
            emissions.append(Emission(event: event, destination: .media))
        }
        return emissions
    }

    /// The cause under which mediad keeps a subject's pictures. It is the same in the claim, in
    /// `MediaUsed` and in `MediaReleased`.
    package static func cause(of place: PhotoRecord.Place, _ subject: UUID) -> String {
        "\(place.rawValue):\(ID<PhotoRecord.Place>(subject))"
    }

    /// Translates mediad's refusal of a claim into one of the call; `places` are the pictures'
    /// indexes in the call.
    private func refusal(of fault: Fault, at places: [Int]) -> any Error {
        guard fault.kind == .notFound || fault.kind == .invalid else { return fault }
        var problems = FieldProblems<ChallengesError>()
        for field in fault.fields ?? [] where field.pointer.hasPrefix("/media/") {
            let index = Int(field.pointer.dropFirst("/media/".count))
            guard let index, places.indices.contains(index) else { continue }
            problems.add(.mediaNotFound, at: "/mediaIDs/\(places[index])")
        }
        if problems.isEmpty { problems.add(.mediaNotFound, at: "/mediaIDs") }
        return problems.refusal()
    }
}

extension FieldProblems<ChallengesError> {
    /// Reports the problems of pictures that need no call to mediad: too many, or repeated ones.
    mutating func check(pictures ids: [MediaID]) {
        if !SubmitAssignment.mediaLimit.contains(ids.count) {
            add(.mediaTooMany, at: "/mediaIDs")
        }
        var seen: Set<MediaID> = []
        for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
            add(.mediaRepeated, at: "/mediaIDs/\(index)")
        }
    }
}

extension PhotoRecord {
    fileprivate init(_ picture: ClaimedMedia, of user: UserID, during challenge: Range<Instant>?) {
        self.init(
            media: picture.id,
            owner: user,
            contentType: picture.contentType,
            width: picture.width,
            height: picture.height,
            orientation: picture.orientation,
            taken: Taken(
                capturedAt: picture.capturedAt,
                isZoneKnown: picture.isZoneKnown ?? false,
                during: challenge
            )
        )
    }
}
