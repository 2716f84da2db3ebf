public import Wire

extension Participant {
    /// What a person shows for having completed an open contest that has no goal (K-12).
    public struct Completion: Codable, Hashable, Sendable, Limited {
        /// 0 to 2,000 characters; empty if there is none, and for those who are not in the contest.
        public let note: String
        /// The pictures, in order, as far as the caller may see them.
        public let photos: [Entry.EntryPhoto]

        public static let limits: FieldLimits = ["note": .text(CompleteContest.noteLimit)]

        public init(note: String, photos: [Entry.EntryPhoto]) {
            self.note = note
            self.photos = photos
        }
    }
}
