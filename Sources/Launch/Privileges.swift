import CPrivileges

#if canImport(Glibc)
import Glibc
#endif

/// Drops the privileges of a process that root started.
///
/// The supervisor of `gauntlet up` starts a service as root, so that a program and libraries that
/// only root can read still load. `GAUNTLET_RUN_AS` names the user that the service becomes.
enum Privileges {
    /// Why the process must not continue, in one line.
    struct Refusal: Error, Hashable {
        let line: String
    }

    private static let variable = "GAUNTLET_RUN_AS"

    /// Becomes the user that the environment names, permanently; does nothing if it names none.
    /// Call it before anything else, while the process has one thread.
    static func giveUp() throws(Refusal) {
        guard let text = getenv(variable) else { return }
        try giveUp(for: String(cString: text))
    }

    /// Becomes a user, permanently.
    ///
    /// - Parameter text: A user and a group by number, as `998:998`.
    /// - Throws: The reason for the failure; some of root's privileges may remain.
    static func giveUp(for text: String) throws(Refusal) {
        guard let (user, group) = numbers(text) else {
            throw Refusal(line: "\(variable) must be USER:GROUP in numbers, not “\(text)”")
        }
        var failed: UnsafePointer<CChar>?
        guard privileges_give_up(user, group, &failed) == 0 else {
            let reason = String(cString: strerror(errno))
            let step = failed.map { String(cString: $0) } ?? ""
            throw Refusal(line: "\(variable): cannot become \(text): \(step): \(reason)")
        }
    }

    private static func numbers(_ text: String) -> (uid_t, gid_t)? {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        guard words.count == 2, let user = uid_t(words[0]), let group = gid_t(words[1]) else {
            return nil
        }
        return (user, group)
    }
}
