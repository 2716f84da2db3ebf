import IdentityAPI
import Identifiers
import Postgres
import Values

// The `subject_names` table: the present names of contests and definitions that were renamed. Other
// files may only join it.
extension Transaction {
    /// Stores the name of a subject, unless the stored version is at least as new. Sent with the
    /// next statement.
    func save(_ name: SubjectRenamed) throws {
        try enqueue(
            """
            INSERT INTO subject_names AS known (kind, id, name, version, renamed_at)
            VALUES (\(name.subject.kind.rawValue), \(name.subject.id), \(name.name),
                \(name.version), \(name.at))
            ON CONFLICT ON CONSTRAINT subject_names_pkey DO UPDATE
            SET name = excluded.name, version = excluded.version,
                renamed_at = greatest(known.renamed_at, excluded.renamed_at)
            WHERE known.version < excluded.version
            """
        )
    }

    /// Deletes names that are older than all notices.
    func purgeSubjectNames(renamedBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM subject_names WHERE renamed_at < \(end) AND (kind, id) IN (
                SELECT kind, id FROM subject_names WHERE renamed_at < \(end)
                ORDER BY renamed_at LIMIT \(limit))
            """
        )
    }
}
