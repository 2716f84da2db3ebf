import Values

/// Tells whether a load test stays on this machine.
public enum LoopbackGuard {
    /// Whether a host is a loopback address. The only name that counts is `localhost`.
    public static func isLoopback(_ host: String) -> Bool {
        let plain =
            host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
        return plain == "localhost" || Networks("127.0.0.0/8,::1")?.contains(String(plain)) == true
    }
}
