// Invitations: addresses that make friends of those who open them, or show them the way here.

import {
  api, button, choice, empty, html, listOf, liveList, note, now, optionsOf, problemBanner, rowBy, t, writing
} from '../base.js'
import { codeRow } from '../codes.js'
import { confirmed } from '../dialogs.js'

export function open(context) {
  const write = writing(context)
  let kind = 'friend'
  const part = liveList(context, 'list:invites', 'invite', api.listInvites, { limit: 20 }, { rowOf: rowBy('code') })

  const isOver = ({ uses, usesMax, expiresAt, revokedAt }) =>
    Boolean(revokedAt) || uses >= usesMax || Date.parse(expiresAt) <= now()

  async function make() {
    if (!(await write.run('make', null, (key) => api.makeInvite({ body: { kind }, key })))) return
    note(t('invite.made'))
    part.load()
  }

  async function revoke({ code }) {
    const isSure = await confirmed(context, { title: t('invite.revoke-ask'), why: t('invite.revoke-why'), act: t('code.revoke') })
    if (isSure && await write.run(`revoke-${code}`, null, (key) => api.revokeInvite({ code, key }))) part.again()
  }

  function line(invite) {
    const said = [t(`invite.kind-${invite.kind}`), invite.revokedAt && t('invite.revoked')].filter(Boolean).join(' · ')
    return codeRow(invite, {
      said, isOver: isOver(invite), actions: button({
        text: t('code.revoke'), isBusy: write.busy === `revoke-${invite.code}`, click: () => revoke(invite)
      })
    })
  }

  function view() {
    return html`<div class="form">
      <p>${t('invite.what')}</p>
      ${problemBanner(write.problem)}
      ${choice({
        name: 'kind', legend: t('invite.kind'), value: kind, hint: t(`invite.what-${kind}`),
        options: optionsOf('invite.kind-', ['friend', 'app']),
        pick: (key) => {
          kind = key
          context.update()
        }
      })}
      <div>${button({ text: t('invite.make'), icon: 'plus', isMain: true, isBusy: write.busy === 'make', click: make })}</div>
      ${listOf(part, { view: line, none: empty(t('invite.none')), label: t('invite.title') })}</div>`
  }
  return { title: () => t('invite.title'), view }
}
