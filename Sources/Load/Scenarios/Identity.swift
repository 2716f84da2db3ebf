import Identifiers
import IdentityAPI
import RPC
import Wire

extension Scenario {
    static let identity = [
        calling(.identity, "me", "the user's own account") { _, _ in GetMe() },
        calling(.identity, "friends", "the first page of friends") { _, _ in ListFriends() },
        calling(.identity, "person", "a friend as others see them") { stage, number in
            GetPerson(user: stage.friend(number))
        },
        calling(.identity, "search", "people whose username starts with a text") { stage, number in
            SearchPeople(q: String(PreparedPeople.username(stage.number(number)).dropLast()))
        },
        calling(.identity, "cards", "names of 20 people, as services need them") { stage, number in
            ListCards(users: (0..<20).map { stage.person(number + $0) })
        },
        calling(.identity, "recipients", "whether the user may challenge a friend") {
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
