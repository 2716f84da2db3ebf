import Crypto
import Values

extension ClusterKeys {
    /// A password for one purpose, derived from the first key: 43 characters. Anyone with the key
    /// can compute it.
    public func password(for label: String) -> String {
        guard let key = derived("password \(label)").first else { return "" }
        return Base64URL.encode(key.withUnsafeBytes { Array($0) })
    }
}
