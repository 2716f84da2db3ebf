"""By keyboard alone, from registering to signing out; the focus is never lost."""
import re

from browser import Case
from people import PASSWORD, Person

WHERE = """() => {
  const active = document.activeElement
  if (!active || active === document.body) return null
  const text = active.getAttribute('aria-label') || active.labels?.[0]?.textContent || active.textContent
  return `${active.tagName.toLowerCase()} ${text.trim().replace(/[\\u2068\\u2069]/g, '')}`
}"""


class Keyboard(Case):
    def walk(self, page, pattern, limit=60):
        """Tab until the focus is on what the pattern names."""
        for _ in range(limit):
            where = page.evaluate(WHERE)
            if where and re.search(pattern, where):
                box = page.evaluate("""() => {
                  const box = document.activeElement.getBoundingClientRect()
                  const bar = document.querySelector('nav.bar')?.getBoundingClientRect()
                  const isInBar = document.activeElement.closest('nav')
                  return !isInBar && bar && innerWidth < 600 && box.top >= bar.top
                }""")
                self.assertFalse(box, f'{where} is behind the bar')
                return
            page.keyboard.press('Tab')
        self.fail(f'no way to {pattern}, at {page.evaluate(WHERE)}')

    def test_from_registering_to_signing_out(self):
        ana = Person('Ana')
        username = 'kb' + Person('Key').username[-10:]
        page = self.open('/sign-in')
        page.locator('.frame main h1').wait_for()
        self.walk(page, 'a Create an account')
        page.keyboard.press('Enter')
        page.get_by_role('heading', name='Create an account').wait_for()
        self.assertEqual(page.evaluate(WHERE), 'h1 Create an account')
        for field, text in (('Username', username), ('Password', PASSWORD), ('First name', 'Key'), ('Last name', 'Board')):
            self.walk(page, f'^input {field}$')
            page.keyboard.type(text)
        page.keyboard.press('Enter')
        page.get_by_role('heading', name=re.compile('Hello')).wait_for()
        self.assertEqual(page.evaluate(WHERE), 'h1 Hello, Key')

        # A link leads past the navigation.
        page.reload()
        page.get_by_role('heading', name=re.compile('Hello')).wait_for()
        self.walk(page, 'a Skip to content')
        page.keyboard.press('Enter')
        self.assertEqual(page.evaluate('document.activeElement.id'), 'main')

        self.walk(page, 'a Find a friend')
        page.keyboard.press('Enter')
        page.get_by_role('heading', name='Friends', exact=True).wait_for()
        self.walk(page, 'input Find people')
        page.keyboard.type(ana.username)
        page.get_by_role('button', name=re.compile('^Ask')).wait_for()
        self.walk(page, 'button Ask')
        page.keyboard.press('Enter')
        page.get_by_role('button', name='Take request back').wait_for()

        page.goto(page.url.replace('/friends', '/settings').split('?')[0])
        page.get_by_role('button', name='Sign out').wait_for()
        self.walk(page, 'button Sign out')
        page.keyboard.press('Enter')
        page.get_by_role('dialog').wait_for()
        self.assertTrue(page.evaluate("Boolean(document.activeElement.closest('dialog'))"))
        page.keyboard.press('Escape')
        page.get_by_role('dialog').wait_for(state='detached')
        self.assertEqual(page.evaluate(WHERE), 'button Sign out')
        page.keyboard.press('Enter')
        page.get_by_role('dialog').wait_for()
        self.walk(page, 'button Sign out')
        page.keyboard.press('Enter')
        page.get_by_role('heading', name='Sign in').wait_for()
        self.assertEqual(page.evaluate(WHERE), 'h1 Sign in')

    def test_a_goal_from_its_preset_to_an_entry(self):
        page = self.open('/new', person=Person('Ana'))
        page.get_by_role('link', name=re.compile('^Walk 10,000')).wait_for()
        self.walk(page, 'a Walk 10,000')
        page.keyboard.press('Enter')
        page.get_by_role('button', name='Create goal').wait_for()
        self.walk(page, 'button Create goal')
        page.keyboard.press('Enter')
        page.get_by_text('0 / 10,000 steps').wait_for()
        self.assertEqual(page.evaluate(WHERE), 'h1 Walk 10,000 steps')
        self.walk(page, 'button Add to')
        page.keyboard.press('Enter')
        page.get_by_role('dialog').wait_for()
        self.walk(page, 'input Amount')
        page.keyboard.type('250')
        page.keyboard.press('Enter')
        page.get_by_text('250 / 10,000 steps').wait_for()
        self.assertEqual(page.evaluate(WHERE), 'button Add to Walk 10,000 steps')

    def test_back_returns_to_the_place_and_the_link(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        for number in range(12):
            ana.dare(bo, name=f'Dare {number}')
        page = self.open('/', person=bo)
        link = page.locator('main').get_by_role('link', name=re.compile('Dare 11'))
        last = page.locator('main .row a').last
        last.scroll_into_view_if_needed()
        before = page.evaluate('scrollY')
        self.assertGreater(before, 100)
        address = last.get_attribute('href')
        last.click()
        page.wait_for_url(f'**{address}')
        page.get_by_role('button', name='Accept').wait_for()
        page.go_back()
        link.wait_for()
        page.wait_for_timeout(100)
        self.assertLess(abs(page.evaluate('scrollY') - before), 3)
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('href')"), address)
