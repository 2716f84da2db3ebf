// Lists of a person: of the own ones the wishlist, likes and workouts, of a friend's the goals and
// workouts.

import {
  api, button, choice, empty, has, html, icon, listOf, live, liveList, match, nameOf, optionsOf,
  problemBanner, row, session, setQuery, store, t, writing
} from '../base.js'

export function open(context) {
  const id = context.params.id ?? session.user.id
  const isMine = id === session.user.id
  const person = isMine ? null : live(context, `profile:${id}`, api.getPerson, { id })
  const reads = isMine ? {
    wishes: [api.listWishes],
    likes: [api.listMyLikes],
    definitions: [api.listDefinitions, { of: 'mine' }]
  } : {
    // Of a stranger the goals are not shown, so they come second.
    definitions: [api.listDefinitions, { author: id }],
    goals: [api.listProfileChallenges, { list: 'goals' }]
  }
  const names = Object.keys(reads)
  const write = writing(context)
  let name = names.includes(context.query.get('list')) ? context.query.get('list') : names[0]
  let part = read()

  /// Each item as its kind and what is known of it: of what one no longer sees, the id alone.
  function itemOf(one) {
    for (const kind of ['contest', 'definition', 'goal']) {
      if (one[kind]) return { kind, ...one[kind] }
      if (one[`${kind}ID`]) return { kind, id: one[`${kind}ID`], isGone: true }
    }
    return { kind: 'definition', ...one }
  }

  function read() {
    const [ask, query] = reads[name]
    context.parts.length = person ? 1 : 0
    return liveList(context, `list:${name}-of-${id}`, `${name}-of`, ask, { limit: 30, ...query }, { id, rowOf: itemOf })
  }

  function pick(next) {
    name = next
    setQuery({ list: next === names[0] ? null : next })
    part = read()
    context.update()
  }

  async function unlike({ kind, id: liked }) {
    const send = kind === 'contest' ? api.unlikeContest : api.unlikeDefinition
    if (!(await write.run(`unlike-${liked}`, null, (key) => send({ id: liked, key })))) return
    store.drop(`likes-of:${liked}`)
  }

  function itemRow(one) {
    if (one.isGone) {
      return row({
        lead: html`<span class="avatar" --size=${'2.5rem'}>${icon('cross')}</span>`, title: t('lists.gone'), isMuted: true,
        actions: button({ text: t('lists.unlike'), isBusy: write.busy === `unlike-${one.id}`, click: () => unlike(one) })
      })
    }
    const path = `/${one.kind}s/${one.id}`
    const kind = `lists.${one.kind === 'contest' ? one.kind : one.preset ? 'preset' : one.kind}`
    const who = one.author ?? one.owner
    const by = who && who.id !== id ? ` · ${nameOf(who)}` : ''
    return row({
      href: match(path).screen === 'not-found' ? null : path, title: one.name,
      lead: html`<span class="avatar" --size=${'2.5rem'}>${icon(one.kind === 'contest' ? 'trophy' : 'check')}</span>`,
      secondary: `${has(kind) ? t(kind) : one.kind}${by}${one.caption ? ` · ${one.caption}` : ''}`
    })
  }

  const title = () => (person?.value ? t('lists.of', { name: nameOf(person.value) }) : t(isMine ? 'lists.mine' : 'person.word'))
  return {
    title,
    view: () => html`${choice({
      name: 'list', legend: t('lists.which'), value: name, pick, options: optionsOf('lists.', names)
    })}${problemBanner(write.problem)}${listOf(part, { view: itemRow, none: empty(t('lists.empty')), label: t(`lists.${name}`) })}`
  }
}
