// A code: what it leads to, for everyone who has it. Joining needs an account; the code waits for it.

import {
  api, avatar, button, firstNameOf, go, html, linkButton, live, nameOf, note, problemBanner, session,
  stateOf, store, t, writing
} from '../base.js'
import { keepCode } from './sign-in.js'

export function open(context) {
  const { code } = context.params
  const write = writing(context)
  const part = live(context, `code:${code}`, api.getCode, { code })
  keepCode(session.user ? null : code)

  /// Takes an invitation: the inviter is a friend then, or simply known.
  async function take() {
    const { inviter } = part.value
    if (!(await write.run('take', null, (key) => api.acceptInvite({ code, key })))) return
    store.expire('list:')
    store.expire('counts')
    note(part.value.kind === 'friend' ? t('friends.accepted', { name: firstNameOf(inviter) }) : t('invite.taken'))
    go(inviter.placeholder ? '/' : `/people/${inviter.id}`, { replaces: true })
  }

  async function enter() {
    const contest = await write.run('open', null, (key) => api.openCode({ code, key }))
    if (!contest) return
    store.put(`contest:${contest.id}`, contest)
    store.expire('list:')
    go(`/contests/${contest.id}`, { replaces: true })
  }

  function ways(text, act) {
    if (session.user) return button({ text, isMain: true, isBusy: Boolean(write.busy), click: act })
    const to = `?to=${encodeURIComponent(`/c/${code}`)}`
    return html`<p>${t('code.needs-account')}</p><div class="actions">${
      linkButton(`/register${to}`, t('register.title'), { isMain: true })}${linkButton(`/sign-in${to}`, t('signin.title'))}</div>`
  }

  const isContest = (preview) => preview.kind === 'competition' || preview.kind === 'open'

  function invitation({ kind, inviter }) {
    const isFriend = kind === 'friend'
    const who = html`<div class="lead">${avatar(inviter, 72)}<div class="row-text"><span class="row-title">${nameOf(inviter)}</span><span
      class="secondary">@${inviter.username}</span></div></div>`
    if (inviter.id === session.user?.id) {
      return html`<div class="form">${who}<p>${t('invite.own')}</p>${linkButton('/friends/invites', t('invite.title'))}</div>`
    }
    return html`<div class="form">${who}<p>${t(isFriend ? 'invite.by-friend' : 'invite.by', { name: firstNameOf(inviter) })}</p>
      ${problemBanner(write.problem)}${ways(t(isFriend ? 'invite.accept-friend' : 'invite.accept'), take)}</div>`
  }

  function shown(preview) {
    if (preview.inviter) return invitation(preview)
    if (!isContest(preview)) return html`<p>${t('code.gone')}</p>`
    const { owner, startsAt, endsAt } = preview
    return html`<div class="form">
      <div class="lead">${avatar(owner)}<span>${t(`kind.${preview.kind}.by`, { name: nameOf(owner) })}</span></div>
      <p>${t('contest.start')}: <g-time .as=${'moment'} .moment=${startsAt}></g-time></p>
      ${endsAt ? html`<p>${t('contest.end')}: <g-time .as=${'moment'} .moment=${endsAt}></g-time></p>` : html`<p>${t('contest.no-end')}</p>`}
      ${problemBanner(write.problem)}${ways(t('code.open'), enter)}</div>`
  }

  function view() {
    if (part.problem?.status === 404) {
      return html`<div class="empty"><p>${t('code.gone')}</p>${linkButton('/', t(session.user ? 'nav.home' : 'signin.title'))}</div>`
    }
    return stateOf(part, shown)
  }

  const title = () => part.value?.name ?? t('code.invited')
  return { title, view }
}
