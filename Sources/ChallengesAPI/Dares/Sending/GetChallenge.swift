public import Identifiers
public import Wire

/// Returns a challenge that the caller sent, with its assignments in their current states.
///
/// Refuses everyone else with `challenges.challenge_not_found` (2.10-private). Recipients see only
/// their own assignment (2.10-recipients).
public struct GetChallenge: Call {
    public static let id: CallID = 0x021D
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The challenge.
    public var challenge: ChallengeID

    public init(challenge: ChallengeID) {
        self.challenge = challenge
    }

    public typealias Reply = CreateChallenge.Reply
}
