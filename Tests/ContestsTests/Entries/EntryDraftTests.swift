import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What may be said of an entry (2.3-entries, 2.3-cap, 2.3-sources, 2.10-photos).
struct EntryDraftTests {
    private static let start = ContestRecord.startsAt
    private static let end = ContestRecord.endsAt

    private static func add(
        _ amount: String? = "1",
        occurredAt: Instant? = nil,
        source: Entry.Source? = nil,
        device: String? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        audience: Audience? = nil
    ) -> EntryDraft {
        EntryDraft(
            AddEntry(
                contest: ChallengeID(),
                amount: amount.map { .of($0) },
                occurredAt: occurredAt,
                source: source,
                device: device,
                note: note,
                mediaIDs: mediaIDs,
                audience: audience
            )
        )
    }

    private static func change(
        _ amount: String? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        audience: Audience? = nil
    ) -> EntryDraft {
        EntryDraft(
            ChangeEntry(
                entry: EntryID(),
                amount: amount.map { .of($0) },
                note: note,
                mediaIDs: mediaIDs,
                audience: audience
            )
        )
    }

    /// What is wrong with a draft by itself.
    private static func problems(of draft: EntryDraft) -> [String] {
        var problems = FieldProblems<ChallengesError>()
        draft.check(&problems)
        return problems.isEmpty ? [] : problems.refusal().fault.said
    }

    /// What a contest does not allow of a draft.
    private static func problems(
        of draft: EntryDraft,
        in contest: ContestRecord,
        cap: String? = nil
    ) -> [String] {
        var problems = FieldProblems<ChallengesError>()
        draft.check(in: contest, cap: cap.map { .of($0) }, &problems)
        return problems.isEmpty ? [] : problems.refusal().fault.said
    }

    // By itself.

    @Test func `all that is wrong by itself is told at once`() {
        let draft = Self.add(
            "0",
            source: .timing,
            note: "\0",
            audience: .unknown
        )
        #expect(
            Self.problems(of: draft) == [
                "/amount challenges.amount_invalid", "/source challenges.source_unknown",
                "/note challenges.note_invalid", "/audience challenges.audience_unknown",
            ]
        )
        let change = Self.change("0", note: "\0", audience: .unknown)
        #expect(
            Self.problems(of: change) == [
                "/amount challenges.amount_invalid", "/note challenges.note_invalid",
                "/audience challenges.audience_unknown",
            ]
        )
        #expect(Self.problems(of: Self.add()) == [])
        #expect(Self.problems(of: Self.change()) == [])
    }

    @Test(
        arguments: [
            ("-1", false), ("-0.000001", false), ("0", false), ("0.000001", true),
            ("999999999999.999999", true),
        ]
    )
    func `an amount is above 0`(amount: String, isValid: Bool) {
        let said = isValid ? [] : ["/amount challenges.amount_invalid"]
        #expect(Self.problems(of: Self.add(amount)) == said)
        #expect(Self.problems(of: Self.change(amount)) == said)
    }

    @Test(
        arguments: [
            (nil, true), (.manual, true), (.device, true), (.timing, false), (.unknown, false),
        ] as [(Entry.Source?, Bool)]
    )
    func `a person logs by hand or from a device`(source: Entry.Source?, isValid: Bool) {
        let said = isValid ? [] : ["/source challenges.source_unknown"]
        #expect(Self.problems(of: Self.add(source: source)) == said)
    }

    @Test(
        arguments: [
            ("", false), (" ", false), ("x", true), ("Watch 9", true), ("a\nb", false),
            ("a\0b", false), (String(repeating: "x", count: 80), true),
            (String(repeating: "x", count: 81), false),
            (String(repeating: "\u{1F6B2}", count: 80), true),
        ]
    )
    func `a device is one line of 1 to 80 characters`(device: String, isValid: Bool) {
        let said = isValid ? [] : ["/device challenges.device_invalid"]
        #expect(Self.problems(of: Self.add(source: .device, device: device)) == said)
        // It is named only where one measured.
        let byHand = Self.problems(of: Self.add(source: .manual, device: device))
        #expect(byHand == ["/device challenges.device_invalid"])
        let absent = Self.problems(of: Self.add(device: device))
        #expect(absent == ["/device challenges.device_invalid"])
    }

    @Test(
        arguments: [
            ("", true), ("Two\nlines.", true), ("\0", false),
            (String(repeating: "x", count: 2_000), true),
            (String(repeating: "x", count: 2_001), false),
        ]
    )
    func `a note has at most 2000 characters`(note: String, isValid: Bool) {
        let said = isValid ? [] : ["/note challenges.note_invalid"]
        #expect(Self.problems(of: Self.add(note: note)) == said)
        #expect(Self.problems(of: Self.change(note: note)) == said)
    }

    // Against the contest.

    @Test(
        arguments: [
            (nil, "999999999.999999", true), (nil, "1000000000", false), ("10", "10", true),
            ("10", "10.000001", false), ("10", "0.000001", true),
            ("2000000000", "2000000000", true), ("2000000000", "2000000000.000001", false),
        ] as [(String?, String, Bool)]
    )
    func `an amount is at most what the operator allows for the unit, or what is usual`(
        cap: String?,
        amount: String,
        isValid: Bool
    ) {
        let contest = ContestRecord.ofEntries()
        let said = isValid ? [] : ["/amount challenges.amount_invalid"]
        #expect(Self.problems(of: Self.add(amount), in: contest, cap: cap) == said)
        #expect(Self.problems(of: Self.change(amount), in: contest, cap: cap) == said)
    }

    @Test(arguments: [("1", true), ("1.000001", false), ("0.5", false), ("1000", true)])
    func `where only whole numbers count an amount is one`(amount: String, isWhole: Bool) {
        let whole = ContestRecord.ofEntries(wholeNumbers: true)
        let said = isWhole ? [] : ["/amount challenges.amount_invalid"]
        #expect(Self.problems(of: Self.add(amount), in: whole) == said)
        #expect(Self.problems(of: Self.change(amount), in: whole) == said)
        #expect(Self.problems(of: Self.add(amount), in: .ofEntries()) == [])
    }

    @Test func `an amount is given where one is counted, and nowhere else`() {
        let missing = ["/amount challenges.amount_invalid"]
        #expect(Self.problems(of: Self.add(nil), in: .ofEntries()) == missing)
        // In a change it stays as it is.
        #expect(Self.problems(of: Self.change(nil), in: .ofEntries()) == [])
        let days = ContestRecord.ofEntries(aggregation: .daysActive)
        #expect(Self.problems(of: Self.add(nil), in: days) == [])
        #expect(Self.problems(of: Self.add("1"), in: days) == [])
        let nothing = ContestRecord.ofEntries(kind: .open, unit: nil)
        #expect(Self.problems(of: Self.add(nil), in: nothing) == [])
        #expect(Self.problems(of: Self.add("1"), in: nothing) == missing)
        #expect(Self.problems(of: Self.change("1"), in: nothing) == missing)
    }

    @Test func `pictures are as the contest's policy says`() {
        let some = [MediaID()]
        let missing = ["/mediaIDs challenges.proof_missing"]
        let unwanted = ["/mediaIDs challenges.proof_unwanted"]
        let required = ContestRecord.ofEntries(proof: .required)
        #expect(Self.problems(of: Self.add(), in: required) == missing)
        #expect(Self.problems(of: Self.add(mediaIDs: []), in: required) == missing)
        #expect(Self.problems(of: Self.add(mediaIDs: some), in: required) == [])
        #expect(Self.problems(of: Self.change(), in: required) == [])
        #expect(Self.problems(of: Self.change(mediaIDs: []), in: required) == missing)
        #expect(Self.problems(of: Self.change(mediaIDs: some), in: required) == [])
        let none = ContestRecord.ofEntries(proof: .none)
        #expect(Self.problems(of: Self.add(), in: none) == [])
        #expect(Self.problems(of: Self.add(mediaIDs: []), in: none) == [])
        #expect(Self.problems(of: Self.add(mediaIDs: some), in: none) == unwanted)
        #expect(Self.problems(of: Self.change(mediaIDs: some), in: none) == unwanted)
        let optional = ContestRecord.ofEntries(proof: .optional)
        for ids in [nil, [], some] {
            #expect(Self.problems(of: Self.add(mediaIDs: ids), in: optional) == [])
            #expect(Self.problems(of: Self.change(mediaIDs: ids), in: optional) == [])
        }
    }

    @Test(
        arguments: [
            (.private, [.participants]), (.link, [.participants]),
            (.friends, [.participants, .friends]),
            (.public, [.participants, .friends, .public]),
            (.unknown, [.participants]),
        ] as [(ContestVisibility, [Audience])]
    )
    func `an audience is no wider than those who see the contest, and no narrower than those in it`(
        visibility: ContestVisibility,
        allowed: [Audience]
    ) {
        let contest = ContestRecord.ofEntries(visibility: visibility)
        for audience in Audience.allCases where audience != .unknown {
            let said =
                allowed.contains(audience) ? [] : ["/audience challenges.audience_too_wide"]
            #expect(Self.problems(of: Self.add(audience: audience), in: contest) == said)
            #expect(Self.problems(of: Self.change(audience: audience), in: contest) == said)
        }
        #expect(Self.problems(of: Self.add(), in: contest) == [])
        for place in [PhotoRecord.Place.entry, .completion, .gallery] {
            let isFree = place == .gallery
            #expect(visibility.allows(.owner, of: place) == isFree, "\(place)")
            #expect(visibility.allows(.participants, of: place))
            #expect(!visibility.allows(.unknown, of: place))
        }
        #expect(visibility.widestAudience == allowed.last)
    }

    @Test func `where only devices count nothing is logged by hand`() throws {
        let devices = ContestRecord.ofEntries(sources: .device)
        #expect(throws: ChallengesError.sourceRefused) {
            try Self.add().check(takenBy: devices)
        }
        #expect(throws: ChallengesError.sourceRefused) {
            try Self.add(source: .manual).check(takenBy: devices)
        }
        try Self.add(source: .device).check(takenBy: devices)
        try Self.add().check(takenBy: .ofEntries())
        try Self.add(source: .device).check(takenBy: .ofEntries())
    }

    @Test(arguments: ContestLife.State.allCases)
    func `what is over takes nothing`(state: ContestLife.State) throws {
        let contest = ContestRecord.ofEntries(state: state)
        if state == .completed || state == .cancelled {
            #expect(throws: ChallengesError.contestOver) {
                try Self.add().check(takenBy: contest)
            }
        } else {
            try Self.add().check(takenBy: contest)
        }
    }

    // What it makes.

    @Test func `a new entry has what was said, and else its defaults`() {
        let contest = ContestRecord.ofEntries()
        let (id, user, now) = (EntryID(), UserID(), Self.start + .hours(1))
        let day = CivilDate(daysSince1970: 19_675)
        let time = EntryTime(occurredAt: now - .minutes(1), localDay: day)
        let plain = Self.add("2").entry(id, in: contest, by: user, done: time, at: now)
        #expect(plain.id == id)
        #expect(plain.challenge == contest.id)
        #expect(plain.user == user)
        #expect(plain.amount == .of("2"))
        #expect(plain.occurredAt == now - .minutes(1))
        #expect(plain.localDay == day)
        #expect(plain.source == .manual)
        #expect(plain.device == nil)
        #expect(plain.note.isEmpty)
        #expect(plain.audience == .participants)
        #expect(plain.state == .counted)
        #expect(plain.query == nil)
        #expect(plain.createdAt == now)
        #expect(plain.editedAt == nil)
        #expect(plain.version == 1)
        let full = Self.add(
            "2",
            occurredAt: Self.start,
            source: .device,
            device: "Watch",
            note: "Ran.",
            audience: .public
        ).entry(id, in: contest, by: user, done: time, at: now)
        // When it counts, whatever was said.
        #expect(full.occurredAt == now - .minutes(1))
        #expect(full.source == .device)
        #expect(full.device == "Watch")
        #expect(full.note == "Ran.")
        #expect(full.audience == .public)
        #expect(full.createdAt == now)
    }

    @Test func `a change touches only what is said, and tells whether it says anything new`() {
        let contest = ContestRecord.ofEntries()
        let before = Self.add("2", note: "Caf\u{E9}").entry(
            EntryID(),
            in: contest,
            by: UserID(),
            done: EntryTime(
                occurredAt: Self.start,
                localDay: CivilDate(daysSince1970: 19_675)
            ),
            at: Self.start
        )
        var entry = before
        #expect(!Self.change().apply(to: &entry))
        #expect(entry == before)
        #expect(!Self.change("2", note: "Caf\u{E9}", audience: .participants).apply(to: &entry))
        #expect(entry == before)
        #expect(Self.change("3").apply(to: &entry))
        #expect(entry.amount == .of("3"))
        #expect(Self.change(audience: .friends).apply(to: &entry))
        #expect(entry.audience == .friends)
        #expect(entry.note == before.note)
        // Byte by byte.
        #expect(Self.change(note: "Cafe\u{301}").apply(to: &entry))
        #expect(Self.change(note: "").apply(to: &entry))
        #expect(entry.note.isEmpty)
        #expect(entry.occurredAt == before.occurredAt)
    }
}
