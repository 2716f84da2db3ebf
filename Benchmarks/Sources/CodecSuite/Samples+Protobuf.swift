import ChallengesAPI
import Foundation
import Identifiers
import ScoringAPI
import Values
import Wire

// The same messages as protobuf structs.

extension ProtoSubmitAssignment {
    init(_ call: SubmitAssignment) {
        self.init()
        assignment = call.assignment.bytes
        if let attempt = call.attempt { self.attempt = attempt.bytes }
        if let note = call.note { self.note = note }
        mediaIds = call.mediaIDs?.map(\.bytes) ?? []
        if let ifVersion = call.ifVersion { self.ifVersion = ifVersion }
    }
}

extension ProtoScoreboard {
    init(_ page: Page<Standing>) {
        self.init()
        items = page.items.map { standing in
            var item = ProtoStanding()
            item.rank = Int64(standing.rank)
            item.user = ProtoPerson(standing.user)
            item.points = Int64(standing.points)
            item.isMe = standing.isMe
            return item
        }
        if let cursor = page.nextCursor { nextCursor = cursor }
    }
}

extension ProtoPerson {
    init(_ person: Person) {
        self.init()
        id = person.id.bytes
        username = person.username
        firstName = person.firstName
        lastName = person.lastName
        if let avatar = person.avatarURL { avatarURL = ProtoMediaReference(avatar) }
    }
}

extension ProtoMediaReference {
    init(_ reference: MediaReference) {
        self.init()
        media = reference.media.bytes
        variant = reference.variant
    }
}

extension ProtoAssignment {
    init(_ assignment: Assignment) {
        self.init()
        id = assignment.id.bytes
        challenge = ProtoChallengeSummary(assignment.challenge)
        sender = ProtoPerson(assignment.sender)
        recipient = ProtoPerson(assignment.recipient)
        state = .submitted
        displayState = .pending
        if let reason = assignment.closedReason { closedReason = reason }
        icon = .hourglass
        actions = [.retract]
        if let at = assignment.deadline { deadline = at.microseconds }
        attempts = assignment.attempts.map(ProtoAttempt.init)
        attemptsLeft = Int64(assignment.attemptsLeft)
        if let isVerified = assignment.isVerified { self.isVerified = isVerified }
        if let reason = assignment.reason { self.reason = reason }
        sentAt = assignment.sentAt.microseconds
        if let at = assignment.readAt { readAt = at.microseconds }
        if let at = assignment.answeredAt { answeredAt = at.microseconds }
        if let at = assignment.closedAt { closedAt = at.microseconds }
        if let points = assignment.points { self.points = Int64(points) }
        version = assignment.version
    }
}

extension ProtoChallengeSummary {
    init(_ challenge: ChallengeSummary) {
        self.init()
        id = challenge.id.bytes
        kind = .dare
        name = challenge.name
        description_p = challenge.description
        author = ProtoPerson(challenge.author)
        proof = .required
        createdAt = challenge.createdAt.microseconds
    }
}

extension ProtoAttempt {
    init(_ attempt: Attempt) {
        self.init()
        id = attempt.id.bytes
        number = Int64(attempt.number)
        if let note = attempt.note { self.note = note }
        media = attempt.media.map(ProtoAttemptMedia.init)
        submittedAt = attempt.submittedAt.microseconds
        outcome = .waiting
        if let reason = attempt.reason { self.reason = reason }
        if let at = attempt.decidedAt { decidedAt = at.microseconds }
    }
}

extension ProtoAttemptMedia {
    init(_ media: AttemptMedia) {
        self.init()
        id = media.id.bytes
        url = ProtoMediaReference(media.url)
        if let contentType = media.contentType { self.contentType = contentType }
        if let width = media.width { self.width = Int64(width) }
        if let height = media.height { self.height = Int64(height) }
    }
}

extension ID {
    fileprivate var bytes: Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }
}
