import Values

/// Tells whether a load test would stay on this machine.
public enum LoopbackGuard {
    /// Whether a host is a loopback address; of names only `localhost` is.
    public static func isLoopback(_ host: String) -> Bool {
        let plain =
            host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
        return plain == "localhost" || Networks("127.0.0.0/8,::1")?.contains(String(plain)) == true
    }
}
