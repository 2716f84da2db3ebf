import HTTPTypes
import NIOCore
import NIOHTTPTypes
import TestBasics
import Testing

@testable import Gateway

/// Which requests a connection accepts, and how it ends.
@Suite struct HTTPConnectionHandlerTests {
    private let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `requests are answered one after the other`() throws {
        let connection = try Connection()
        try connection.send(get)
        #expect(connection.seen == ["/a", "."])
        try connection.respond()
        #expect(try connection.received() == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        try connection.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        #expect(connection.seen == ["/a", ".", "/b", "+3", "."])
        try connection.respond()
        #expect(try connection.received().hasSuffix("ok"))
        #expect(connection.isOpen && !connection.isOutputClosed)
    }

    @Test func `writes of a response in one loop tick are sent at its end`() throws {
        let connection = try Connection()
        try connection.send(get)
        connection.write(.head(.init(status: .ok, headerFields: [.contentLength: "4"])))
        connection.write(.body(ByteBuffer(string: "ok")))
        #expect(try connection.received().isEmpty)
        connection.wait(.zero)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
        #expect(try connection.received() == head + "ok")
        connection.write(.body(ByteBuffer(string: "ay")))
        connection.write(.end(nil))
        #expect(try connection.received() == "ay")
    }

    @Test func `what was written of a response is sent before the connection closes`() throws {
        let connection = try Connection()
        try connection.send(get)
        connection.write(.head(.init(status: .ok, headerFields: [.contentLength: "4"])))
        connection.write(.body(ByteBuffer(string: "ok")))
        try connection.channel.close().wait()
        #expect(try connection.received().hasSuffix("\r\n\r\nok"))
    }

    @Test(arguments: [
        ("", 1), ("Host: x\r\n", 0), ("Host: x\r\nHost: x\r\n", 1), ("Host: x\r\nhost: y\r\n", 1),
        ("Host: a b\r\n", 1), ("Host: a/b\r\n", 1), ("Host: a@b\r\n", 1), ("Host: \r\n", 0),
        ("Host: [::1]:80\r\n", 0), ("Host: play.example.org:8080\r\n", 0),
    ])
    func `a request has exactly one host`(headers: String, refused: Int) throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.1\r\n\(headers)\r\n")
        #expect(connection.seen.isEmpty == (refused == 1))
        #expect(try connection.received().contains("gateway.host_invalid") == (refused == 1))
        #expect(connection.isOutputClosed == (refused == 1))
    }

    @Test func `an HTTP 1.0 client needs no host, and its connection ends`() throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.0\r\n\r\n")
        #expect(connection.seen == ["/a", "."])
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
        let twice = try Connection()
        try twice.send("GET /a HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n")
        #expect(twice.seen.isEmpty)
    }

    @Test(arguments: [(8_192, 0), (8_193, 1), (60_000, 1)])
    func `a URL has at most 8 KiB`(count: Int, refused: Int) throws {
        let connection = try Connection()
        let path = "/" + String(repeating: "a", count: count - 1)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(connection.seen.isEmpty == (refused == 1))
        #expect(try connection.received().contains("gateway.url_too_long") == (refused == 1))
    }

    @Test(arguments: [
        ("", ""), ("Origin: https://a.example\r\n", " to https://a.example"),
        ("Origin: https://a.example\r\nOrigin: https://b.example\r\n", ""),
    ])
    func `a refusal has the page's origin`(headers: String, page: String) throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.1\r\nHost: x\r\nExpect: much\r\n\(headers)\r\n")
        #expect(try connection.received().hasSuffix("\r\n\r\ngateway.expectation_unknown\(page)"))
        let behind = try Connection()
        try behind.send(get + "GET /a HTTP/1.1\r\n\(headers)\r\n")
        try behind.respond()
        #expect(try behind.received().hasSuffix("\r\n\r\ngateway.host_invalid\(page)"))
    }

    @Test(arguments: [(99, 0), (100, 1)])
    func `a request has at most 100 headers`(others: Int, refused: Int) throws {
        let connection = try Connection()
        let headers = String(repeating: "A: b\r\n", count: others)
        try connection.send("GET /a HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
        #expect(connection.seen.isEmpty == (refused == 1))
        #expect(try connection.received().contains("gateway.headers_too_large") == (refused == 1))
    }

    @Test(arguments: [(32_768, 0), (32_769, 1), (100_000, 1)])
    func `headers have at most 32 KiB`(count: Int, refused: Int) throws {
        let connection = try Connection()
        let value = String(repeating: "b", count: count - 6)
        try connection.send("GET /a HTTP/1.1\r\nHost: x\r\nA: \(value)\r\n\r\n")
        #expect(connection.seen.isEmpty == (refused == 1))
        #expect(try connection.received().contains("gateway.headers_too_large") == (refused == 1))
    }

    @Test(arguments: [
        "hello\r\n\r\n", "GET /a HTTP/2.0\r\nHost: x\r\n\r\n", "GET /a\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{1}",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n",
    ])
    func `what is not HTTP is refused, and the connection ends`(text: String) throws {
        let connection = try Connection()
        try connection.send(text)
        #expect(connection.seen.isEmpty)
        let answer = try connection.received()
        #expect(answer.contains("gateway.request_malformed"))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
        try connection.send(get)
        #expect(connection.seen.isEmpty)
        #expect(try connection.received() == "")
    }

    /// A proxy older than HTTP/1.1 passes the header on without understanding it, so proxy and
    /// server may disagree on where the body ends (RFC 9112 §6.1).
    @Test(arguments: [
        "Transfer-Encoding: chunked", "transfer-encoding: CHUNKED", "Transfer-Encoding: identity",
        "Transfer-Encoding:", "Connection: keep-alive\r\nTransfer-Encoding: chunked",
        "Host: x\r\nTransfer-Encoding: gzip, chunked",
    ])
    func `an HTTP 1.0 client may not use a transfer encoding`(headers: String) throws {
        let connection = try Connection()
        try connection.send("POST /a HTTP/1.0\r\n\(headers)\r\n\r\n3\r\nabc\r\n0\r\n\r\n\(get)")
        #expect(connection.seen.isEmpty)
        let answer = try connection.received()
        #expect(answer.contains("gateway.request_malformed"))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
    }

    @Test func `an HTTP 1.0 client may announce a body's length`() throws {
        let connection = try Connection()
        try connection.send("POST /a HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc")
        #expect(connection.seen == ["/a", "+3", "."])
    }

    @Test(arguments: ["gzip", "chunked, gzip", "identity", "xchunked", "chunkedx"])
    func `no other transfer encoding ends a body`(encoding: String) throws {
        let connection = try Connection()
        let head = "POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \(encoding)\r\n\r\n"
        try connection.send("\(head)0\r\n\r\n\(get)")
        // Neither the end of the body nor the next request is seen.
        #expect(!connection.seen.contains(".") && !connection.seen.contains("/a"))
    }

    @Test func `requests before a malformed one are answered first`() throws {
        let connection = try Connection()
        try connection.send(get + get + "nonsense\r\n\r\n")
        #expect(connection.seen == ["/a", ".", "/a", "."])
        #expect(try connection.received() == "")
        try connection.respond("one")
        #expect(try connection.received().hasSuffix("one"))
        try connection.respond("two")
        let last = try connection.received()
        #expect(last.contains("two"))
        #expect(last.hasSuffix("gateway.request_malformed"))
        #expect(connection.isOutputClosed)
    }

    @Test func `a client that asks to close is answered, and nothing later counts`() throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n" + get)
        #expect(connection.seen == ["/a", "."])
        try connection.respond()
        let answer = try connection.received()
        #expect(answer.contains("Connection: close\r\n"))
        #expect(answer.hasSuffix("ok"))
        #expect(connection.isOutputClosed && connection.isOpen)
        connection.closeInput()
        #expect(!connection.isOpen)
    }

    @Test func `a connection that the client does not close is closed`() throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        try connection.respond()
        connection.wait(.milliseconds(4_999))
        try connection.send("more and more")
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `a closing response ends the connection after all pending ones`() throws {
        let connection = try Connection()
        try connection.send(get + get)
        try connection.respond(headers: [.connection: "close"])
        #expect(try !connection.received().contains("Connection: close"))
        #expect(!connection.isOutputClosed)
        try connection.respond()
        #expect(try connection.received().contains("Connection: close"))
        #expect(connection.isOutputClosed)
    }

    @Test func `an upgrade is answered in HTTP and ends the connection`() throws {
        let connection = try Connection()
        try connection.send(
            "GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
        )
        #expect(connection.seen == ["/a", "."])
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
    }

    @Test(arguments: [
        ("100-continue", true), ("100-Continue", true), ("200-ok", false),
        ("x, 100-continue", false),
    ])
    func `a client that expects 100-continue gets it`(expectation: String, isMet: Bool) throws {
        let connection = try Connection()
        try connection.send(
            "POST /a HTTP/1.1\r\nHost: x\r\nExpect: \(expectation)\r\nContent-Length: 3\r\n\r\n"
        )
        let answer = try connection.received()
        if isMet {
            #expect(answer == "")
            connection.askForBody()
            connection.askForBody()
            #expect(try connection.received() == "HTTP/1.1 100 Continue\r\n\r\n")
            try connection.send("abc")
            #expect(connection.seen == ["/a", "+3", "."])
            try connection.respond()
            #expect(try connection.received().hasPrefix("HTTP/1.1 200 OK"))
            #expect(!connection.isOutputClosed)
        } else {
            #expect(answer.contains("gateway.expectation_unknown"))
            #expect(connection.isOutputClosed)
        }
    }

    private static let expecting =
        "POST /b HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"

    @Test func `a client whose body nobody asks for is not told to send it`() throws {
        let connection = try Connection()
        try connection.send(Self.expecting)
        try connection.respond()
        connection.askForBody()
        let answer = try connection.received()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(!answer.contains("100 Continue"))
        #expect(connection.isOutputClosed)
    }

    @Test func `a client that does not wait is not told to send its body`() throws {
        let connection = try Connection()
        try connection.send(Self.expecting + "a")
        connection.askForBody()
        #expect(try connection.received() == "")
        let without = try Connection()
        try without.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
        without.askForBody()
        #expect(try without.received() == "")
    }

    @Test func `a body is asked for once the requests before it are answered`() throws {
        let connection = try Connection()
        try connection.send(get + Self.expecting)
        connection.askForBody()
        #expect(try connection.received() == "")
        try connection.respond("one")
        #expect(try connection.received().hasSuffix("one"))
        connection.askForBody()
        #expect(try connection.received() == "HTTP/1.1 100 Continue\r\n\r\n")
    }

    @Test func `an HTTP 1.0 client is not told to send its body`() throws {
        let connection = try Connection()
        try connection.send(
            "POST /a HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
        )
        connection.askForBody()
        #expect(try connection.received() == "")
    }

    @Test func `a response before the end of a long body is the last`() throws {
        let connection = try Connection()
        try connection.send(
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc"
        )
        try connection.respond()
        let answer = try connection.received()
        #expect(answer.contains("Connection: close\r\n") && answer.hasSuffix("ok"))
        #expect(connection.isOutputClosed)
        try connection.send("def")
        #expect(connection.seen == ["/a", "+3"])
        connection.closeInput()
        #expect(!connection.isOpen)
    }

    @Test func `a response waits for the rest of a small body, and the connection is kept`()
        throws
    {
        let connection = try Connection()
        try connection.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
        try connection.respond()
        #expect(try connection.received() == "")
        try connection.send("def" + get)
        #expect(connection.seen == ["/a", "+3", "+3", ".", "/a", "."])
        #expect(try connection.received() == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        try connection.respond("next")
        #expect(try connection.received().hasSuffix("next"))
        #expect(!connection.isOutputClosed)
    }

    @Test(arguments: [(4, true), (5, false)])
    func `of a body in chunks a response waits for a little`(count: Int, isKept: Bool) throws {
        var limits = HTTPLimits()
        limits.restBytesMax = 4
        let connection = try Connection(limits: limits)
        try connection.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        try connection.respond()
        #expect(try connection.received() == "")
        let chunk = String(repeating: "a", count: count)
        try connection.send("\(count)\r\n\(chunk)\r\n0\r\n\r\n")
        #expect(try connection.received().contains("Connection: close") == !isKept)
        #expect(connection.isOutputClosed == !isKept)
    }

    @Test func `a response that is still being made does not wait`() throws {
        let connection = try Connection()
        try connection.send("GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
        connection.write(.head(.init(status: .ok, headerFields: [.contentLength: "2"])))
        connection.wait(.zero)
        #expect(try connection.received().contains("Connection: close\r\n"))
        try connection.send("abc" + get)
        connection.write(.body(ByteBuffer(string: "ok")))
        connection.write(.end(nil))
        #expect(try connection.received() == "ok")
        #expect(connection.seen == ["/a"])
        #expect(connection.isOutputClosed)
    }

    @Test func `a body that breaks while its response waits ends the connection`() throws {
        let connection = try Connection()
        try connection.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        try connection.respond()
        try connection.send("zz\r\n")
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.seen == ["/a"])
        #expect(connection.isOutputClosed)
    }

    @Test func `a malformed chunk reaches the route as an error, and it responds`() throws {
        let connection = try Connection()
        try connection.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        try connection.send("3\r\nabc\r\nzz\r\n")
        #expect(connection.seen == ["/a", "+3", "!HTTPParserError"])
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
    }

    @Test func `an unread body is dropped, up to a limit`() throws {
        var limits = HTTPLimits()
        limits.unreadBytesMax = 10
        let connection = try Connection(limits: limits)
        try connection.send(
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n0123456789abc"
        )
        try connection.respond()
        connection.wait(.milliseconds(100))
        #expect(connection.isOutputClosed)
        try connection.send("0123456789")
        #expect(connection.isOpen)
        try connection.send("0")
        #expect(!connection.isOpen)
    }

    @Test func `a gateway that stops answers pending requests, and announces the last`() throws {
        let connection = try Connection()
        try connection.send(get + get)
        connection.quiesce()
        try connection.respond("one")
        #expect(try !connection.received().contains("Connection: close"))
        try connection.respond("two")
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
    }

    @Test func `a gateway that stops still answers the next request of a connection`() throws {
        let connection = try Connection()
        connection.quiesce()
        connection.wait(.milliseconds(999))
        try connection.send(get)
        #expect(connection.seen == ["/a", "."])
        connection.wait(.seconds(30))
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed)
    }

    @Test func `a response under way at the stop is completed, and one more may follow`() throws {
        let connection = try Connection()
        try connection.send(get)
        connection.channel.write(
            HTTPResponsePart.head(.init(status: .ok, headerFields: [.contentLength: "2"])),
            promise: nil
        )
        connection.quiesce()
        connection.channel.write(HTTPResponsePart.body(ByteBuffer(string: "ok")), promise: nil)
        connection.channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        #expect(try connection.received().hasSuffix("\r\n\r\nok"))
        #expect(!connection.isOutputClosed)
        try connection.send(get)
        try connection.respond()
        #expect(try connection.received().contains("Connection: close\r\n"))
    }
}
