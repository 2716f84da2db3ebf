import Testing

struct DocumentationTests {
    private let documentation = Documentation(
        of: """
            import Wire

            /// Says something.
            ///
            /// To everybody.
            public struct Say: Call {
                public static let id: CallID = 0x0101
                /// What; `nil` for nothing. `nil` by default.
                public var what: String?
                public var unsaid: Int

                /// How it went.
                public struct Reply: Codable {
                    /// How many heard it.
                    public let heard: Int

                    public init() {
                        let heard: Int
                    }
                }
            }

            extension Say {
                /// How loud.
                @frozen
                public enum Volume: String {
                    /// A whisper.
                    case low
                    /// A shout.
                    case high = "very-high"
                    /// A secret.
                    case `private`
                    case unknown
                }
            }
            """
    )

    @Test func `types are found, inside others and in extensions`() {
        #expect(documentation.lines(of: "Say") == ["Says something.", "", "To everybody."])
        #expect(documentation.lines(of: "Say.Reply") == ["How it went."])
        #expect(documentation.lines(of: "Say.Volume") == ["How loud."])
        #expect(documentation.lines(of: "Volume") == [])
    }

    @Test func `fields and words are found by the name under which they travel`() {
        #expect(
            documentation.lines(of: "what", in: "Say") == [
                "What; absent for nothing. Absent by default."
            ]
        )
        #expect(documentation.lines(of: "unsaid", in: "Say") == [])
        #expect(documentation.lines(of: "heard", in: "Say.Reply") == ["How many heard it."])
        #expect(documentation.lines(of: "low", in: "Say.Volume") == ["A whisper."])
        #expect(documentation.lines(of: "very-high", in: "Say.Volume") == ["A shout."])
        #expect(documentation.lines(of: "private", in: "Say.Volume") == ["A secret."])
        #expect(documentation.lines(of: "unknown", in: "Say.Volume") == [])
        #expect(documentation.lines(of: "id", in: "Say") == [])
    }
}
