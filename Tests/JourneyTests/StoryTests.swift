import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The examples of the API's description: requests that the gateway and its services really
/// answer.
struct StoryTests {
    @Test func `the gateway answers as the story says, and refuses what is beyond a limit`()
        async throws
    {
        let beginning = Instant(microseconds: 1_780_300_800_000_000)
        try await play(at: beginning, withGoogle: true) { nobody, cluster in
            let story = ExampleStory(nobody.http, in: cluster)
            try await story.tell()
            try expectGolden(story.text, matches: "protocol/story.txt")
            let limits = LimitCheck(story, nobody.http)
            try await limits.run()
            try expectGolden(limits.text, matches: "protocol/limits.txt")
        }
    }
}
