/// What decides whether a service can work with a server, a database and a role.
struct ServerFacts: Hashable {
    /// The major versions that are tested.
    static let versions = 15...18

    /// The major version.
    var version: Int
    /// The database's encoding.
    var encoding: String
    var role: String
    /// The schema where the role creates tables; `nil` if its search path has none that it may use.
    var schema: String?
    /// Whether the role may create tables in the schema.
    var mayCreate: Bool
    /// A table in the schema that the role may not read and write.
    var closedTable: String?
    /// A required extension that the database lacks, or the role does not see.
    var missingExtension: String?

    /// Why no service can work with it, and what to do; follows the name of a setting.
    var problem: String? {
        if let tooOld = Self.problem(ofVersion: version) { return tooOld }
        guard encoding == "UTF8" else {
            return "leads to a database with the encoding \(encoding), which cannot store every"
                + " text: create one with TEMPLATE template0 ENCODING 'UTF8'"
        }
        guard let schema else {
            return "names the role \(role), which has no schema to use: run"
                + " deploy/postgres/init.sql, or set its search_path"
        }
        guard mayCreate else {
            return "names the role \(role), which may not create tables in the schema \(schema):"
                + " make it the schema's owner"
        }
        if let closedTable {
            return "names the role \(role), which may not read and write the table"
                + " \(schema).\(closedTable): make it the table's owner"
        }
        return missingExtension.map {
            "leads to a database without the extension \($0): run deploy/postgres/init.sql, or"
                + " CREATE EXTENSION \($0) in a schema on the search_path of the role \(role)"
        }
    }

    /// What the operator should know although services work with it.
    var warning: String? {
        guard version > Self.versions.upperBound else { return nil }
        return "PostgreSQL \(version) is newer than the versions that Gauntlet is tested with,"
            + " \(Self.versions.lowerBound) to \(Self.versions.upperBound)."
    }

    /// Why a server of a version cannot be used.
    static func problem(ofVersion version: Int) -> String? {
        guard version < versions.lowerBound else { return nil }
        return "leads to PostgreSQL \(version), which is too old: use"
            + " \(versions.lowerBound) to \(versions.upperBound)"
    }
}
