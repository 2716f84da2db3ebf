import Foundation

/// `Package.swift`, as far as it says which target depends on what.
struct Manifest {
    /// The modules on which each target depends, ours and others', by the target's name.
    let dependencies: [String: Set<String>]
    /// The products of other packages that have a name here, and whether any target uses them.
    let products: [String: Bool]

    init() throws {
        self.init(text: try Repository.text("Package.swift"))
    }

    init(text: String) {
        let named = text.matches(of: /static let (\w+) = product\(\s*name: "(\w+)"/)
        let modules = Dictionary(
            named.map { (String($0.1), Self.module(of: String($0.2))) },
            uniquingKeysWith: { first, _ in first }
        )
        let used = Set(text.matches(of: /[\[ ]\.(\w+)/).map { String($0.1) })
        products = modules.keys.reduce(into: [:]) { $0[$1] = used.contains($1) }
        let lists = text.matches(of: /let (\w+): \[Target\.Dependency\] = \[([^\]]*)\]/)
        let shared = Dictionary(
            lists.map { (String($0.1), Self.items($0.2, modules)) },
            uniquingKeysWith: { first, _ in first }
        )
        let target = /\.(?:executableTarget|testTarget|target)\(\s*name: "(\w+)"/
        let list = /,\s*dependencies: (\w+)?(?: \+ )?(?:\[([^\]]*)\])?/
        dependencies = text.matches(of: target).reduce(into: [:]) { all, match in
            let found = text[match.range.upperBound...].prefixMatch(of: list)
            let own = found?.2.map { Self.items($0, modules) } ?? []
            let others = found?.1.flatMap { shared[String($0)] } ?? []
            all[String(match.1), default: []].formUnion(own.union(others))
        }
    }

    /// `"Wire", .nioCore` as modules.
    private static func items(_ text: Substring, _ modules: [String: String]) -> Set<String> {
        Set(
            text.matches(of: /"(\w+)"|\.(\w+)/).compactMap { match in
                match.1.map(String.init) ?? match.2.flatMap { modules[String($0)] }
            }
        )
    }

    private static func module(of product: String) -> String {
        product.hasPrefix("_") ? String(product.dropFirst()) : product
    }
}
