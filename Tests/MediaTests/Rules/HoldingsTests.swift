import MediaAPI
import Testing

@testable import Media

/// How many pictures, and how many bytes of them, a user may have (2.12-quota).
struct HoldingsTests {
    private func refusal(
        _ holdings: Holdings,
        underWay: [Int64] = [],
        adding bytes: Int64 = 1,
        _ limits: UploadLimits = UploadLimits()
    ) -> MediaError? {
        do throws(MediaError) {
            try holdings.check(adding: bytes, to: underWay, limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the 5,001st picture is refused`() {
        #expect(refusal(Holdings(pictures: 4_999, bytes: 0)) == nil)
        #expect(refusal(Holdings(pictures: 5_000, bytes: 0)) == .quotaReached)
        #expect(refusal(Holdings(pictures: 9_000, bytes: 0)) == .quotaReached)
    }

    @Test func `the byte beyond 5 GB is refused`() {
        let most = Holdings(pictures: 1, bytes: 4_999_999_990)
        #expect(refusal(most, adding: 10) == nil)
        #expect(refusal(most, adding: 11) == .quotaReached)
    }

    @Test func `uploads in progress count`() {
        #expect(refusal(Holdings(pictures: 4_998, bytes: 0), underWay: [1]) == nil)
        #expect(refusal(Holdings(pictures: 4_998, bytes: 0), underWay: [1, 1]) == .quotaReached)
        let most = Holdings(pictures: 1, bytes: 4_999_999_990)
        #expect(refusal(most, underWay: [4, 4], adding: 2) == nil)
        #expect(refusal(most, underWay: [4, 4], adding: 3) == .quotaReached)
    }

    @Test func `the operator sets the limits`() {
        let limits = UploadLimits(picturesMax: 2, pictureBytesMax: 10)
        #expect(refusal(Holdings(pictures: 1, bytes: 5), adding: 5, limits) == nil)
        #expect(refusal(Holdings(pictures: 1, bytes: 5), adding: 6, limits) == .quotaReached)
        #expect(refusal(Holdings(pictures: 2, bytes: 5), limits) == .quotaReached)
    }
}
