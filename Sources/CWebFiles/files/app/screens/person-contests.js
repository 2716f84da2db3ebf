// The competitions and open challenges of a person, as far as the viewer may see them.

import { api } from '../api.js'
import { contestRow } from '../contests.js'
import { empty, heading, listOf, tabs } from '../parts.js'
import { setQuery } from '../router.js'
import { session } from '../session.js'
import { live, liveList } from '../store.js'
import { html } from '../template.js'
import { nameOf, t } from '../text.js'

const strangers = ['joined', 'created']
const friends = ['current', 'joined', 'completed', 'created']

export function open(context) {
  const { id } = context.params
  const isMe = id === session.user.id
  const person = isMe ? null : live(context, `profile:${id}`, ({ signal }) => api.getPerson({ id, signal }))
  const wanted = context.query.get('list')
  let tab = friends.includes(wanted) ? wanted : 'joined'
  let part = read()

  function read() {
    context.parts.length = person ? 1 : 0
    const list = tab
    return liveList(context, `list:${list}-of-${id}`, 'contest', async ({ signal, cursor }) => {
      const page = await api.listProfileChallenges({ id, signal, query: { list, limit: 20, cursor } })
      return { ...page, items: page.items.map(({ contest }) => contest).filter(Boolean) }
    })
  }

  function pick(next) {
    tab = next
    setQuery({ list: next === 'joined' ? null : next })
    part = read()
    context.update()
  }

  function view() {
    const known = isMe || person.value?.relationship === 'friends' ? friends : strangers
    const title = person?.value ? t('contests.of', { name: nameOf(person.value) }) : t(isMe ? 'contests.mine' : 'contests.title')
    return html`${heading(title)}${tabs({
      label: title, options: known.map((name) => [name, t(`contests.${name}`)]), value: tab, pick,
      view: () => listOf(part, { view: contestRow, none: empty(t('contests.none')), label: t(`contests.${tab}`) })
    })}`
  }
  return { title: () => t(isMe ? 'contests.mine' : 'contests.title'), view }
}
