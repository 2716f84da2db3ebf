import Glibc

/// How many files, and so connections, the process may have open.
enum OpenFiles {
    /// Files that are no connections: the services', the log, the listening socket.
    private static let kept = 128

    /// Raises the process' own limit as far as the system lets it, and says how many connections
    /// that makes: an accepted connection beyond it would stop the server.
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

    /// How many of so many files may be connections: at least one, and never all but a few.
    static func connectionsMax(among files: Int, atMost limit: Int) -> Int {
        max(1, min(limit, files - min(kept, files / 2)))
    }
}
