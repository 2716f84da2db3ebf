import MediaAPI
import Testing
import Values
import Wire

@testable import Media

/// How many unused pictures, and how many bytes of them, a user may have (2.12-unused).
struct UnusedPicturesTests {
    private let now = Instant(microseconds: 1_000_000_000_000_000)

    /// Pictures that were uploaded at these times, in hours before now.
    private func kept(_ hoursAgo: [Int], bytes: Int64 = 1) -> [UnusedPictures.Kept] {
        hoursAgo.map { UnusedPictures.Kept(bytes: bytes, uploadedAt: now - .hours($0)) }
    }

    private func refusal(
        _ kept: [UnusedPictures.Kept],
        underWay: [Int64] = [],
        adding bytes: Int64 = 1,
        _ limits: UploadLimits = UploadLimits()
    ) -> Refusal? {
        do throws(Refusal) {
            try UnusedPictures(kept: kept, underWay: underWay).check(adding: bytes, limits, at: now)
            return nil
        } catch {
            return error
        }
    }

    private func refused(inHours hours: Int) -> Refusal {
        Refusal(MediaError.unusedExhausted, retryAfterSeconds: hours * 3_600)
    }

    @Test func `200 pictures and 1 GB are allowed`() {
        #expect(UploadLimits().unusedMax == 200)
        #expect(UploadLimits().unusedBytesMax == 1_000_000_000)
    }

    @Test func `the 201st waits until the oldest is a day old`() {
        let young = [Int](repeating: 1, count: 198)
        #expect(refusal(kept(young + [20])) == nil)
        #expect(refusal(kept(young + [20, 23])) == refused(inHours: 1))
        // With more than that, several must expire.
        #expect(refusal(kept(young + [20, 22, 23])) == refused(inHours: 2))
    }

    @Test func `an upload in progress counts as a picture`() {
        let young = [Int](repeating: 1, count: 198)
        #expect(refusal(kept(young), underWay: [1]) == nil)
        #expect(refusal(kept(young + [21]), underWay: [1]) == refused(inHours: 3))
        #expect(refusal([], underWay: [Int64](repeating: 1, count: 199)) == nil)
    }

    @Test func `if uploads in progress use up the limit, the wait is short`() {
        let soon = Refusal(MediaError.unusedExhausted, retryAfterSeconds: 10)
        #expect(refusal([], underWay: [Int64](repeating: 1, count: 200)) == soon)
        #expect(refusal([], underWay: [500_000_000, 499_999_999], adding: 1) == nil)
        #expect(refusal([], underWay: [500_000_000, 499_999_999], adding: 2) == soon)
    }

    @Test func `no byte above 1 GB is accepted, and enough pictures must expire first`() {
        let large = kept([1, 2, 3], bytes: 300_000_000)
        #expect(refusal(large, adding: 100_000_000) == nil)
        #expect(refusal(large, adding: 100_000_001) == refused(inHours: 21))
        #expect(refusal(large, adding: 400_000_001) == refused(inHours: 22))
        #expect(refusal(large, underWay: [50_000_000], adding: 50_000_001) == refused(inHours: 21))
    }

    @Test func `the operator sets the limits`() {
        let limits = UploadLimits(unusedMax: 2, unusedBytesMax: 10)
        #expect(refusal(kept([1], bytes: 5), adding: 5, limits) == nil)
        #expect(refusal(kept([1], bytes: 5), adding: 6, limits) == refused(inHours: 23))
        #expect(refusal(kept([1, 2]), limits) == refused(inHours: 22))
    }
}
