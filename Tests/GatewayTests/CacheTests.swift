import TestBasics
import Testing

@testable import Gateway

struct CacheTests {
    @Test func `what is remembered is bounded, and what is used stays`() {
        let remembered = Cache<String, Int>(limit: 10)
        remembered["mine"] = -1
        for index in 0..<100 {
            remembered["\(index)"] = index
            #expect(remembered["mine"] == -1)
            #expect(remembered.count <= 10)
        }
        #expect(remembered["0"] == nil)
        #expect(remembered["99"] == 99)
    }

    @Test func `what is forgotten is gone, however old it was`() {
        let remembered = Cache<String, Int>(limit: 4)
        for name in ["old", "other", "young"] { remembered[name] = 1 }
        remembered["old"] = nil
        remembered["young"] = nil
        #expect(remembered["old"] == nil)
        #expect(remembered["young"] == nil)
        #expect(remembered["other"] == 1)
    }
}
