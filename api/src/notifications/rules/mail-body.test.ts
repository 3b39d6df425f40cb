import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { storedRequest } from '../../../test/stored-requests.ts'
import { permissionsOf } from '../../access/rules.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import { sectionFor } from './mail-sections.ts'
import { renderMail, type MailEntry } from './mail-body.ts'

const reader = (role: string, _id = role) => ({
  _id,
  roles: [role],
  groups: [],
  permissions: permissionsOf([role], []),
})
const [territory, vendor, translator, owner] = [
  reader('territory'),
  reader('vendor'),
  reader('translator'),
  reader('territory', 'owner'),
]
const assigned = (
  request: StoredWorkRequest,
  status: StoredWorkRequest['translation']['status'],
): StoredWorkRequest => ({
  ...request,
  translation: {
    ...request.translation,
    status,
    translator: { _id: 'translator', name: 'Li', emailNormal: '', groups: [] },
  },
})

test('chooses the section from the status and the reader’s permissions', () => {
  const sections = (request: StoredWorkRequest) =>
    [territory, vendor, translator, owner].map((person) => sectionFor(request, person))
  assert.deepEqual(sections(storedRequest('for-review')), ['approve', 'know', 'know', 'approve'])
  assert.deepEqual(
    sections(storedRequest('in-progress')),
    ['know', 'work', 'know', 'know'],
    'although there is no offline yet',
  )
  assert.deepEqual(sections(assigned(storedRequest('awaiting-materials'), 'incomplete')), [
    'know',
    'work',
    'translate',
    'know',
  ])
  assert.deepEqual(sections(assigned(storedRequest('awaiting-materials'), 'rejected')), [
    'know',
    'work',
    'translate',
    'know',
  ])
  assert.deepEqual(sections(assigned(storedRequest('awaiting-materials'), 'submitted')), [
    'approve',
    'work',
    'know',
    'approve',
  ])
  assert.deepEqual(sections(storedRequest('incomplete')), ['know', 'know', 'know', 'work'])
  for (const status of ['complete', 'cancelled'] as const)
    assert.deepEqual(sections(storedRequest(status)), ['know', 'know', 'know', 'know'])
  assert.equal(sectionFor(undefined, vendor), 'know')
})

const entry = (more: Partial<MailEntry> = {}): MailEntry => ({
  events: ['e'],
  subject: 'Trailer X, German',
  what: 'for review',
  by: ['Ada'],
  automatic: null,
  time: Date.parse('2026-11-16T08:30:00Z') / 1000,
  asset: 'a1',
  project: null,
  request: {
    _id: 'w1',
    language: 'deu',
    territory: 'DE',
    due: { date: Date.parse('2026-11-20T17:00:00Z') / 1000, tz: 'America/New_York' },
  },
  section: 'approve',
  ...more,
})
const mail = (entries: MailEntry[], more: object = {}) =>
  renderMail({
    name: 'Bo',
    zone: 'Europe/Berlin',
    frequency: 86_400,
    entries,
    links: { app: 'http://app.test', unsubscribe: 'http://reelay.test/stop?code=c' },
    ...more,
  })

test('groups by task and shows times in the reader’s and the order’s time zone', () => {
  const { subject, text } = mail([
    entry({ section: 'know', request: null, what: 'a new file' }),
    entry(),
  ])
  assert.equal(subject, 'Reelay: 1 waiting for your approval, 1 for your information')
  assert.equal(
    text,
    `Hello Bo,

Waiting for your approval

- Trailer X, German: for review, by Ada
  Mon 16 Nov 2026, 09:30 (Europe/Berlin) · due Fri 20 Nov 2026, 18:00 (Europe/Berlin), order time Fri 20 Nov 2026, 12:00 (America/New_York)
  http://app.test/workrequests/w1

For your information

- Trailer X, German: a new file, by Ada
  Mon 16 Nov 2026, 09:30 (Europe/Berlin)
  http://app.test/assets/a1

--
Reelay sends you these mails every morning. You can change this in your account settings.
Unsubscribe: http://reelay.test/stop?code=c
`,
  )
})

test('renders the same content as HTML without scripts or remote resources', () => {
  const { html } = mail([entry()])
  assert.match(
    html,
    /<h2>Waiting for your approval<\/h2>\n<ul>\n<li><a href="http:\/\/app\.test\/workrequests\/w1">Trailer X, German: for review, by Ada<\/a><br><small>Mon 16 Nov 2026/,
  )
  assert.match(html, /name="color-scheme" content="light dark"/)
  assert.doesNotMatch(html, /<script|<img|<link|url\(|@import| src=/)
})

test('counts the entries that a long digest omits', () => {
  const { text } = mail(Array.from({ length: 75 }, () => entry()))
  assert.match(text, /- and 15 more/)
})

test('escapes any markup in names', () =>
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const name = `${typed}<script>alert(1)</script>"onload='x'&{{7*7}}\r\nBcc: all@example.com`
      const { subject, text, html } = mail([entry({ subject: name, by: [name] })], { name })
      const plain = mail([entry()]).html
      assert.deepEqual(
        [...html.matchAll(/<[a-z/!][^>]*>/g)].length,
        [...plain.matchAll(/<[a-z/!][^>]*>/g)].length,
        'as many tags as without it',
      )
      assert.doesNotMatch(subject, /[\r\n]/)
      assert.doesNotMatch(text.split('\n')[0]!, /\r/)
    }),
  ))
