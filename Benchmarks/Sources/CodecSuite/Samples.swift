import ChallengesAPI
import FoundationEssentials
import Identifiers
import ScoringAPI
import Values
import Wire

/// Messages as the cluster sends them, identical in every run.
enum Samples {
    /// The body of a small call: 97 bytes on the wire.
    static let call = SubmitAssignment(
        assignment: ID(uuid(1)),
        attempt: ID(uuid(2)),
        note: "Done, and it was cold!",
        ifVersion: 7
    )

    /// An assignment that awaits its verdict: three people, one attempt, one picture.
    static let assignment = Assignment(
        id: ID(uuid(1)),
        challenge: ChallengeSummary(
            id: ID(uuid(3)),
            kind: .dare,
            name: "Ice bath",
            description: "Five minutes in the lake before the end of winter. Bring a friend.",
            author: person(1),
            proof: .required,
            createdAt: instant(0)
        ),
        sender: person(1),
        recipient: person(2),
        state: .submitted,
        displayState: .pending,
        icon: .hourglass,
        actions: [.retract],
        deadline: instant(14 * 86_400),
        attempts: [
            Attempt(
                id: ID(uuid(2)),
                number: 1,
                note: "Done, and it was cold!",
                media: [
                    AttemptMedia(
                        id: ID(uuid(9)),
                        url: MediaReference(ID(uuid(9))),
                        contentType: "image/jpeg",
                        width: 4_032,
                        height: 3_024
                    )
                ],
                submittedAt: instant(90_000),
                outcome: .waiting
            )
        ],
        attemptsLeft: 4,
        sentAt: instant(60),
        readAt: instant(3_600),
        answeredAt: instant(3_700),
        version: 4
    )

    /// A full page of a scoreboard; every other person has a picture.
    static let scoreboard = Page(
        items: (1...100).map { rank in
            Standing(
                rank: rank,
                user: person(rank, hasAvatar: rank.isMultiple(of: 2)),
                points: 12_000 - 110 * rank,
                isMe: rank == 42
            )
        },
        nextCursor: "eyJwIjoxMDAwLCJ1IjoiMDE5MzQ1"
    )

    private static let names = [
        ("Maria", "Keller"), ("Jo", "Li"), ("Oluwaseun", "Adebayo"), ("Søren", "Ångström"),
        ("Ana", "de la Fuente"), ("Max", "Müller"), ("Priya", "Raghunathan"), ("Tom", "Byrne"),
    ]

    private static func person(_ number: Int, hasAvatar: Bool = true) -> Person {
        let (first, last) = names[number % names.count]
        return Person(
            id: ID(uuid(1_000 + number)),
            username: "player.\(number * 37)",
            firstName: first,
            lastName: last,
            avatarURL: hasAvatar ? MediaReference(ID(uuid(5_000 + number))) : nil
        )
    }

    private static func instant(_ seconds: Int64) -> Instant {
        Instant(microseconds: 1_767_225_600_000_000 + seconds * 1_000_000 + 123_456)
    }

    /// A version 7 UUID derived from a number.
    private static func uuid(_ number: Int) -> UUID {
        var dice = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        func byte() -> UInt8 {
            dice = (dice ^ dice >> 29) &* 0xBF58_476D_1CE4_E5B9
            return UInt8(truncatingIfNeeded: dice >> 56)
        }
        return UUID(
            uuid: (
                0x01, 0x9B, 0x76, 0xDA, byte(), byte(), 0x70 | byte() >> 4, byte(),
                0x80 | byte() >> 2, byte(), byte(), byte(), byte(), byte(), byte(), byte()
            )
        )
    }
}
