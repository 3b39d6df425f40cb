import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sealSecret } from '../../../api/src/kernel/db/encryption/seal-secret.ts'
import { sql } from '../../../api/src/kernel/db/sql.ts'
import { TOTP_SECRET } from '../../../api/src/sessions/commands/twofactor.ts'
import { PASSWORD } from '../../../api/test/fixtures.ts'
import { testMasterKeys } from '../../../api/test/test-app.ts'
import { setupCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('login prompts for what it needs and stores a token that only its owner can read', async (t) => {
  const { reelay, address, credentialsPath, a } = await setupCli(t)
  const { email } = a.people.territory
  const login = await reelay(['login'], [address, email, PASSWORD])
  assert.deepEqual(
    [login.code, login.err],
    [0, 'Service address [http://localhost:4000]: Email: Password: '],
  )
  assert.ok(login.out.includes(email) && login.out.includes(address))
  assert.ok(!(login.out + login.err).includes(PASSWORD), 'the password is not shown')

  const stored = JSON.parse(await readFile(credentialsPath, 'utf8'))
  assert.deepEqual(Object.keys(stored).toSorted(), ['address', 'email', 'token'])
  assert.equal((await stat(credentialsPath)).mode & 0o777, 0o600)
  const me = await reelay(['whoami', '--json'])
  assert.equal(JSON.parse(me.out).emailNormal, email)
  const shown = await reelay(['whoami'])
  assert.match(shown.out, /^Name +territory a$/m)
  assert.match(shown.out, /^Territory +Germany \(DE\)$/m)
})

test('login replaces a readable file and revokes its token', async (t) => {
  const { reelay, address, credentialsPath, as, a } = await setupCli(t)
  const { email, token } = a.people.studio
  await mkdir(dirname(credentialsPath), { recursive: true })
  await writeFile(credentialsPath, JSON.stringify({ address, email, token }))
  await chmod(credentialsPath, 0o644)
  const login = await reelay(['login', '--address', `${address}/api/`, '--json'], ['', PASSWORD])
  assert.deepEqual([login.code, JSON.parse(login.out)], [0, { address, email }], login.err)
  assert.equal((await stat(credentialsPath)).mode & 0o777, 0o600)
  await assert.rejects(
    as({ email, token }).call({
      method: 'GET',
      path: '/studios',
      access: 'signed-in',
      summary: '',
      reply: {},
      list: true,
    }),
    { status: 401 },
  )
})

test('login as somebody else keeps the token of the person before', async (t) => {
  const { reelay, address, credentialsPath, as, a } = await setupCli(t)
  const { email, token } = a.people.studio
  await mkdir(dirname(credentialsPath), { recursive: true })
  await writeFile(credentialsPath, JSON.stringify({ address, email, token }))
  const other = a.people.vendor.email
  const login = await reelay(['login', '--address', address, '--email', other], [PASSWORD])
  assert.equal(login.code, 0, login.err)
  assert.equal(JSON.parse(await readFile(credentialsPath, 'utf8')).email, other)
  const studios = await as({ email, token }).call({
    method: 'GET',
    path: '/studios',
    access: 'signed-in',
    summary: '',
    reply: {},
    list: true,
  })
  assert.ok(studios)
})

test('login prompts for the second factor when the service requires it', async (t) => {
  const { reelay, address, db, a } = await setupCli(t)
  const { _id, email } = a.people.vendor
  const code = 'abcd-efgh-jkmn-pqrs'
  await sql`
    insert into twofactor (person_id, secret, confirmed_at, recovery)
    values (${_id}, ${sealSecret(testMasterKeys, TOTP_SECRET, _id, 'JBSWY3DPEHPK3PXP')},
      ${new Date()}, ${[hash('sha256', code, 'base64url')]})`.execute(db)
  const wrong = await reelay(
    ['login', '--address', address, '--email', email],
    [PASSWORD, '000000'],
  )
  assert.deepEqual(
    [wrong.code, /The two-factor code is wrong or was already used\./.test(wrong.err)],
    [EXIT_CODES.notSignedIn.code, true],
    wrong.err,
  )
  const login = await reelay(['login', '--address', address, '--email', email], [PASSWORD, code])
  assert.equal(login.code, 0, login.err)
  assert.match((await reelay(['whoami'])).out, /^Second factor +used for this session$/m)
})

test('logout revokes and deletes the token', async (t) => {
  const { reelay, address, credentialsPath, a } = await setupCli(t)
  await reelay(['login', '--address', address, '--email', a.people.guest.email], [PASSWORD])
  const stored = await readFile(credentialsPath, 'utf8')
  const logout = await reelay(['logout', '--json'])
  assert.deepEqual(
    [logout.code, JSON.parse(logout.out)],
    [0, { email: a.people.guest.email, revoked: true }],
  )
  assert.deepEqual(
    [(await reelay(['whoami'])).code, (await reelay(['logout'])).code],
    [EXIT_CODES.notSignedIn.code, EXIT_CODES.notSignedIn.code],
  )

  await writeFile(credentialsPath, stored)
  const stale = await reelay(['whoami'])
  assert.deepEqual(
    [stale.code, stale.err.includes('To sign in again, run: reelay login')],
    [EXIT_CODES.notSignedIn.code, true],
  )
  assert.equal((await reelay(['logout'])).code, 0, 'a revoked token does not prevent logout')
})

test('errors have an exit code and a message', async (t) => {
  const { reelay, address, credentialsPath, a } = await setupCli(t)
  const { email } = a.people.territory
  const cases: [
    words: string[],
    answers: string[],
    reason: keyof typeof EXIT_CODES,
    message: RegExp,
  ][] = [
    [
      ['login'],
      [address, email, 'not-the-password'],
      'notSignedIn',
      /reelay: The email, password or token is wrong or no longer valid\. \(credential\.invalid\)/,
    ],
    [
      ['login', '--address', 'ftp://reelay.example'],
      [],
      'usage',
      /"ftp:\/\/reelay\.example" is not a valid address\./,
    ],
    [
      ['login', '--address', 'http://127.0.0.1:1', '--email', email],
      [PASSWORD],
      'unavailable',
      /The service does not respond\. Check its address, and that it is running\./,
    ],
    [['login', '--address', address], [], 'interrupted', /No input\. Nothing was changed\./],
    [['login', '--password', 'x'], [], 'usage', /unknown option '--password'/],
    [['ghosts', 'list'], [], 'usage', /unknown command 'ghosts'/],
    [['asets', 'list'], [], 'usage', /Did you mean assets\?/],
  ]
  for (const [words, answers, reason, message] of cases) {
    const { code, err } = await reelay(words, answers)
    assert.deepEqual([words, code], [words, EXIT_CODES[reason].code], err)
    assert.match(err, message)
  }
  await mkdir(dirname(credentialsPath), { recursive: true })
  await writeFile(credentialsPath, 'not json')
  assert.equal((await reelay(['whoami'])).code, EXIT_CODES.notSignedIn.code)
})

test('signs in by environment variables or with a piped token', async (t) => {
  const { reelay, address, credentialsPath, home, a } = await setupCli(t)
  const { email, token } = a.people.vendor
  const env = { REELAY_ADDRESS: `${address}/api/`, REELAY_EMAIL: email, REELAY_TOKEN: token }
  assert.equal(JSON.parse((await reelay(['whoami', '--json'], [], env)).out).emailNormal, email)
  const incomplete = await reelay(['whoami'], [], { REELAY_TOKEN: token })
  assert.deepEqual(
    [
      incomplete.code,
      /REELAY_TOKEN also needs REELAY_ADDRESS and REELAY_EMAIL/.test(incomplete.err),
    ],
    [EXIT_CODES.notSignedIn.code, true],
  )

  const words = ['login', '--address', address, '--email', email, '--with-token']
  assert.equal((await reelay(words, ['not-a-token'])).code, EXIT_CODES.notSignedIn.code)
  const elsewhere = { REELAY_CREDENTIALS: join(home, 'secrets', 'reelay.json') }
  const login = await reelay(words, [`token-${token}`], elsewhere)
  assert.deepEqual([login.code, login.err, login.out.includes(token)], [0, 'Token: ', false])
  assert.equal((await stat(elsewhere.REELAY_CREDENTIALS)).mode & 0o777, 0o600)
  await assert.rejects(stat(credentialsPath), { code: 'ENOENT' })
  assert.equal((await reelay(['whoami'], [], elsewhere)).code, 0)
})
