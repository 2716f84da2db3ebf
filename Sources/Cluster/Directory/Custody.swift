#if canImport(Glibc)
import Glibc
#endif

/// The owners of a data directory, and of what is in it, where root starts the cluster.
///
/// Root writes only where no other user can put a link: the directory itself, `run` and `secrets`
/// are root's, and so is `postgres`, in which `data`, `log` and `run` belong to the database's user.
/// `media` belongs to the services' user. `log` is root's, and the services add to it their own logs
/// alone: whatever else they put there, root opens only what it knows to be a log's file. What is a
/// link, has several names, or belongs to another user than it should is refused by name, before
/// anything is changed.
struct Custody {
    let directory: DataDirectory
    let users: ClusterUsers

    private static let root: uid_t = 0
    /// The file in `run` that says that the owners are as above.
    private static let mark = "owners"
    /// What the database's user has in `postgres`.
    private static let ofDatabase: [(name: String, mode: mode_t)] = [
        ("data", 0o700), ("log", 0o700), ("run", 0o755),
    ]
    /// Others may read the logs' names; the group that adds to them touches its own alone.
    private static let modeOfLogs: mode_t = 0o1775

    // Each start.

    /// Refuses a directory that cannot be trusted, then makes what is missing.
    func prepare() throws(ClusterError) {
        let parent = try parent()
        guard let name = directory.path.split(separator: "/").last.map(String.init) else {
            throw ClusterError("/ holds something else: name an empty directory")
        }
        if try parent.entry(name) == nil { try parent.make(name, mode: 0o755, for: nil) }
        let top = try parent.directory(name)
        try top.entry().expectDirectory(of: [Self.root])
        try top.entry().expectClosed()
        if try top.entry("run") == nil, try !top.names().isEmpty {
            throw ClusterError("\(top.path) holds something else: name an empty directory")
        }
        try examine(top)
        try complete(top)
    }

    /// Opens the directory that holds it, which is made where it is missing. Root alone may be able
    /// to put something else in the place of a part of the path.
    private func parent() throws(ClusterError) -> OpenDirectory {
        var parent = try OpenDirectory("/")
        for name in directory.path.split(separator: "/").dropLast().map(String.init) {
            if try parent.entry(name) == nil { try parent.make(name, mode: 0o755, for: nil) }
            parent = try parent.directory(name)
            try parent.entry().expectDirectory(of: [Self.root])
            try parent.entry().expectKept()
        }
        return parent
    }

    /// Looks at all but what is in `media` and in the database's directories.
    private func examine(_ top: borrowing OpenDirectory) throws(ClusterError) {
        try examineLogs(top)
        for name in ["run", "secrets"] {
            guard let entry = try top.entry(name) else { continue }
            try entry.expectDirectory(of: [Self.root])
            try entry.expectClosed()
            let opened = try top.directory(name)
            for name in try opened.names() {
                guard let entry = try opened.entry(name), !entry.isDirectory else { continue }
                try entry.expectFile(of: [Self.root])
            }
        }
        let isTaken = try isTaken(top)
        let media = try top.entry("media")
        try media?.expectDirectory(of: [users.services.id] + (isTaken ? [] : [Self.root]))
        if media != nil, !isTaken { try examine(tree: top.directory("media")) }
        guard let entry = try top.entry("postgres") else { return }
        try entry.expectDirectory(of: [Self.root] + (isTaken ? [] : [users.database.id]))
        try entry.expectClosed()
        let postgres = try top.directory("postgres")
        for (name, _) in Self.ofDatabase {
            try postgres.entry(name)?.expectDirectory(of: [users.database.id])
        }
    }

    /// Until the services may add to it, all in it is root's, or was given to them when the rest was
    /// not yet. From then on root does not look at it again: no service keeps a cluster from
    /// starting.
    private func examineLogs(_ top: borrowing OpenDirectory) throws(ClusterError) {
        guard let entry = try top.entry("log") else { return }
        try entry.expectDirectory(of: [Self.root])
        guard !entry.isOpen(to: users.services.group) else { return }
        try entry.expectClosed()
        let logs = try top.directory("log")
        for name in try logs.names() {
            guard let entry = try logs.entry(name), !entry.isDirectory else { continue }
            let isOfRoot = DataDirectory.isOfRoot(log: name)
            try entry.expectFile(of: [Self.root] + (isOfRoot ? [] : [users.services.id]))
        }
    }

    private func isTaken(_ top: borrowing OpenDirectory) throws(ClusterError) -> Bool {
        guard try top.entry("run") != nil else { return false }
        return try top.directory("run").entry(Self.mark) != nil
    }

    private func complete(_ top: borrowing OpenDirectory) throws(ClusterError) {
        for name in ["log", "postgres", "run"] where try top.entry(name) == nil {
            try top.make(name, mode: 0o755, for: nil)
        }
        if try top.entry("media") == nil {
            try top.make("media", mode: 0o700, for: users.services)
        }
        if try top.entry("secrets") == nil { try top.make("secrets", mode: 0o700, for: nil) }
        let postgres = try top.directory("postgres")
        if try postgres.entry().owner == Self.root { try completePostgres(postgres) }
    }

    private func completePostgres(_ postgres: borrowing OpenDirectory) throws(ClusterError) {
        for (name, mode) in Self.ofDatabase where try postgres.entry(name) == nil {
            try postgres.make(name, mode: mode, for: users.database)
        }
    }

    // Once.

    /// Gives all to the users that own it from then on, where a release that ran the services as
    /// root made the directory. To be called while nothing of the cluster runs.
    func takeOver() throws(ClusterError) {
        let top = try OpenDirectory(directory.path)
        try giveLogs(top)
        guard try !isTaken(top) else { return }
        let media = try top.directory("media")
        try examine(tree: media)
        try takePostgres(top)
        try give(tree: media)
        try top.directory("run").makeFile(Self.mark)
    }

    /// Gives the services their logs while nobody else can put anything there, then opens the
    /// directory to them.
    private func giveLogs(_ top: borrowing OpenDirectory) throws(ClusterError) {
        let logs = try top.directory("log")
        guard try !logs.entry().isOpen(to: users.services.group) else { return }
        for name in try logs.names() {
            guard let entry = try logs.entry(name), !entry.isDirectory,
                !DataDirectory.isOfRoot(log: name)
            else { continue }
            try logs.give(name, to: users.services.id, group: users.services.group)
        }
        try logs.give(to: Self.root, group: users.services.group)
        try logs.permit(Self.modeOfLogs)
    }

    /// As long as its directory is the database user's, that user can put a link in the place of
    /// what is in it: once the directory is root's, what is in it must be what was there before.
    private func takePostgres(_ top: borrowing OpenDirectory) throws(ClusterError) {
        let postgres = try top.directory("postgres")
        let owner = try postgres.entry().status
        try postgres.give(to: Self.root, group: Self.root)
        do {
            for (name, _) in Self.ofDatabase {
                try postgres.entry(name)?.expectDirectory(of: [users.database.id])
            }
        } catch {
            try postgres.give(to: owner.st_uid, group: owner.st_gid)
            throw error
        }
        try completePostgres(postgres)
    }

    /// Refuses what else than files and directories there is. What is in a directory that belongs
    /// to the services already is theirs to change: root does not look at it again.
    private func examine(tree: borrowing OpenDirectory) throws(ClusterError) {
        guard try tree.entry().owner == Self.root else { return }
        try tree.entry().expectClosed()
        for name in try tree.names() {
            guard let entry = try tree.entry(name) else { continue }
            if entry.isDirectory {
                try entry.expectDirectory(of: [Self.root, users.services.id])
                try examine(tree: tree.directory(name))
            } else {
                try entry.expectFile(of: [Self.root, users.services.id])
            }
        }
    }

    /// A directory is given away after all that is in it, so that nobody can change what is still
    /// to be given.
    private func give(tree: borrowing OpenDirectory) throws(ClusterError) {
        guard try tree.entry().owner == Self.root else { return }
        for name in try tree.names() {
            guard let entry = try tree.entry(name) else { continue }
            if entry.isDirectory {
                try give(tree: tree.directory(name))
            } else {
                try tree.give(name, to: users.services.id, group: users.services.group)
            }
        }
        try tree.give(to: users.services.id, group: users.services.group)
    }
}
