// New: what can be made.

import { heading, icon } from '../parts.js'
import { html } from '../template.js'
import { t } from '../text.js'

export function open() {
  return {
    title: () => t('nav.new'),
    view: () => html`${heading(t('new.title'))}
      <ul class="links"><li><a href="/new/dare"><span class="kind"><strong>${t('new.dare-kind')}</strong><span
        class="secondary">${t('new.dare-what')}</span></span>${icon('right')}</a></li></ul>`
  }
}
