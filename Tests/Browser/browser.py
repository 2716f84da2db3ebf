"""A Chromium for tests. Every test fails on an error in the console, a violation of the content
security policy, a request to another origin, a 5xx, an id used twice or a control without a label,
unless it names what it provokes."""
import os
import re
import unittest
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from people import BASE, PASSWORD

PHONE = {'width': 360, 'height': 740}
DESK = {'width': 1280, 'height': 800}
TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

WATCH = """
addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
})
addEventListener('unhandledrejection', (event) => {
  if (event.reason?.name !== 'AbortError') console.error(`unhandled: ${event.reason?.stack ?? event.reason}`)
})
"""

MARKUP = """() => {
  const wrong = []
  const seen = new Set()
  for (const { id } of document.querySelectorAll('[id]')) {
    if (seen.has(id)) wrong.push(`id twice: ${id}`)
    seen.add(id)
  }
  for (const control of document.querySelectorAll('input, textarea, select, button')) {
    const name = control.getAttribute('aria-label') || control.textContent.trim()
      || [...control.labels ?? []].map((label) => label.textContent.trim()).join('')
    if (!name) wrong.push(`without a label: ${control.outerHTML.slice(0, 120)}`)
  }
  if (document.querySelectorAll('h1').length > 1) wrong.push('two h1')
  return wrong
}"""

OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth
  const wrong = []
  if (document.documentElement.scrollWidth > wide) wrong.push(`page ${document.documentElement.scrollWidth} > ${wide}`)
  for (const element of document.querySelectorAll('main *, nav *, dialog *')) {
    if (element.closest('.unseen, svg, .skip') || element.matches('.unseen')) continue
    const box = element.getBoundingClientRect()
    if (!box.width || !box.height) continue
    if (box.right > wide + 1 || box.left < -1) wrong.push(`outside: ${element.className || element.tagName} ${Math.round(box.right)}`)
    const { overflowX } = getComputedStyle(element)
    if (element.scrollWidth > element.clientWidth + 1 && overflowX === 'hidden' && element.clientWidth
        && !element.matches('img')) wrong.push(`clipped: ${element.className} ${element.textContent.slice(0, 40)}`)
  }
  return wrong.slice(0, 8)
}"""

TARGETS = """() => [...document.querySelectorAll('button, a[href], input, textarea')].filter((control) => {
  if (control.closest('.skip') || control.matches('.skip')) return false
  const label = control.closest('label')
  const box = (label ?? control).getBoundingClientRect()
  if (!box.width) return false
  const isInText = control.matches('p a, li > a:only-of-type') && getComputedStyle(control).display === 'inline'
  return !isInText && (box.height < 43.5 || box.width < 43.5)
}).map((control) => control.outerHTML.slice(0, 120))"""

_playwright = None
_browser = None


def chromium():
    """The one Chromium of a run."""
    global _playwright, _browser
    if _browser is None:
        _playwright = sync_playwright().start()
        path = os.environ.get('GAUNTLET_CHROMIUM', '/usr/bin/chromium')
        _browser = _playwright.chromium.launch(executable_path=path, args=['--no-sandbox'])
    return _browser


def settle(page):
    """Waits until a screen shows what it has to show."""
    page.locator('.frame main h1').wait_for()
    while page.locator('.skeleton').count():
        page.locator('.skeleton').first.wait_for(state='detached')
    page.wait_for_timeout(60)


def axe(page, where):
    """What axe finds wrong. The driver evaluates by the debugger, which the content security policy does not bind."""
    results = Axe().run(page, options={'runOnly': {'type': 'tag', 'values': TAGS}}).response
    return [f"{where}: {one['id']} {one['nodes'][0]['html'][:160]}" for one in results['violations']]


class Case(unittest.TestCase):
    """A test with pages of its own."""

    def setUp(self):
        self.complaints = []
        self.provoked = []
        self.contexts = []
        self.pages = []

    def tearDown(self):
        try:
            for page in self.pages:
                if not page.is_closed() and page.url.startswith(BASE):
                    self.complaints += page.evaluate(MARKUP)
        finally:
            for context in self.contexts:
                context.close()
        left = [one for one in self.complaints
                if not any(re.search(pattern, one) for pattern in self.provoked)]
        self.assertEqual(left, [])

    def provokes(self, pattern):
        self.provoked.append(pattern)

    def open(self, path='/', person=None, size=PHONE, language='en-GB', theme='light', context=None, **more):
        """A page in a browser of its own, or in a given one; signed in as the person, if one is given."""
        if context is None:
            context = chromium().new_context(
                viewport=size, locale=language, color_scheme=theme, timezone_id='Europe/Berlin', **more)
            context.add_init_script(WATCH)
            self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        self.watch(page)
        if person:
            self.sign_in(page, person, path)
        else:
            page.goto(BASE + path)
        return page

    def watch(self, page):
        self.pages.append(page)
        page.on('console', lambda message: message.type == 'error' and self.complaints.append(f'console: {message.text}'))
        page.on('pageerror', lambda error: self.complaints.append(f'error: {error}'))
        page.on('response', lambda answer: answer.status >= 500 and self.complaints.append(
            f'{answer.status}: {answer.url}'))
        own = urlsplit(BASE).netloc

        def check(request):
            if urlsplit(request.url).scheme in ('http', 'https') and urlsplit(request.url).netloc != own:
                self.complaints.append(f'foreign: {request.url}')
        page.on('request', check)

    def sign_in(self, page, person, path='/'):
        page.goto(BASE + path)
        page.locator('#login').fill(person.username)
        page.locator('#password').fill(PASSWORD)
        page.locator('form .button.is-main').click()
        page.locator('nav.bar').wait_for()
        page.locator('.frame main h1').wait_for()
