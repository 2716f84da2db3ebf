import HTTPTypes
import NIOCore
import NIOHTTPTypes
import TestBasics
import Testing

@testable import Gateway

/// How long a connection waits for its client. The tests take no time: the clock is their own.
@Suite struct PatienceTests {
    private let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
    private let post = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"

    @Test func `a connection may be idle for a minute`() throws {
        let connection = try Connection()
        connection.wait(.milliseconds(59_999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
        #expect(try connection.received() == "")
    }

    @Test func `the minute starts at the end of a response`() throws {
        let connection = try Connection()
        try connection.send(get)
        connection.wait(.hours(1))
        #expect(connection.isOpen)
        try connection.respond()
        connection.wait(.milliseconds(59_999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `a head has ten seconds from its first byte, however slowly it arrives`() throws {
        let connection = try Connection()
        connection.wait(.seconds(50))
        for letter in "GET /a HTT" {
            try connection.send(String(letter))
            connection.wait(.milliseconds(999))
        }
        connection.wait(.milliseconds(9))
        #expect(connection.isOpen && !connection.isOutputClosed)
        connection.wait(.milliseconds(1))
        #expect(try connection.received().contains("gateway.request_slow"))
        #expect(connection.isOutputClosed)
        try connection.send("P/1.1\r\nHost: x\r\n\r\n")
        #expect(connection.seen.isEmpty)
        connection.wait(.seconds(5))
        #expect(!connection.isOpen)
    }

    @Test func `a head that is complete in time is not refused`() throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.1\r\n")
        connection.wait(.milliseconds(9_999))
        try connection.send("Host: x\r\n\r\n")
        connection.wait(.hours(1))
        #expect(connection.seen == ["/a", "."])
        #expect(connection.isOpen)
    }

    @Test func `a body has half a minute, plus the time for its bytes`() throws {
        let connection = try Connection()
        try connection.send(post)
        try connection.send(String(repeating: "a", count: 4_096))
        for _ in 0..<30 {
            connection.wait(.seconds(1))
            try connection.send("a")
        }
        connection.wait(.milliseconds(999))
        #expect(connection.seen.last == "+1")
        connection.wait(.milliseconds(10))
        #expect(connection.seen.last == "!BodyTooSlow")
        #expect(connection.isOpen)
        // The route gets the error where it reads, and responds.
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
    }

    @Test func `a body at a sufficient rate may take long`() throws {
        let connection = try Connection()
        try connection.send(post)
        let second = String(repeating: "a", count: 4_096)
        for _ in 0..<240 {
            connection.wait(.seconds(1))
            try connection.send(second)
        }
        #expect(connection.isOpen)
        #expect(connection.seen.last == "+4096")
    }

    @Test func `time in which the gateway does not read is not charged`() throws {
        let connection = try Connection()
        try connection.send(post)
        try connection.send("a", busy: true)
        connection.wait(.hours(1))
        connection.channel.read()
        connection.wait(.milliseconds(29_999))
        #expect(connection.seen.last == "+1")
        connection.wait(.milliseconds(2))
        #expect(connection.seen.last == "!BodyTooSlow")
    }

    @Test func `a body that goes on after its response has five seconds`() throws {
        let connection = try Connection()
        try connection.send(post)
        try connection.respond()
        for _ in 0..<4 {
            connection.wait(.seconds(1))
            try connection.send("more and more")
        }
        connection.wait(.milliseconds(999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `a response waits a moment for the rest of a small body`() throws {
        let connection = try Connection()
        try connection.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n")
        connection.wait(.seconds(29))
        try connection.respond()
        connection.wait(.milliseconds(99))
        #expect(try connection.received() == "")
        connection.wait(.milliseconds(1))
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
        connection.wait(.milliseconds(5_000))
        #expect(!connection.isOpen)
    }

    @Test func `a body that is late while its response waits ends the wait`() throws {
        var limits = HTTPLimits()
        limits.rest = .minutes(10)
        let connection = try Connection(limits: limits)
        try connection.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n")
        try connection.respond("early")
        connection.wait(.seconds(31))
        #expect(connection.seen == ["/a"])
        let answer = try connection.received()
        #expect(answer.contains("Connection: close\r\n") && answer.hasSuffix("early"))
        #expect(connection.isOutputClosed)
    }

    @Test func `a client that waits to be asked for a body has its whole time from then on`()
        throws
    {
        let connection = try Connection()
        try connection.send(
            "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
        )
        connection.wait(.seconds(29))
        connection.askForBody()
        connection.wait(.seconds(29))
        #expect(connection.seen == ["/a"])
        connection.wait(.seconds(1))
        #expect(connection.seen.last == "!BodyTooSlow")
    }

    @Test func `a client that takes nothing of its response has ten seconds`() throws {
        let connection = try Connection()
        try connection.send(get)
        try connection.respond(taken: false)
        connection.wait(.milliseconds(9_999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `a client that keeps taking a little is not cut, one that stops is`() throws {
        let taken = TakenCount()
        let connection = try Connection(taken: taken)
        try connection.send(get)
        try connection.respond(taken: false)
        for _ in 0..<40 {
            connection.wait(.seconds(1))
            taken.add(4_096)
        }
        #expect(connection.isOpen)
        // The last bytes were not counted yet when this wait began.
        connection.wait(.milliseconds(10_999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `bytes taken at the last moment are counted before a client is cut`() throws {
        let taken = TakenCount()
        let connection = try Connection(taken: taken)
        try connection.send(get)
        try connection.respond(taken: false)
        connection.wait(.milliseconds(9_999))
        taken.add(4_096)
        connection.wait(.milliseconds(1))
        #expect(connection.isOpen)
    }

    @Test func `a client that takes its response in time owes nothing`() throws {
        let connection = try Connection()
        for _ in 0..<3 {
            try connection.send(get)
            try connection.respond(taken: false)
            connection.wait(.milliseconds(9_999))
            connection.channel.flush()
            #expect(try connection.received().hasSuffix("ok"))
        }
        #expect(connection.isOpen)
    }

    @Test func `a long response is watched while it flows`() throws {
        let connection = try Connection()
        try connection.send(get)
        let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "1000000"])
        connection.channel.writeAndFlush(HTTPResponsePart.head(head), promise: nil)
        let part = HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 20_000))
        connection.channel.writeAndFlush(part, promise: nil)
        connection.wait(.hours(1))
        #expect(connection.isOpen)
        connection.channel.write(part, promise: nil)
        connection.wait(.milliseconds(9_999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `while the gateway stops, an idle connection ends after a second`() throws {
        let connection = try Connection()
        connection.wait(.seconds(59))
        connection.quiesce()
        connection.wait(.milliseconds(999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `while another is busy, an idle connection ends with its next response`() throws {
        let connection = try Connection()
        connection.announceStop()
        connection.wait(.seconds(50))
        #expect(connection.isOpen)
        try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
    }
}
