// Medals as lists and Home show them, and the celebration of new ones.

import {
  api, button, dayText, has, html, icon, keyed, linkButton, match, newID, row, store, t
} from './base.js'

const ranks = { gold: 1, silver: 2, bronze: 3 }

/// `completed10` is the kind `completed` with the number 10.
export function parts(medal) {
  const [, kind, number] = /^(.*?)(\d*)$/.exec(medal)
  return { kind, n: number ? Number(number) : null }
}

export function medalName({ medal, family }) {
  if (!medal) return t('medal.hidden')
  const { kind, n } = parts(medal)
  if (has(`medal.${kind}`)) return t(`medal.${kind}`, { n: n ?? 1 })
  return t(has(`medal.${family}`) ? `medal.${family}` : 'medal.other')
}

/// A medal's face: its rank or number, else a ribbon; an outline until it is earned.
export function coin({ medal }, isEarned = true) {
  const { n } = parts(medal ?? '')
  const kinds = ['coin', ranks[medal] && `is-${medal}`, !isEarned && 'is-outline'].filter(Boolean).join(' ')
  return html`<span class=${kinds} aria-hidden="true">${!medal ? '?' : ranks[medal] ?? (n > 1 ? n : icon('medal'))}</span>`
}

/// Where what a medal was given for is shown, and its name.
function origin({ challenge, goal }) {
  const path = challenge ? `/contests/${challenge.id}` : goal ? `/goals/${goal.id}` : ''
  return { name: (challenge ?? goal)?.name, href: path && match(path).screen !== 'not-found' ? path : null }
}

export function medalRow(medal) {
  const { name, href } = origin(medal)
  const day = dayText(medal.earnedAt)
  return row({ href, lead: coin(medal), title: medalName(medal), secondary: name ? `\u2068${name}\u2069 · ${day}` : day })
}

// The medals that this page has shown as new.
const seen = new Set()

/// Celebrates those of the own medals that are new, all in one go, on Home and Medals until that is
/// dismissed. They are seen once they are shown; where that cannot be told, the next visit
/// celebrates them again.
export function celebrate(medals) {
  const fresh = medals.filter(({ id, seenAt }) => !seenAt && !seen.has(id))
  if (!fresh.length || document.visibilityState !== 'visible') return
  const ids = fresh.map(({ id }) => id)
  for (const id of ids) seen.add(id)
  store.put('celebration', { medals: [...store.get('celebration')?.medals ?? [], ...fresh], view: celebration })
  api.seeMedals({ body: { ids }, key: newID() }).catch(() => ids.forEach((id) => seen.delete(id)))
}

function celebration({ medals }) {
  return html`<section class="well fanfare" aria-labelledby="celebration"><h2 id="celebration">${t('medal.new', { n: medals.length })}</h2>
    <ul class="medals">${keyed(medals, ({ id }) => id, (medal) => html`<li>${coin(medal)}<span><strong>${medalName(medal)}</strong>${
      origin(medal).name ? html`<span class="secondary"> · ${`\u2068${origin(medal).name}\u2069`}</span>` : null}</span></li>`)}</ul>
    <div class="actions">${button({ text: t('medal.thanks'), isMain: true, click: () => store.drop('celebration') })}${
      location.pathname === '/medals' ? null : linkButton('/medals', t('nav.medals'))}</div></section>`
}
