import Crypto
import Values

extension ClusterKeys {
    /// A password for one use that whoever has the key can work out: 43 characters, from the first
    /// key.
    public func password(for label: String) -> String {
        guard let key = derived("password \(label)").first else { return "" }
        return Base64URL.encode(key.withUnsafeBytes { Array($0) })
    }
}
