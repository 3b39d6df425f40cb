import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { storedRequest } from '../../../test/stored-requests.ts'
import { permissionsOf } from '../../access/rules.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import { sectionFor } from './mail-sections.ts'
import { renderMail, type MailEntry } from './mail-body.ts'

const somebody = (role: string, _id = role) => ({
  _id,
  roles: [role],
  permissions: permissionsOf([role], []),
})
const [territory, vendor, translator, owner] = [
  somebody('territory'),
  somebody('vendor'),
  somebody('translator'),
  somebody('territory', 'owner'),
]
const given = (
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
  const whose = (request: StoredWorkRequest) =>
    [territory, vendor, translator, owner].map((reader) => sectionFor(request, reader))
  assert.deepEqual(whose(storedRequest('for-review')), ['approve', 'know', 'know', 'approve'])
  assert.deepEqual(
    whose(storedRequest('in-progress')),
    ['know', 'work', 'know', 'know'],
    'although there is no offline yet',
  )
  assert.deepEqual(whose(given(storedRequest('awaiting-materials'), 'incomplete')), [
    'know',
    'work',
    'translate',
    'know',
  ])
  assert.deepEqual(whose(given(storedRequest('awaiting-materials'), 'rejected')), [
    'know',
    'work',
    'translate',
    'know',
  ])
  assert.deepEqual(whose(given(storedRequest('awaiting-materials'), 'submitted')), [
    'approve',
    'work',
    'know',
    'approve',
  ])
  assert.deepEqual(whose(storedRequest('incomplete')), ['know', 'know', 'know', 'work'])
  for (const status of ['complete', 'cancelled'] as const)
    assert.deepEqual(whose(storedRequest(status)), ['know', 'know', 'know', 'know'])
  assert.equal(sectionFor(undefined, vendor), 'know')
})

const entry = (more: Partial<MailEntry> = {}): MailEntry => ({
  events: ['e'],
  subject: 'Trailer X, German',
  what: 'for review',
  by: ['Ada'],
  at: Date.parse('2026-11-16T08:30:00Z') / 1000,
  asset: 'a1',
  request: {
    _id: 'w1',
    language: 'deu',
    due: { date: Date.parse('2026-11-20T17:00:00Z') / 1000, tz: 'America/New_York' },
  },
  duty: 'approve',
  ...more,
})
const letter = (entries: MailEntry[], more: object = {}) =>
  renderMail({
    name: 'Bo',
    zone: 'Europe/Berlin',
    pace: 86_400,
    entries,
    addresses: { app: 'http://app.test', stop: 'http://reelay.test/stop?code=c' },
    ...more,
  })

test('groups by task and shows times in the reader’s and the order’s time zone', () => {
  const { subject, text } = letter([
    entry({ duty: 'know', request: null, what: 'a new file' }),
    entry(),
  ])
  assert.equal(subject, 'Reelay: 1 to approve, 1 for your information')
  assert.equal(
    text,
    `Hello Bo,

To approve

- Trailer X, German: for review, by Ada
  Mon 16 Nov 2026, 09:30 (Europe/Berlin) · due Fri 20 Nov 2026, 18:00 (Europe/Berlin), for the order Fri 20 Nov 2026, 12:00 (America/New_York)
  http://app.test/workrequests/w1

For your information

- Trailer X, German: a new file, by Ada
  Mon 16 Nov 2026, 09:30 (Europe/Berlin)
  http://app.test/assets/a1

--
You get this every morning because of your mail settings in Reelay.
Stop all of it: http://reelay.test/stop?code=c
`,
  )
})

test('renders the same content as HTML without scripts or remote resources', () => {
  const { html } = letter([entry()])
  assert.match(
    html,
    /<h2>To approve<\/h2>\n<ul>\n<li><a href="http:\/\/app\.test\/workrequests\/w1">Trailer X, German: for review, by Ada<\/a><br><small>Mon 16 Nov 2026/,
  )
  assert.match(html, /name="color-scheme" content="light dark"/)
  assert.doesNotMatch(html, /<script|<img|<link|url\(|@import| src=/)
})

test('counts the entries that a long digest omits', () => {
  const { text } = letter(Array.from({ length: 75 }, () => entry()))
  assert.match(text, /- and 15 more/)
})

test('escapes any markup in names', () =>
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const name = `${typed}<script>alert(1)</script>"onload='x'&{{7*7}}\r\nBcc: all@example.com`
      const { subject, text, html } = letter([entry({ subject: name, by: [name] })], { name })
      const plain = letter([entry()]).html
      assert.deepEqual(
        [...html.matchAll(/<[a-z/!][^>]*>/g)].length,
        [...plain.matchAll(/<[a-z/!][^>]*>/g)].length,
        'as many tags as without it',
      )
      assert.doesNotMatch(subject, /[\r\n]/)
      assert.doesNotMatch(text.split('\n')[0]!, /\r/)
    }),
  ))
