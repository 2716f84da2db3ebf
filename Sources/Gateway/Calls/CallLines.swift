import Identifiers
import Values

/// The user and the address whose calls are counted together; `nil` where nothing is counted.
struct CallClient: Hashable, Sendable {
    var user: UserID?
    /// The limit key.
    var address: IPAddress?

    /// Whether nothing is counted.
    var isFree: Bool { user == nil && address == nil }
}

/// Who has calls under way to one service, and who waits for a slot: users first, and then
/// addresses, each first come, first served. Users and addresses without calls take no space.
///
/// A call takes a slot of its user before it stands in the line of its address, so one user never
/// has more places there than slots.
struct CallLines {
    /// A call that takes a slot or waits for one.
    struct Ticket: Hashable, Sendable {
        let number: UInt64
        let client: CallClient
    }

    /// What became of a ticket that waited.
    struct Settlement: Hashable {
        let ticket: Ticket
        let isGranted: Bool
    }

    enum Outcome {
        case granted, waiting, refused
    }

    private var users: SlotLines<UserID>
    private var addresses: SlotLines<IPAddress>

    /// - Parameters:
    ///   - perUser: The slots of a user.
    ///   - perAddress: The slots of an address.
    init(perUser: Int, perAddress: Int) {
        users = SlotLines(slots: perUser)
        addresses = SlotLines(slots: perAddress)
    }

    /// The number of users and addresses that have calls.
    var ownersCount: Int { users.count + addresses.count }

    /// Takes a call's slots, or puts it in line; refuses it if the line is full.
    mutating func take(_ ticket: Ticket) -> Outcome {
        guard let user = ticket.client.user else { return takeOfAddress(ticket) }
        let outcome = users.take(of: user, for: ticket)
        guard outcome == .granted else { return outcome }
        let last = takeOfAddress(ticket)
        // Nobody waits for the slot: it was free just now.
        if last == .refused { _ = users.giveBack(of: user) }
        return last
    }

    /// Gives a call's slots back. Returns those whose turn it is.
    mutating func giveBack(_ client: CallClient) -> [Settlement] {
        var turns: [Settlement] = []
        if let address = client.address, let next = addresses.giveBack(of: address) {
            turns.append(Settlement(ticket: next, isGranted: true))
        }
        if let user = client.user { giveBack(of: user, &turns) }
        return turns
    }

    /// Takes a ticket out of line. Returns those whose turn it is instead.
    mutating func leave(_ ticket: Ticket) -> [Settlement] {
        var turns: [Settlement] = []
        if let user = ticket.client.user, users.leave(ticket, of: user) { return turns }
        if let address = ticket.client.address, addresses.leave(ticket, of: address),
            let user = ticket.client.user
        {
            giveBack(of: user, &turns)
        }
        return turns
    }

    /// Gives a user's slot to the first in line, who then needs one of the address.
    private mutating func giveBack(of user: UserID, _ turns: inout [Settlement]) {
        while let next = users.giveBack(of: user) {
            switch takeOfAddress(next) {
            case .granted: return turns.append(Settlement(ticket: next, isGranted: true))
            case .waiting: return
            case .refused: turns.append(Settlement(ticket: next, isGranted: false))
            }
        }
    }

    private mutating func takeOfAddress(_ ticket: Ticket) -> Outcome {
        guard let address = ticket.client.address else { return .granted }
        return addresses.take(of: address, for: ticket)
    }
}

/// The slots of users or of addresses, and the lines of those who wait.
///
/// Invariant: an owner is kept only while it has a slot; only while it has all of them does anybody
/// wait.
private struct SlotLines<Owner: Hashable> {
    private struct Line {
        var taken = 0
        var waiting: [CallLines.Ticket] = []
    }

    /// How many calls may wait for each slot: at 10 ms a call, they wait for a tenth of a second.
    private static var waitingPerSlot: Int { 8 }

    private let slots: Int
    private var lines: [Owner: Line] = [:]

    init(slots: Int) {
        self.slots = slots
    }

    var count: Int { lines.count }

    mutating func take(of owner: Owner, for ticket: CallLines.Ticket) -> CallLines.Outcome {
        take(for: ticket, in: &lines[owner, default: Line()])
    }

    private func take(for ticket: CallLines.Ticket, in line: inout Line) -> CallLines.Outcome {
        if line.taken < slots {
            line.taken += 1
            return .granted
        }
        guard line.waiting.count < slots * Self.waitingPerSlot else { return .refused }
        line.waiting.append(ticket)
        return .waiting
    }

    /// Gives a slot back. Returns the ticket that has it now.
    mutating func giveBack(of owner: Owner) -> CallLines.Ticket? {
        guard let index = lines.index(forKey: owner) else { return nil }
        guard lines.values[index].waiting.isEmpty else {
            return lines.values[index].waiting.removeFirst()
        }
        lines.values[index].taken -= 1
        if lines.values[index].taken == 0 { lines.remove(at: index) }
        return nil
    }

    /// Takes a ticket out of the owner's line; returns `false` if it does not wait there.
    mutating func leave(_ ticket: CallLines.Ticket, of owner: Owner) -> Bool {
        guard let index = lines.index(forKey: owner),
            let place = lines.values[index].waiting.firstIndex(of: ticket)
        else { return false }
        lines.values[index].waiting.remove(at: place)
        return true
    }
}
