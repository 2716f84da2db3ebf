import Postgres
import TestKit
import Testing

@Suite(.freshDatabase([]))
struct ListenTests {
    @Test func `a listener receives its own channel only`() async throws {
        let database = Database.fresh
        var wanted = database.listen("wanted \"channel\"").makeAsyncIterator()
        var other = database.listen("other").makeAsyncIterator()
        #expect(await wanted.next() == .reconnected)
        #expect(await other.next() == .reconnected)
        try await database.notify("other", "1")
        try await database.notify("wanted \"channel\"", "2")
        try await database.notify("wanted \"channel\"", "3")
        #expect(await wanted.next() == .payload("2"))
        #expect(await wanted.next() == .payload("3"))
        #expect(await other.next() == .payload("1"))
    }

    @Test func `after a lost connection it listens again, and reports that`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            var heard = database.listen("news").makeAsyncIterator()
            let greeting = await heard.next()
            #expect(greeting == .reconnected)
            for text in ["first", "second"] {
                try await backends.terminate(try await backends.listening())
                let said = await heard.next()
                #expect(said == .reconnected)
                try await database.notify("news", text)
                let news = await heard.next()
                #expect(news == .payload(text))
            }
        }
    }

    @Test func `a slow reader learns that it missed something`() async throws {
        let database = Database.fresh
        let heard = database.listen("flood")
        var end = database.listen("end").makeAsyncIterator()
        #expect(await end.next() == .reconnected)
        for number in 0..<300 { try await database.notify("flood", "\(number)") }
        try await database.notify("end", "")
        #expect(await end.next() == .payload(""))
        var count = 0
        var reconnections = 0
        var iterator = heard.makeAsyncIterator()
        while count < 256, let notification = await iterator.next() {
            count += 1
            if notification == .reconnected { reconnections += 1 }
        }
        #expect(reconnections >= 1)
    }

    @Test func `closing ends every stream`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(url, options: .patient(), logger: TestServer.quiet)
        var heard = database.listen("news").makeAsyncIterator()
        #expect(await heard.next() == .reconnected)
        await database.close()
        #expect(await heard.next() == nil)
        var late = database.listen("news").makeAsyncIterator()
        #expect(await late.next() == nil)
    }
}
