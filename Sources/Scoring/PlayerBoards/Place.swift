import Identifiers
import Values
import Wire

/// A user's place on a board, without the user's name.
struct Place: Hashable, Sendable {
    let rank: Int
    let user: UserID
    let points: Int
    /// When the user's total became what it is; 1970 if they were never paid.
    let reachedAt: Instant
}

/// A user's place on a board, with the user's name.
struct NamedPlace: Sendable {
    let place: Place
    /// `nil` if the user's name is not known yet.
    let person: Person?
}

extension [NamedPlace] {
    /// These places with the ranks that their points give them, if no player is above the first of
    /// them (2.7-ranking).
    var rankedFromTop: [NamedPlace] {
        let players = map { named in
            Player(
                user: named.place.user,
                points: named.place.points,
                reachedAt: named.place.reachedAt
            )
        }
        let equal = players.count { $0.points == players[0].points }
        return zip(self, players.ranked(above: 0, equal: equal)).map { named, place in
            NamedPlace(place: place, person: named.person)
        }
    }
}

/// A page of the board of a user and their friends.
struct FriendsBoardPage: Hashable {
    let user: UserID
    let after: BoardCursor
    /// The maximum number of places.
    let limit: Int
    /// The window whose points count; `nil` for all time.
    var window: Window?
}

/// A player on a board, without a rank.
struct Player: Hashable, Sendable {
    let user: UserID
    let points: Int
    let reachedAt: Instant
}

extension [Player] {
    /// Ranks consecutive players of a board, which are in its order and without gaps (2.7-ranking).
    ///
    /// - Parameters:
    ///   - above: The number of players on the board with more points than the first of these.
    ///   - equal: The number of players on the board with as many points as the first, wherever
    ///     they are.
    /// - Returns: The same players in the same order, with ranks.
    func ranked(above: Int, equal: Int) -> [Place] {
        var rank = above + 1
        // The number of players above the next group of equals.
        var passed = above + equal
        var places: [Place] = []
        for (index, player) in enumerated() {
            if index > 0, player.points != self[index - 1].points {
                rank = passed + 1
            }
            if player.points != self[0].points { passed += 1 }
            places.append(
                Place(
                    rank: rank,
                    user: player.user,
                    points: player.points,
                    reachedAt: player.reachedAt
                )
            )
        }
        return places
    }
}
