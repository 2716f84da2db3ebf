import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Postgres
import Values

extension Reader {
    /// Entries of a goal for its owner, in the given order.
    func goalEntryReplies(
        _ entries: [GoalEntryRecord],
        of goal: GoalRecord
    ) async throws -> [GoalEntry] {
        guard !entries.isEmpty else { return [] }
        let photos = try await self.photos(of: .goalEntry, entries.map(\.id.uuid))
        return entries.map { entry in
            GoalEntry(
                id: entry.id,
                goal: goal.id,
                amount: entry.amount,
                unit: goal.challenge.snapshot.unit,
                occurredAt: entry.occurredAt,
                localDay: entry.localDay,
                source: entry.source,
                note: entry.note,
                photos: (photos[entry.id.uuid] ?? []).map(\.shown),
                createdAt: entry.createdAt,
                editedAt: entry.editedAt,
                version: entry.version
            )
        }
    }

    /// An entry of a goal for its owner.
    func goalEntryReply(
        _ entry: GoalEntryRecord,
        of goal: GoalRecord
    ) async throws -> GoalEntry {
        guard let shown = try await goalEntryReplies([entry], of: goal).first else {
            throw ChallengesError.entryNotFound
        }
        return shown
    }
}

extension GoalEntryRecord {
    /// The maximum size in a reply, in bytes.
    var size: Int { note.utf8.count + 6_144 }
}
