#if canImport(Glibc)
import Glibc
#endif

/// An open directory. Its entries are accessed through it and by their own names only, so that
/// neither a changed path nor a link can lead to another file.
struct OpenDirectory: ~Copyable {
    /// Its original path, for messages.
    let path: String
    private let descriptor: CInt

    /// Opens a directory that is not a link itself; links in the path to it are followed.
    init(_ path: String) throws(ClusterError) {
        try self.init(Glibc.open(path, Self.flags), path)
    }

    private init(_ descriptor: CInt, _ path: String) throws(ClusterError) {
        guard descriptor >= 0 else { throw .system("cannot be opened", path) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private func below(_ name: String) -> String {
        path == "/" ? "/\(name)" : "\(path)/\(name)"
    }

    /// Opens a subdirectory.
    func directory(_ name: String) throws(ClusterError) -> OpenDirectory {
        try OpenDirectory(openat(descriptor, name, Self.flags), below(name))
    }

    /// The directory's own entry.
    func entry() throws(ClusterError) -> Entry {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("cannot be read", path) }
        return Entry(path: path, status: status)
    }

    /// The entry with a name, links included; `nil` if there is none.
    func entry(_ name: String) throws(ClusterError) -> Entry? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            return Entry(path: below(name), status: status)
        }
        guard errno == ENOENT else { throw .system("cannot be read", below(name)) }
        return nil
    }

    /// The names of all entries.
    func names() throws(ClusterError) -> [String] {
        // A separate descriptor, which `closedir` closes, and which starts at the beginning.
        guard let list = fdopendir(openat(descriptor, ".", Self.flags)) else {
            throw .system("cannot be read", path)
        }
        defer { closedir(list) }
        var names: [String] = []
        while let found = readdir(list) {
            let name = withUnsafeBytes(of: &found.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Creates a subdirectory that belongs to a user; the name must be free.
    func make(_ name: String, mode: mode_t, for user: SystemUser?) throws(ClusterError) {
        guard mkdirat(descriptor, name, 0o700) == 0 else {
            throw .system("cannot be made", below(name))
        }
        let made = try directory(name)
        try made.give(to: user?.id ?? 0, group: user?.group ?? 0)
        try made.permit(mode)
    }

    /// Creates an empty file that belongs to this process' user; the name must be free.
    func makeFile(_ name: String) throws(ClusterError) {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .system("cannot be made", below(name)) }
        close(file)
    }

    /// Opens a file for appending, and creates it if missing. It belongs to a user, or to root if
    /// `nil`, and has only this name. If anything else has the name, because another user may write
    /// to the directory too, that is renamed and kept.
    func append(to name: String, of user: SystemUser?) throws(ClusterError) -> CInt {
        // The other user may win the race more than once.
        for _ in 0..<100 {
            if try entry(name)?.isFile(of: user?.id ?? 0) == false { try putAside(name) }
            if let file = try openToAppend(name, of: user) { return file }
        }
        throw ClusterError("another user keeps creating \(below(name)): remove it and start again")
    }

    /// Opens or creates a user's file with a single name; `nil` if something else has the name in
    /// the meantime.
    private func openToAppend(_ name: String, of user: SystemUser?) throws(ClusterError) -> CInt? {
        let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var file = openat(descriptor, name, flags)
        if file >= 0 {
            var status = stat()
            let isFile =
                fstat(file, &status) == 0
                && Entry(path: below(name), status: status).isFile(of: user?.id ?? 0)
            if !isFile { close(file) }
            return isFile ? file : nil
        }
        if errno == ENOENT {
            file = openat(descriptor, name, flags | O_CREAT | O_EXCL, 0o640)
            if file >= 0, let user { _ = fchown(file, user.id, user.group) }
        }
        // A directory, a link, a pipe that no one reads, or something created meanwhile.
        guard file >= 0 || [EISDIR, ELOOP, ENXIO, EEXIST].contains(errno) else {
            throw .system("cannot be opened", below(name))
        }
        return file >= 0 ? file : nil
    }

    /// Renames the entry with a name, if it still exists.
    private func putAside(_ name: String) throws(ClusterError) {
        let other = "\(name).aside.\(UInt32.random(in: 0...UInt32.max))"
        guard renameat(descriptor, name, descriptor, other) == 0 || errno == ENOENT else {
            throw .system("cannot be renamed to \(other)", below(name))
        }
    }

    /// Changes the directory's owner.
    func give(to user: uid_t, group: gid_t) throws(ClusterError) {
        guard fchown(descriptor, user, group) == 0 else {
            throw .system("cannot be chowned to \(user):\(group)", path)
        }
    }

    /// Changes an entry's owner; of a link itself, if it is one.
    func give(_ name: String, to user: uid_t, group: gid_t) throws(ClusterError) {
        guard fchownat(descriptor, name, user, group, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .system("cannot be chowned to \(user):\(group)", below(name))
        }
    }

    /// Changes the directory's permissions.
    func permit(_ mode: mode_t) throws(ClusterError) {
        guard fchmod(descriptor, mode) == 0 else { throw .system("cannot be changed", path) }
    }
}

/// An entry of a directory.
struct Entry {
    let path: String
    let status: stat

    private var kind: mode_t { status.st_mode & S_IFMT }
    var isDirectory: Bool { kind == S_IFDIR }
    var owner: uid_t { status.st_uid }

    /// Refuses anything but a directory of one of these users.
    func expectDirectory(of owners: [uid_t]) throws(ClusterError) {
        if kind == S_IFLNK { throw Self.link(path) }
        guard isDirectory else { throw ClusterError("\(path) is not a directory") }
        try expect(owners)
    }

    /// Whether it is a file with a single name that belongs to this user.
    func isFile(of owner: uid_t) -> Bool {
        kind == S_IFREG && status.st_nlink == 1 && self.owner == owner
    }

    /// Refuses anything but a file with a single name that belongs to one of these users.
    func expectFile(of owners: [uid_t]) throws(ClusterError) {
        if kind == S_IFLNK { throw Self.link(path) }
        guard kind == S_IFREG else { throw ClusterError("\(path) is not a file") }
        guard status.st_nlink == 1 else {
            throw ClusterError(
                "\(path) has \(status.st_nlink) hard links; only one is allowed: remove the others"
            )
        }
        try expect(owners)
    }

    private static func link(_ path: String) -> ClusterError {
        ClusterError("\(path) is a link, which root does not follow: replace it by its target")
    }

    private func expect(_ owners: [uid_t]) throws(ClusterError) {
        guard owners.contains(owner) else {
            let names = owners.map { SystemUser.name(of: $0) }.joined(separator: " or ")
            throw ClusterError(
                "\(path) belongs to \(SystemUser.name(of: owner)), and root trusts it only if it"
                    + " belongs to \(names): chown it, or choose another directory with --data"
            )
        }
    }

    /// Refuses a directory in which other users can replace entries of its owner. As in `/tmp`,
    /// they may add entries of their own.
    func expectKept() throws(ClusterError) {
        guard status.st_mode & S_ISVTX == 0 else { return }
        guard status.st_mode & S_IWOTH == 0 else {
            throw ClusterError("\(path) is writable by everyone: chmod o-w it")
        }
        guard status.st_mode & S_IWGRP == 0 || status.st_gid == 0 else {
            throw ClusterError(
                "\(path) is writable by its group, which is not root's: chmod g-w it, or choose"
                    + " another directory with --data"
            )
        }
    }

    /// Whether a group may add to the directory without touching others' entries.
    func isOpen(to group: gid_t) -> Bool {
        status.st_gid == group && status.st_mode & 0o1022 == 0o1020
    }

    /// Refuses a directory in which any user but its owner could replace entries.
    func expectClosed() throws(ClusterError) {
        guard status.st_mode & S_IWOTH == 0, status.st_mode & S_IWGRP == 0 || status.st_gid == 0
        else {
            throw ClusterError("\(path) is writable by others than its owner: chmod go-w it")
        }
    }
}

extension ClusterError {
    /// The error of the last system call.
    static func system(_ problem: String, _ path: String) -> ClusterError {
        ClusterError("\(path) \(problem): \(String(cString: strerror(errno)))")
    }
}
