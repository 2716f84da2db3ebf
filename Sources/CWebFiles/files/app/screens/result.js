// The result of a competition: the podium, a new medal celebrated once, the final board, a rematch.

import { api, newID } from '../api.js'
import { boardOf, boardView } from '../contest/race.js'
import { timeLine, valueText } from '../contests.js'
import { avatar, button, heading, icon, stateOf } from '../parts.js'
import { session } from '../session.js'
import { live } from '../store.js'
import { html, keyed } from '../template.js'
import { has, nameOf, t } from '../text.js'

const places = ['gold', 'silver', 'bronze']

export function open(context) {
  const { id } = context.params
  const part = live(context, `contest:${id}`, ({ signal, etag }) => api.getContest({ id, signal, etag }))
  const board = boardOf(context, id, { begin: 20 })
  const medals = live(context, 'medals:new', ({ signal }) => api.listMedals({ id: session.user.id, signal, query: { limit: 20 } }))
  let celebrated = null
  let isDismissed = false

  /// The own new medals of this contest: shown once, and then marked as seen.
  function fresh() {
    if (celebrated || !medals.value) return celebrated ?? []
    const found = medals.value.items.filter(({ challenge, seenAt }) => challenge?.id === id && !seenAt)
    if (!found.length || document.visibilityState !== 'visible') return found
    celebrated = found
    // Where it fails, they are new at the next visit too.
    api.seeMedals({ body: { ids: found.map((one) => one.id) }, key: newID() }).catch(() => {})
    return celebrated
  }

  function medalView() {
    const shown = isDismissed ? [] : fresh()
    if (!shown.length) return null
    return html`<div class="celebration" role="status">${icon('medal')}<div>${keyed(shown, ({ id: medal }) => medal, ({ medal }) => html`<p><strong>${
      has(`medal.${medal}`) ? t(`medal.${medal}`) : medal}</strong></p>`)}</div>${button({
      text: t('do.close'), click: () => { isDismissed = true; context.update() }
    })}</div>`
  }

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
        <p class="secondary">${timeLine(contest)}</p><a class="button" href=${`/contests/${id}`}><span>${contest.name}</span></a>`
    }
    const rows = board.top.value ? board.rows : null
    const isOwn = contest.owner.id === session.user.id
    return html`<div class="form">
      <p class="secondary"><a href=${`/contests/${id}`}>${contest.name}</a> · ${timeLine(contest)}</p>
      ${medalView()}
      ${rows ? html`${podium(contest, rows)}${why(rows)}` : null}
      ${isOwn ? html`<a class="button is-main" href=${`/new/${contest.kind === 'open' ? 'open' : 'competition'}?copy=${id}`}>${icon('again')}<span>${t('result.again')}</span></a>` : null}
      <section class="section"><h2>${t('result.board')}</h2>${boardView(contest, board)}</section></div>`
  }

  return { title: () => t('result.title'), view: () => html`${heading(t('result.title'))}${stateOf(part, shown)}` }
}
