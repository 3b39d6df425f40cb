import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DEFAULT_PREFERENCES,
  passwordError,
  presentSummary,
  presentUser,
  type StoredUser,
} from './user.ts'

const EMAIL = 'ada@example.com'
const accepts = (password: string) => assert.equal(passwordError(password, EMAIL), undefined)
const refuses = (password: string, message: RegExp) =>
  assert.match(passwordError(password, EMAIL) ?? 'accepted', message)

for (const password of [
  'Correct-horse-9',
  'twelve chars',
  'pässwörter für alle',
  '日本語の長いパスワードですよ',
  `${'x'.repeat(120)}y1z2`,
  'with:colon and more',
  ' leading and trailing ',
  '1a2b3c4d5e6f',
])
  test(`accepts "${password.slice(0, 24)}"`, () => accepts(password))

test('requires twelve characters', () => {
  refuses('abcdefgh1jk', /at least 12/)
  accepts('abcdefgh1jkl')
})

test('counts grapheme clusters as characters', () => {
  refuses('😀😁😂😃😄😅😆😇😈😉😊', /at least 12/)
  accepts('😀😁😂😃😄😅😆😇😈😉😊😋')
})

for (const password of [
  'password1234',
  'PASSWORD1234',
  'pass word 12 34',
  '123456789012',
  'qwertyuiop12',
  'correct horse battery staple',
  'aaaaaaaaaaaa',
  'abababababab',
  '            ',
])
  test(`rejects "${password}" as too common`, () => refuses(password, /too common/))

test('rejects a password that looks like a token', () => {
  refuses('token-and-more-words', /must not begin with "token-"/)
  accepts('Token-and-more-words')
})

test('rejects a password that contains the own address', () => {
  refuses('my ADA@example.com 1', /must not contain the e-mail/)
})

test('rejects a NUL character', () => refuses('abcdefgh\0ijkl', /NUL/))

const storedUser: StoredUser = {
  _id: 'a'.repeat(24),
  emailNormal: EMAIL,
  name: 'Ada',
  status: { invited: true, approved: true, registered: true, confirmed: true },
  roles: ['guest'],
  permissions: [],
  flags: [],
  queue: [],
  orderQueue: [],
  shareQueue: [],
  studios: [],
  memberships: [],
  agent: null,
  twofactorVerified: false,
  hasEnforced2fa: false,
  territory: null,
  groups: [],
  preferences: DEFAULT_PREFERENCES,
  created: 5,
}

test('presents both names of id and e-mail, and never a password', () => {
  const user = presentUser(storedUser, { host: 'reelay.test', appUrl: 'http://app.test' })
  assert.deepEqual(
    [user.id, user.username, user.password],
    [user._id, user.emailNormal, '[redacted]'],
  )
  assert.equal(user.invite, 'http://app.test/register/:code')
  assert.equal(user.$links.self, `//reelay.test/api/users/${user._id}`)
})

test('embeds a person with name, address and groups', () => {
  const group = { _id: 'b'.repeat(24), name: 'Vendors' }
  assert.deepEqual(
    presentSummary(
      { _id: storedUser._id, name: 'Ada', emailNormal: EMAIL, groups: [group] },
      { host: 'reelay.test' },
    ),
    {
      _id: storedUser._id,
      name: 'Ada',
      emailNormal: EMAIL,
      groups: [{ ...group, $links: { self: `//reelay.test/api/groups/${group._id}` } }],
    },
  )
})
