import Foundation
import TestBasics
import TestKit
import Testing

extension RunningCluster {
    /// Waits for a mail to an address, and returns the ticket in it.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - known: The tickets of earlier mails.
    /// - Returns: The ticket.
    /// - Throws: When no such mail is written in time.
    func ticket(to address: String, besides known: Set<String>) async throws -> String {
        let mails = "\(directory)/mail"
        var ticket: String?
        try await eventually("a mail is written", within: .seconds(60)) {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: mails)) ?? []
            let lines = files.filter { $0.hasSuffix(".eml") }.compactMap { name in
                try? String(contentsOfFile: "\(mails)/\(name)", encoding: .utf8)
                    .split(separator: "\r\n").map(String.init)
            }
            ticket = lines.filter { $0.contains("To: <\(address)>") }.flatMap(\.self).first {
                line in
                line.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil && !known.contains(line)
            }
            return ticket != nil
        }
        return try #require(ticket)
    }
}
