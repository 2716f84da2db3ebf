import IdentityAPI
import Wire

/// The checks that the events about notices have in common.
extension FieldProblems<IdentityError> {
    /// Adds a problem if a text is beyond its limit, or contains NUL, which PostgreSQL refuses.
    mutating func check(noticeText text: String, _ limit: TextLimit, at pointer: String) {
        if !limit.allows(text) || text.utf8.contains(0) { add(.noticeInvalid, at: pointer) }
    }

    /// Adds a problem if this release does not know the kind of a subject.
    mutating func check(_ subject: Notice.Subject) {
        if subject.kind == .unknown { add(.noticeInvalid, at: "/subject/kind") }
    }

    /// Adds a problem if merged likes are beyond their limits.
    mutating func check(_ likes: MergedLikes) {
        if !likes.isValid { add(.noticeInvalid, at: "/likes") }
    }
}
