// The profile: names, a few words, the username, and the picture.

import { api } from '../api.js'
import { confirmed } from '../dialogs.js'
import { formOf } from '../fields.js'
import { avatar, button, heading, note, problemBanner, stateOf, writing } from '../parts.js'
import { session } from '../session.js'
import { live, store } from '../store.js'
import { html } from '../template.js'
import { t } from '../text.js'

const names = ['firstName', 'lastName', 'displayName', 'bio', 'username']

export function open(context) {
  const write = writing(context)
  let form = null
  const me = live(context, 'me', ({ signal }) => api.getMe({ signal }), keep)

  function keep(account) {
    store.put('me', { ...store.get('me'), ...account })
    session.know(account)
  }

  function formFor(account) {
    form ??= formOf(context, Object.fromEntries(names.map((name) => [name, account[name] ?? ''])))
    return form
  }

  async function save(event) {
    event.preventDefault()
    const { values } = form
    const account = me.value
    const isRight = form.check({
      firstName: values.firstName.trim() ? null : t('identity.first_name_invalid'),
      username: /^[a-z0-9_.]{3,30}$/.test(values.username) ? null : t('identity.username_invalid')
    })
    if (!isRight) return
    const changed = names.filter((name) => values[name].trim() !== (account[name] ?? ''))
    if (!changed.length) return note(t('settings.saved'))
    if (changed.includes('username') && !(await confirmed(context, {
      title: t('profile.rename'), why: t('profile.rename-why'), act: t('profile.rename-do')
    }))) return
    const body = Object.fromEntries(changed.map((name) => [name, values[name].trim()]))
    const answer = await write.run('profile', body, (key) => api.changeProfile({ body, key }))
    if (!answer) {
      return form.refused(write.problem, {
        'identity.username_taken': 'username', 'identity.username_change_too_soon': 'username'
      })
    }
    replace(answer)
    note(t('settings.saved'))
  }

  /// What the answer lacks, the account no longer has.
  function replace(answer) {
    store.drop('me')
    store.put('me', answer)
    session.know(answer)
  }

  async function removePicture() {
    const isSure = await confirmed(context, { title: t('profile.unpicture'), why: t('profile.unpicture-why'), act: t('do.remove') })
    if (!isSure) return
    const answer = await write.run('picture', null, (key) => api.removeAvatar({ key }))
    if (!answer) return
    replace(answer)
    note(t('profile.picture-gone'))
  }

  function shown(account) {
    const { field, isAtField } = formFor(account)
    return html`<form class="form" novalidate @submit=${save}>
      <div class="lead">${avatar(account, 72)}${account.avatarURL ? button({
        text: t('profile.unpicture-do'), isBusy: write.busy === 'picture', click: removePicture
      }) : html`<a class="button" href="/me"><span>${t('me.picture')}</span></a>`}</div>
      ${isAtField ? null : problemBanner(write.problem)}
      ${field('firstName', { label: t('field.first-name'), autocomplete: 'given-name', maxLength: 80, isRequired: true })}
      ${field('lastName', { label: t('field.last-name'), autocomplete: 'family-name', maxLength: 80 })}
      ${field('displayName', { label: t('profile.display-name'), autocomplete: 'nickname', maxLength: 80, hint: t('profile.display-hint') })}
      ${field('bio', { label: t('profile.bio'), rows: 3, maxLength: 300, hint: t('profile.bio-hint') })}
      ${field('username', { label: t('field.username'), autocomplete: 'username', capitals: 'none', maxLength: 30, isRequired: true, hint: t('profile.username-hint') })}
      <div>${button({ text: t('do.save'), isMain: true, isSubmit: true, isBusy: write.busy === 'profile' })}</div>
    </form>`
  }
  return { title: () => t('profile.title'), view: () => html`${heading(t('profile.title'))}${stateOf(me, shown)}` }
}
