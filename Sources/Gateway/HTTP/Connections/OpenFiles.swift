import Glibc

/// How many files, and so how many connections, the process may have open.
enum OpenFiles {
    /// Files other than client connections: those of the services, the log, the listening socket.
    private static let kept = 128

    /// Raises the process's file limit as far as the system allows, and returns how many
    /// connections it then allows: accepting one beyond that would stop the server.
    static func connectionsMax(atMost limit: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var files = rlimit()
        guard getrlimit(resource, &files) == 0 else { return limit }
        if files.rlim_cur < files.rlim_max {
            files.rlim_cur = files.rlim_max
            _ = setrlimit(resource, &files)
            _ = getrlimit(resource, &files)
        }
        return connectionsMax(among: Int(clamping: files.rlim_cur), atMost: limit)
    }

    /// Returns how many of `files` may be connections: at least 1, with `kept` left over, or half
    /// of the files if that is fewer.
    static func connectionsMax(among files: Int, atMost limit: Int) -> Int {
        max(1, min(limit, files - min(kept, files / 2)))
    }
}
