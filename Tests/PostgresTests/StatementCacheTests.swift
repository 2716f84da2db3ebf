import Testing

@testable import Postgres

struct StatementCacheTests {
    private func key(_ text: String) -> StatementKey { StatementKey(SQL(verbatim: text)) }

    @Test func `a statement is new only once`() {
        var cache = StatementCache(countMax: 2)
        let (name, isNew) = cache.name(for: key("a"))
        #expect(isNew)
        #expect(cache.name(for: key("a")) == (name, false))
        #expect(cache.name(for: key("b")).name != name)
    }

    @Test func `the least recently used statement is dropped when there are too many`() {
        var cache = StatementCache(countMax: 2)
        let first = cache.name(for: key("a")).name
        let second = cache.name(for: key("b")).name
        _ = cache.name(for: key("a"))
        #expect(cache.takeDiscarded().isEmpty)
        _ = cache.name(for: key("c"))
        #expect(cache.takeDiscarded() == [second])
        #expect(cache.takeDiscarded().isEmpty)
        #expect(cache.name(for: key("a")) == (first, false))
        #expect(cache.name(for: key("b")).isNew)
    }

    @Test func `a dropped statement is new again, and the server forgets what it still knows`() {
        var cache = StatementCache(countMax: 2)
        let first = cache.name(for: key("a")).name
        cache.drop(key("a"), named: first, isKnown: true)
        let second = cache.name(for: key("a"))
        #expect(second.isNew)
        #expect(cache.takeDiscarded() == [first])
        // A failure under the old name does not touch the new one.
        cache.drop(key("a"), named: first, isKnown: true)
        #expect(cache.name(for: key("a")) == (second.name, false))
        cache.drop(key("a"), named: second.name, isKnown: false)
        #expect(cache.takeDiscarded().isEmpty)
    }
}
