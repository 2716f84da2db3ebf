/// The ids of an operator's apps at a provider.
enum AppClients {
    /// Reads ids that commas separate; `nil` for more than 20, or if one is empty, longer than 255
    /// bytes, or has other characters than visible ASCII.
    static func ids(_ list: String) -> [String]? {
        let ids = list.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let areIDs = ids.allSatisfy { id in
            (1...255).contains(id.count) && id.allSatisfy { (0x21...0x7E).contains($0) }
        }
        return ids.count <= 20 && areIDs ? ids.map { String(Substring($0)) } : nil
    }
}
