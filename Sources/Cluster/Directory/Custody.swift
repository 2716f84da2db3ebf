#if canImport(Glibc)
import Glibc
#endif

/// The owners of a data directory and its contents, if root starts the cluster.
///
/// Root writes only where no other user can place a link: the directory itself, `run` and `secrets`
/// belong to root, and so does `postgres`, in which `data`, `log` and `run` belong to the
/// database's user. `media` belongs to the services' user. `log` belongs to root, and the services
/// can only add their own logs: whatever else they put there, root opens only files that it knows
/// to be logs. A link, a file with several names or a wrong owner is refused by name, before
/// anything is changed.
struct Custody {
    let directory: DataDirectory
    let users: ClusterUsers

    private static let root: uid_t = 0
    /// The file in `run` that marks that the owners are as described above.
    private static let mark = "owners"
    /// The directories of the database's user in `postgres`.
    private static let ofDatabase: [(name: String, mode: mode_t)] = [
        ("data", 0o700), ("log", 0o700), ("run", 0o755),
    ]
    /// Others may list the logs; members of the group that may add logs can change only their own.
    private static let modeOfLogs: mode_t = 0o1775

    // On every start.

    /// Refuses a directory that cannot be trusted, then creates what is missing.
    func prepare() throws(ClusterError) {
        let parent = try parent()
        guard let name = directory.path.split(separator: "/").last.map(String.init) else {
            throw ClusterError("/ contains other files: choose an empty directory")
        }
        if try parent.entry(name) == nil { try parent.make(name, mode: 0o755, for: nil) }
        let top = try parent.directory(name)
        try top.entry().expectDirectory(of: [Self.root])
        try top.entry().expectClosed()
        if try top.entry("run") == nil, try !top.names().isEmpty {
            throw ClusterError("\(top.path) contains other files: choose an empty directory")
        }
        try examine(top)
        try complete(top)
    }

    /// Opens the parent directory, and creates it if missing. Only root may be able to replace a
    /// component of the path.
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

    /// Checks everything except the contents of `media` and of the database's directories.
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
        try top.entry("mail")?.expectDirectory(of: [users.services.id])
        guard let entry = try top.entry("postgres") else { return }
        try entry.expectDirectory(of: [Self.root] + (isTaken ? [] : [users.database.id]))
        try entry.expectClosed()
        let postgres = try top.directory("postgres")
        for (name, _) in Self.ofDatabase {
            try postgres.entry(name)?.expectDirectory(of: [users.database.id])
        }
    }

    /// Until the services may add to the directory, everything in it belongs to root, or was given
    /// to them by `giveLogs`. After that root does not check it again: no service can prevent a
    /// cluster from starting.
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
        for name in ["mail", "media"] where try top.entry(name) == nil {
            try top.make(name, mode: 0o700, for: users.services)
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

    // Only once.

    /// Gives everything to its new owners if an earlier release, which ran the services as root,
    /// created the directory. Call it only while no process of the cluster is running.
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

    /// Gives the services their logs while no other user can place anything there, then opens the
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

    /// Makes root the owner. While the directory belongs to the database's user, that user can
    /// replace its contents by a link, so they are checked again once it belongs to root.
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

    /// Refuses anything but files and directories. The contents of a directory that already belongs
    /// to the services are theirs to change, so root does not check them again.
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

    /// Gives a directory away after its contents, so that no one can change entries that are still
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
