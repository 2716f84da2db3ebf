// Medals: those that a person earned, and for the own ones how far the others are.

import {
  api, button, empty, html, keyed, listOf, live, liveList, nameOf, row, section, session, stateOf, store, t
} from '../base.js'
import { celebrate, coin, medalName, medalRow, parts } from '../medals.js'

export function open(context) {
  const id = context.params.id ?? session.user.id
  const isMine = id === session.user.id
  const person = isMine ? null : live(context, `profile:${id}`, api.getPerson, { id })
  const earned = liveList(context, `list:medals-${id}`, 'medal', api.listMedals, { limit: 30 }, { id })
  const progress = isMine ? live(context, 'medal-progress', api.listMedalProgress) : null
  let showsAll = false

  function news() {
    celebrate(earned.rows ?? [])
    const celebration = store.get('celebration')
    return celebration?.view(celebration)
  }

  function progressRow(one) {
    const { threshold, count } = one
    return row({
      lead: coin(one, false), title: medalName(one), isMuted: !one.medal,
      secondary: threshold > 1 ? html`<span class="bar-line"><progress max=${threshold} .value=${Math.min(count, threshold)}
        aria-label=${medalName(one)}></progress><span>${t('medal.progress', { n: count, of: threshold })}</span></span>` : null
    })
  }

  /// Those not earned yet; of a row of milestones first the next one. Who has no medal at all sees
  /// the first three within reach.
  function others({ items }) {
    const open = items.filter(({ award }) => !award)
    const next = open.filter((one, index) => !one.medal || open.findIndex(
      ({ medal }) => medal && parts(medal).kind === parts(one.medal).kind) === index)
    const left = (one) => (one.threshold ? one.threshold - one.count : 1)
    const near = next.filter(({ medal }) => medal).sort((a, b) => left(a) - left(b)).slice(0, 3)
    const isNew = open.length === items.length
    const shown = showsAll ? open : isNew ? near : next
    if (!shown.length) return null
    return section(t(isNew && !showsAll ? 'medal.near' : 'medal.others'), html`<ul class="rows">${keyed(
      shown, (one, index) => one.medal ?? `${one.family}-${index}`, progressRow)}</ul>${shown.length < open.length ? button({
      text: t('do.more'), click: () => { showsAll = true; context.update() }
    }) : null}`)
  }

  const title = () => (person?.value ? t('medal.of', { name: nameOf(person.value) }) : t('nav.medals'))
  return {
    title,
    view: () => html`${isMine ? news() : null}
      ${section(t('medal.earned'), listOf(earned, {
        view: medalRow, none: empty(t(isMine ? 'medal.none' : 'medal.none-of')), label: t('medal.earned')
      }))}
      ${progress ? stateOf(progress, others) : null}`
  }
}
