// The result of a competition: the podium, new medals, the final board, a rematch.

import {
  api, avatar, html, keyed, linkButton, live, nameOf, section, session, stateOf, store, t
} from '../base.js'
import { boardOf, boardView } from '../contest/race.js'
import { timeLine, valueText } from '../contests.js'
import { celebrate } from '../medals.js'

const places = ['gold', 'silver', 'bronze']

export function open(context) {
  const { id } = context.params
  const part = live(context, `contest:${id}`, api.getContest, { id })
  const board = boardOf(context, id, { begin: 20 })
  live(context, 'list:new-medals', async ({ signal }) => {
    const page = await api.listMedals({ id: session.user.id, signal, query: { limit: 100 } })
    celebrate(page.items)
    return {}
  })

  /// The first three ranks; equal ones stand side by side.
  function podium(contest, rows) {
    const best = rows.filter(({ rank }) => rank <= 3)
    if (!best.length) return null
    return html`<ol class="podium" aria-label=${t('result.podium')}>${keyed(best, ({ key }) => key, (one) => html`<li class=${`is-${places[one.rank - 1]}`}>
      ${avatar(one.user, 56)}<strong>${nameOf(one.user)}</strong><span class="place">${t('result.rank', { n: one.rank })}</span><span>${
      valueText(contest, contest.score === 'percent' ? one.score : one.value)}</span></li>`)}</ol>`
  }

  function why(rows) {
    const scored = rows.filter(({ rank }) => rank !== undefined).length
    return scored < 2 ? html`<p>${t('result.no-medals')}</p>` : null
  }

  function shown(contest) {
    if (contest.state !== 'completed') {
      return html`<p>${t(contest.state === 'settling' ? 'contest.settling-what' : 'result.not-yet')}</p>
        <p class="secondary">${timeLine(contest)}</p>${linkButton(`/contests/${id}`, contest.name)}`
    }
    const rows = board.top.value ? board.rows : null
    const celebration = store.get('celebration')
    const isOwn = contest.owner.id === session.user.id
    return html`<div class="form">
      <p class="secondary"><a href=${`/contests/${id}`}>${contest.name}</a> · ${timeLine(contest)}</p>
      ${celebration?.view(celebration)}
      ${rows ? html`${podium(contest, rows)}${why(rows)}` : null}
      ${isOwn ? linkButton(`/new/${contest.kind === 'open' ? 'open' : 'competition'}?copy=${id}`, t('result.again'), { icon: 'again', isMain: true }) : null}
      ${section(t('result.board'), boardView(contest, board))}</div>`
  }

  return { title: () => t('result.title'), view: () => stateOf(part, shown) }
}
