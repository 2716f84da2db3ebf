// Scoreboard: friends and me by points.

import { api } from '../api.js'
import { avatar, choice, empty, heading, listOf, personRow } from '../parts.js'
import { setQuery } from '../router.js'
import { liveList } from '../store.js'
import { html } from '../template.js'
import { numberText, t } from '../text.js'

const spans = ['all', 'month', 'week']

export function open(context) {
  let span = spans.includes(context.query.get('span')) ? context.query.get('span') : 'all'
  let part = read()

  function read() {
    const asked = span
    context.parts.length = 0
    return liveList(context, `list:scoreboard-${asked}`, `standing-${asked}`, async ({ signal, cursor }) => {
      const page = await api.getScoreboard({ signal, query: { span: asked, limit: 50, cursor } })
      return { ...page, items: page.items.map((one) => ({ ...one, id: one.user.id })) }
    })
  }

  function pick(next) {
    span = next
    setQuery({ span: next === 'all' ? null : next })
    part = read()
    context.update()
  }

  function standing(one) {
    return personRow(one.user, {
      lead: html`<span class="lead"><span class="rank">${numberText(one.rank)}</span>${avatar(one.user)}</span>`,
      number: html`${numberText(one.points)}<span class="unseen"> ${t('points.word', { n: one.points })}</span>`, isMine: one.isMe
    })
  }

  function view() {
    const isAlone = part.rows?.length === 1
    return html`${heading(t('nav.scoreboard'))}
      ${choice({
        name: 'span', legend: t('scoreboard.span'), value: span, pick,
        options: spans.map((key) => [key, t(`span.${key}`)])
      })}
      ${listOf(part, { view: standing, none: empty(t('scoreboard.alone')), label: t('nav.scoreboard') })}
      ${isAlone ? empty(t('scoreboard.alone'), html`<a class="button" href="/friends"><span>${t('friends.find')}</span></a>`) : null}`
  }
  return { title: () => t('nav.scoreboard'), view }
}
