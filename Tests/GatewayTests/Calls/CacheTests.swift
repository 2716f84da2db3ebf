import TestBasics
import Testing

@testable import Gateway

struct CacheTests {
    @Test func `the cache is bounded, and values in use stay`() {
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

    @Test func `a removed value is gone, whatever its generation`() {
        let remembered = Cache<String, Int>(limit: 4)
        for name in ["old", "other", "young"] { remembered[name] = 1 }
        remembered["old"] = nil
        remembered["young"] = nil
        #expect(remembered["old"] == nil)
        #expect(remembered["young"] == nil)
        #expect(remembered["other"] == 1)
    }
}
