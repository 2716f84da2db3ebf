// The competitions and open challenges of a person, as far as the viewer may see them.

import { api, empty, listOf, live, liveList, nameOf, optionsOf, session, setQuery, t, tabs } from '../base.js'
import { contestRow } from '../contests.js'

const strangers = ['joined', 'created']
const friends = ['current', 'joined', 'completed', 'created']

export function open(context) {
  const { id } = context.params
  const isMe = id === session.user.id
  const person = isMe ? null : live(context, `profile:${id}`, api.getPerson, { id })
  const wanted = context.query.get('list')
  let tab = friends.includes(wanted) ? wanted : 'joined'
  let part = read()

  function read() {
    context.parts.length = person ? 1 : 0
    return liveList(context, `list:${tab}-of-${id}`, 'contest', api.listProfileChallenges, { list: tab, limit: 20 }, {
      id, rowOf: ({ contest }) => contest
    })
  }

  function pick(next) {
    tab = next
    setQuery({ list: next === 'joined' ? null : next })
    part = read()
    context.update()
  }

  const title = () => (person?.value ? t('contests.of', { name: nameOf(person.value) }) : t(isMe ? 'contests.mine' : 'contests.title'))

  function view() {
    const known = isMe || person.value?.relationship === 'friends' ? friends : strangers
    return tabs({
      label: title(), options: optionsOf('contests.', known), value: tab, pick,
      view: () => listOf(part, { view: contestRow, none: empty(t('contests.none')), label: t(`contests.${tab}`) })
    })
  }
  return { title, view }
}
