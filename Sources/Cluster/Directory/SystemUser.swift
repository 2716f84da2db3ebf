#if canImport(Glibc)
import Glibc
#endif

/// A user of the machine.
struct SystemUser: Hashable, Sendable {
    let name: String
    let id: uid_t
    let group: gid_t

    init(name: String, id: uid_t, group: gid_t) {
        self.name = name
        self.id = id
        self.group = group
    }

    /// The user with a name; `nil` if there is none.
    init?(named name: String) {
        self.init { getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// The user with a number; `nil` if there is none.
    init?(_ id: uid_t) {
        self.init { getpwuid_r(id, $0, $1, $2, $3) }
    }

    private typealias Entry = UnsafeMutablePointer<passwd>

    /// Looks the user up with a private buffer: all threads share that of `getpwnam`.
    private init?(
        _ look: (Entry, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<Entry?>) -> CInt
    ) {
        let user = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) {
            text -> SystemUser? in
            var entry = passwd()
            var found: Entry?
            guard let memory = text.baseAddress,
                look(&entry, memory, text.count, &found) == 0, found != nil
            else {
                return nil
            }
            return SystemUser(
                name: String(cString: entry.pw_name),
                id: entry.pw_uid,
                group: entry.pw_gid
            )
        }
        guard let user else { return nil }
        self = user
    }

    /// The name of the user who runs this process.
    static var current: String {
        name(of: geteuid())
    }

    /// A user's name; the number if there is none.
    static func name(of id: uid_t) -> String {
        SystemUser(id)?.name ?? "\(id)"
    }
}

/// The users that run a cluster's processes if root starts it: only the supervisor stays root.
struct ClusterUsers: Hashable, Sendable {
    /// Runs PostgreSQL, and owns its files.
    let database: SystemUser
    /// Runs the services, and owns the pictures.
    let services: SystemUser

    /// The users of this machine; `nil` if the cluster is not started by root, and runs entirely as
    /// the user who starts it.
    ///
    /// - Throws: `ClusterError`, which says how to create a missing user.
    static func found() throws(ClusterError) -> ClusterUsers? {
        geteuid() == 0 ? try ClusterUsers { SystemUser(named: $0) } : nil
    }

    init(_ find: (String) -> SystemUser?) throws(ClusterError) {
        guard let database = find("postgres") else {
            throw ClusterError(
                "PostgreSQL does not run as root, and there is no user “postgres” to run it as"
            )
        }
        guard let services = find("gauntlet") else {
            throw ClusterError(
                "the services do not run as root, and there is no user “gauntlet” to run them as:"
                    + " run deploy/up, or useradd --system --user-group --no-create-home"
                    + " --home-dir /nonexistent --shell /usr/sbin/nologin gauntlet"
            )
        }
        for user in [database, services] where user.id == 0 || user.group == 0 {
            let problem =
                user.id == 0
                ? "uid 0: processes would run as root"
                : "gid 0: processes would run in root's group"
            throw ClusterError("the user “\(user.name)” has \(problem)")
        }
        guard database.id != services.id else {
            throw ClusterError("the users “postgres” and “gauntlet” are the same: they must differ")
        }
        self.database = database
        self.services = services
    }

    init(database: SystemUser, services: SystemUser) {
        self.database = database
        self.services = services
    }
}
