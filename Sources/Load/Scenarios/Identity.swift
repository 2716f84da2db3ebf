import Identifiers
import IdentityAPI
import RPC
import Wire

extension Scenario {
    static let identity = [
        calling(.identity, "me", "one's own account") { _, _ in GetMe() },
        calling(.identity, "friends", "the first page of one's friends") { _, _ in ListFriends() },
        calling(.identity, "person", "a friend as others see them") { stage, number in
            GetPerson(user: stage.friend(number))
        },
        calling(.identity, "search", "people whose username begins with a text") { stage, number in
            SearchPeople(q: String(PreparedPeople.username(stage.number(number)).dropLast()))
        },
        calling(.identity, "cards", "how 20 people are called, as services ask") { stage, number in
            ListCards(users: (0..<20).map { stage.person(number + $0) })
        },
        calling(.identity, "recipients", "whether somebody may challenge a friend") {
            stage,
            number in
            CheckRecipients(sender: stage.person(number), recipients: [stage.friend(number)])
        },
        calling(.identity, "sign-in", "a session by password, which is slow on purpose") {
            stage,
            number in
            SignIn(
                login: PreparedPeople.username(stage.number(number)),
                password: stage.password
            )
        },
    ]
}
