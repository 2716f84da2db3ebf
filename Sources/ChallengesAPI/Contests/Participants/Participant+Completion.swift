public import Wire

extension Participant {
    /// The note and the pictures with which a participant completed an open contest without a goal.
    public struct Completion: Codable, Hashable, Sendable, Limited {
        /// A note of 0 to 2,000 characters; empty if there is none, and for viewers who neither
        /// participate in the contest nor own it.
        public let note: String
        /// The pictures that the caller may see, in order.
        public let photos: [Entry.EntryPhoto]

        public static let limits: FieldLimits = ["note": .text(CompleteContest.noteLimit)]

        public init(note: String, photos: [Entry.EntryPhoto]) {
            self.note = note
            self.photos = photos
        }
    }
}
