public import Identifiers
public import Values
public import Wire

/// One submission of an assignment and the verdict on it, or what came with the completion of a
/// workout that nobody judges.
public struct Attempt: Codable, Hashable, Sendable, Limited {
    /// The attempt.
    public let id: AttemptID
    /// Its number; 1 for the first.
    public let number: Int
    /// The recipient's note: 0 to 2,000 characters.
    public let note: String?
    /// The pictures that prove it, in the submitted order: 0 to 10.
    public let media: [AttemptMedia]
    /// When it was submitted.
    public let submittedAt: Instant
    /// Its outcome.
    public let outcome: Outcome
    /// The reason for another try or a rejection: 1 to 500 characters; `nil` if there is none.
    public let reason: String?
    /// When the outcome was decided; `nil` while it waits.
    public let decidedAt: Instant?
    /// The recipient's result in seconds.
    public let seconds: Int?

    public static let limits: FieldLimits = [
        "number": .atLeast(1), "seconds": .number(Assignment.secondsLimit),
    ]

    public init(
        id: AttemptID,
        number: Int,
        note: String? = nil,
        media: [AttemptMedia],
        submittedAt: Instant,
        outcome: Outcome,
        reason: String? = nil,
        decidedAt: Instant? = nil,
        seconds: Int? = nil
    ) {
        self.id = id
        self.number = number
        self.note = note
        self.media = media
        self.submittedAt = submittedAt
        self.outcome = outcome
        self.reason = reason
        self.decidedAt = decidedAt
        self.seconds = seconds
    }

    /// The outcome of a submission.
    public enum Outcome: String, OpenEnum, CaseIterable {
        /// The sender has not judged it. It stays so if the assignment becomes void first.
        case waiting
        /// The sender approved it, or did not answer for 7 days, or there is nothing to judge.
        case approved
        /// The sender wants another try.
        case tryAgain
        /// The sender rejected it for good.
        case rejected
        /// The recipient retracted it.
        case retracted
        /// An outcome of a later release.
        case unknown
    }
}
