// Streaks: how many days, or periods of a goal, counted in a row.

import { api } from './api.js'
import { button, choice, icon, note, problemBanner } from './parts.js'
import { ask, close } from './router.js'
import { liveList, store } from './store.js'
import { html } from './template.js'
import { t } from './text.js'
import { weekdays } from './weekdays.js'

export function streaksOf(context) {
  return liveList(context, 'streaks', 'streak', async ({ signal, cursor }) => {
    const page = await api.listStreaks({ signal, query: { limit: 100, cursor } })
    return { ...page, items: page.items.map((one) => ({ ...one, id: one.goalID ?? 'all' })) }
  })
}

/// A streak in figures; the overall one with its plan of rest.
export function streakLine(context, write, streak) {
  const isOverall = !streak.goalID
  return html`<section class="section"><h2>${t(isOverall ? 'streak.all' : 'streak.title')}</h2>
    <p class="lead">${icon('flame')}<span><strong>${t('streak.now', { n: streak.current })}</strong> <span class="secondary">${t('streak.best', { n: streak.best })} · ${
      t('streak.freezes', { n: streak.freezes })}${streak.isPaused ? ` · ${t('goal.is-paused')}` : ''}</span></span></p>
    ${isOverall ? html`<div>${button({ text: t('streak.plan'), click: () => plan(context, write, streak) })}</div>` : null}</section>`
}

async function plan(context, write, streak) {
  const form = { restWeekdays: streak.restWeekdays, isPaused: streak.isPaused }
  const send = async (event) => {
    event.preventDefault()
    const answer = await write.run('streak', form, (key) => api.planStreak({ body: form, version: streak.version, key }))
    const row = answer ?? write.problem?.current
    if (row) store.put('streak:all', { ...row, id: 'all' })
    if (!answer) return
    note(t('settings.saved'))
    close(true)
  }
  await ask(() => html`<form class="form" @submit=${send}><h2 id="dialog-title">${t('streak.plan')}</h2><p>${t('streak.why')}</p>
    ${weekdays({ legend: t('goal.rest'), value: form.restWeekdays, most: 6, pick: (days) => { form.restWeekdays = days; context.update() } })}
    ${choice({
      name: 'streak', legend: t('streak.title'), value: form.isPaused ? 'yes' : 'no',
      options: [['no', t('streak.runs')], ['yes', t('goal.is-paused')]], pick: (key) => { form.isPaused = key === 'yes'; context.update() }
    })}${problemBanner(write.problem)}
    ${button({ text: t('do.save'), isMain: true, isSubmit: true, isBusy: Boolean(write.busy) })}</form>`, context.update)
  write.problem = null
}
