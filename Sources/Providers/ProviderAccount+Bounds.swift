// Bounds of what providers say.
extension ProviderAccount {
    /// The maximum length of an address in bytes; longer ones are left out.
    static let emailBytesMax = 320
    /// The maximum length of a name in bytes; longer ones are left out.
    static let nameBytesMax = 400
    /// The maximum number of friends; more are left out.
    static let friendsMax = 1_000

    /// Whether a text can be an account's id: 1 to 255 printable ASCII characters without a space.
    static func isSubject(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The subjects in a list of ids, each once.
    static func friends(_ items: [JSON]) -> [String] {
        var friends: [String] = []
        var seen: Set<String> = []
        for id in items.compactMap(\.id) where friends.count < friendsMax {
            if seen.insert(id).inserted { friends.append(id) }
        }
        return friends
    }
}

extension String? {
    /// The text; `nil` if it is empty or longer.
    func bounded(to bytesMax: Int) -> String? {
        flatMap { (1...bytesMax).contains($0.utf8.count) ? $0 : nil }
    }
}
