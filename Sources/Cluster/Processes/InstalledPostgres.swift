import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// The PostgreSQL servers that are installed on this machine.
struct InstalledPostgres {
    /// The directory of Debian's packages, with a subdirectory for each major version.
    var root = "/usr/lib/postgresql"
    /// The directories of other programs.
    var path = ProcessInfo.processInfo.environment["PATH"] ?? ""

    /// The directory of the programs for a cluster: those of the version that made its database,
    /// for a new one the newest from PostgreSQL 15 on. Those on the path may have any version.
    ///
    /// - Throws: `ClusterError` if none is installed.
    func programs(for directory: DataDirectory) throws(ClusterError) -> String {
        let made = Self.version(of: directory)
        let packages = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let version = packages.compactMap(Int.init).sorted().last { version in
            (made.map { $0 == version } ?? (version >= 15))
                && access("\(root)/\(version)/bin/postgres", X_OK) == 0
        }
        if let version { return "\(root)/\(version)/bin" }
        let found = path.split(separator: ":").first {
            access("\($0)/postgres", X_OK) == 0 && access("\($0)/initdb", X_OK) == 0
        }
        if let found { return String(found) }
        if let made { throw Self.missing(made, for: directory) }
        throw ClusterError("no PostgreSQL server (15 or newer) is installed: run deploy/up")
    }

    /// The major version that made a cluster's database; `nil` for a new cluster.
    static func version(of directory: DataDirectory) -> Int? {
        guard let file = FileManager.default.contents(atPath: "\(directory.data)/PG_VERSION")
        else { return nil }
        let digits = file.prefix(8).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    static func missing(_ version: Int, for directory: DataDirectory) -> ClusterError {
        ClusterError(
            "the database in \(directory.data) was made by PostgreSQL \(version), which is not"
                + " installed: install the package postgresql-\(version)"
        )
    }
}
