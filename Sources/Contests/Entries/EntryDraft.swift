package import ChallengesAPI
package import ChallengesCore
import Identifiers
import Values
import Wire

/// The fields of a new entry, where absent fields have defaults, or of a changed one, where they
/// stay as they are (2.3-entries).
struct EntryDraft: Hashable, Sendable {
    let isNew: Bool
    private(set) var amount: Amount?
    private(set) var occurredAt: Instant?
    private(set) var source: Entry.Source?
    private(set) var device: String?
    private(set) var note: String?
    private(set) var mediaIDs: [MediaID]?
    private(set) var audience: Audience?

    init(_ call: AddEntry) {
        isNew = true
        amount = call.amount
        occurredAt = call.occurredAt
        source = call.source
        device = call.device
        note = call.note
        mediaIDs = call.mediaIDs
        audience = call.audience
    }

    /// The new entry of a finished timing.
    ///
    /// - Parameters:
    ///   - end: The finished timing, whose note and pictures are checked.
    ///   - amount: The elapsed time in the contest's unit; `nil` if the entry has no amount.
    init(_ end: TimingEnd, amount: Amount?) {
        isNew = true
        self.amount = amount
        occurredAt = end.endedAt
        source = .timing
        note = end.note
        mediaIDs = end.mediaIDs
    }

    init(_ call: ChangeEntry) {
        isNew = false
        amount = call.amount
        note = call.note
        mediaIDs = call.mediaIDs
        audience = call.audience
    }

    /// Reports invalid fields, each by itself, except the pictures.
    func check(_ problems: inout FieldProblems<ChallengesError>) {
        if let amount, !AddEntry.amountLimit.contains(amount) {
            problems.add(.amountInvalid, at: "/amount")
        }
        switch source ?? .manual {
        case .manual: if device != nil { problems.add(.deviceInvalid, at: "/device") }
        case .device:
            if let device, !Self.isName(device) { problems.add(.deviceInvalid, at: "/device") }
        case .timing, .unknown: problems.add(.sourceUnknown, at: "/source")
        }
        if let note, !AddEntry.noteLimit.stores(note) {
            problems.add(.noteInvalid, at: "/note")
        }
        if audience == .unknown { problems.add(.audienceUnknown, at: "/audience") }
    }

    private static func isName(_ device: String) -> Bool {
        AddEntry.deviceLimit.stores(device) && device.isOneLine && !device.isBlank
    }

    /// Refuses an entry that the contest does not accept at all: because it is over, or because of
    /// the source (2.3-sources).
    func check(takenBy contest: ContestRecord) throws(ChallengesError) {
        guard !contest.life.state.isOver else { throw .contestOver }
        guard contest.sources != .device || source == .device else { throw .sourceRefused }
    }

    /// Reports the fields that the contest does not allow.
    ///
    /// - Parameters:
    ///   - contest: The contest, with due transitions applied.
    ///   - cap: The operator's maximum for the unit; `nil` for the default.
    ///   - problems: Collects the problems.
    func check(
        in contest: ContestRecord,
        cap: Amount?,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if !allowsAmount(contest, cap) { problems.add(.amountInvalid, at: "/amount") }
        if isNew || mediaIDs != nil {
            switch (contest.challenge.proof, (mediaIDs ?? []).isEmpty) {
            case (.required, true): problems.add(.proofMissing, at: "/mediaIDs")
            case (.none, false): problems.add(.proofUnwanted, at: "/mediaIDs")
            default: break
            }
        }
        if let audience, !contest.visibility.allows(audience, of: .entry) {
            problems.add(.audienceTooWide, at: "/audience")
        }
    }

    /// Whether the amount fits the contest (2.3-cap).
    private func allowsAmount(_ contest: ContestRecord, _ cap: Amount?) -> Bool {
        guard let amount else {
            return !isNew || contest.unit == nil || contest.aggregation == .daysActive
        }
        return contest.unit != nil
            && AddEntry.amountLimit.contains(amount)
            && amount.millionths <= cap?.millionths ?? Self.defaultCapMillionths
            && (!contest.challenge.snapshot.wholeNumbers || amount.isWhole)
    }

    /// The default maximum of an entry's amount, in millionths: 999,999,999.999999.
    private static let defaultCapMillionths: Int64 = 999_999_999_999_999

    /// A new entry with these fields and the given time.
    func entry(
        _ id: EntryID,
        in contest: ContestRecord,
        by user: UserID,
        done time: EntryTime,
        at now: Instant
    ) -> EntryRecord {
        EntryRecord(
            id: id,
            challenge: contest.id,
            user: user,
            amount: amount,
            occurredAt: time.occurredAt,
            localDay: time.localDay,
            source: source ?? .manual,
            device: device,
            note: note ?? "",
            audience: audience ?? .participants,
            state: .counted,
            createdAt: now
        )
    }

    /// Changes an entry.
    ///
    /// - Returns: Whether its content changed; notes are compared byte by byte.
    func apply(to entry: inout EntryRecord) -> Bool {
        let before = entry
        if let amount { entry.amount = amount }
        if let note { entry.note = note }
        if let audience { entry.audience = audience }
        return !entry.says(whatIsSaidBy: before)
    }
}

extension EntryRecord {
    /// Whether all fields that an owner may give are equal; texts byte by byte.
    func says(whatIsSaidBy other: EntryRecord) -> Bool {
        amount == other.amount && occurredAt == other.occurredAt && source == other.source
            && (device == nil) == (other.device == nil)
            && (device ?? "").utf8.elementsEqual((other.device ?? "").utf8)
            && note.utf8.elementsEqual(other.note.utf8) && audience == other.audience
    }
}

extension ContestVisibility {
    /// The widest audience of an entry or a picture: no wider than the contest's visibility
    /// (2.10-photos). An unknown visibility of a later release allows no more than `private`.
    var widestAudience: Audience {
        switch self {
        case .public: .public
        case .friends: .friends
        case .private, .link, .unknown: .participants
        }
    }

    /// Whether pictures at a place, or an entry, may have this audience. It must not be wider than
    /// `widestAudience`. Entries and completions must be visible to all participants.
    package func allows(_ audience: Audience, of place: PhotoRecord.Place) -> Bool {
        switch audience {
        case .owner: place != .entry && place != .completion
        case .participants: true
        case .friends: widestAudience == .friends || widestAudience == .public
        case .public: widestAudience == .public
        case .unknown: false
        }
    }
}
