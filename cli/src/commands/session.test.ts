import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { PASSWORD } from '../../../api/test/fixtures.ts'
import { setupCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('login asks for what it needs, and keeps a token that only its owner can read', async (t) => {
  const { reelay, address, credentialsPath, a } = await setupCli(t)
  const { email } = a.people.territory
  const login = await reelay(['login'], [address, email, PASSWORD])
  assert.deepEqual(
    [login.code, login.err],
    [0, 'Service address [http://localhost:4000]: E-mail: Password: '],
  )
  assert.ok(login.out.includes(email) && login.out.includes(address))
  assert.ok(!(login.out + login.err).includes(PASSWORD), 'the password is not shown')

  const kept = JSON.parse(await readFile(credentialsPath, 'utf8'))
  assert.deepEqual(Object.keys(kept).toSorted(), ['address', 'email', 'token'])
  assert.equal((await stat(credentialsPath)).mode & 0o777, 0o600)
  const me = await reelay(['whoami', '--json'])
  assert.equal(JSON.parse(me.out).emailNormal, email)
  const shown = await reelay(['whoami'])
  assert.match(shown.out, /^Name +territory a$/m)
  assert.match(shown.out, /^Territory +Germany \(DE\)$/m)
})

test('a file that others could read is replaced, and the token in it is revoked', async (t) => {
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

test('login asks for the second factor when the service does', async (t) => {
  const { reelay, address, db, a } = await setupCli(t)
  const { _id, email } = a.people.vendor
  const code = 'abcd-efgh-jkmn-pqrs'
  await db
    .insertInto('twofactor')
    .values({
      person_id: _id,
      secret: 'JBSWY3DPEHPK3PXP',
      confirmed_at: new Date(),
      recovery: [hash('sha256', code, 'base64url')],
    })
    .execute()
  const wrong = await reelay(
    ['login', '--address', address, '--email', email],
    [PASSWORD, '000000'],
  )
  assert.deepEqual(
    [wrong.code, /second factor is wrong/.test(wrong.err)],
    [EXIT_CODES.notSignedIn.code, true],
    wrong.err,
  )
  const login = await reelay(['login', '--address', address, '--email', email], [PASSWORD, code])
  assert.equal(login.code, 0, login.err)
  assert.match((await reelay(['whoami'])).out, /^Second factor +used for this session$/m)
})

test('logout revokes the token and forgets it', async (t) => {
  const { reelay, address, credentialsPath, a } = await setupCli(t)
  await reelay(['login', '--address', address, '--email', a.people.guest.email], [PASSWORD])
  const kept = await readFile(credentialsPath, 'utf8')
  const logout = await reelay(['logout', '--json'])
  assert.deepEqual(
    [logout.code, JSON.parse(logout.out)],
    [0, { email: a.people.guest.email, revoked: true }],
  )
  assert.deepEqual(
    [(await reelay(['whoami'])).code, (await reelay(['logout'])).code],
    [EXIT_CODES.notSignedIn.code, EXIT_CODES.notSignedIn.code],
  )

  await writeFile(credentialsPath, kept)
  const stale = await reelay(['whoami'])
  assert.deepEqual(
    [stale.code, stale.err.includes('reelay login')],
    [EXIT_CODES.notSignedIn.code, true],
  )
  assert.equal(
    (await reelay(['logout'])).code,
    0,
    'a token that is gone already is no reason to stay',
  )
})

test('what goes wrong has its exit code and a sentence', async (t) => {
  const { reelay, address, credentialsPath, a } = await setupCli(t)
  const { email } = a.people.territory
  const cases: [
    words: string[],
    answers: string[],
    ending: keyof typeof EXIT_CODES,
    said: RegExp,
  ][] = [
    [['login'], [address, email, 'not-the-password'], 'notSignedIn', /credential\.refused/],
    [['login', '--address', 'ftp://reelay.example'], [], 'usage', /not the address of a service/],
    [
      ['login', '--address', 'http://127.0.0.1:1', '--email', email],
      [PASSWORD],
      'unavailable',
      /does not answer/,
    ],
    [['login', '--address', address], [], 'interrupted', /nothing was done/],
    [['login', '--password', 'x'], [], 'usage', /unknown option/],
    [['ghosts', 'list'], [], 'usage', /unknown command/],
    [['asets', 'list'], [], 'usage', /Did you mean assets/],
  ]
  for (const [words, answers, ending, said] of cases) {
    const { code, err } = await reelay(words, answers)
    assert.deepEqual([words, code], [words, EXIT_CODES[ending].code], err)
    assert.match(err, said)
  }
  await mkdir(dirname(credentialsPath), { recursive: true })
  await writeFile(credentialsPath, 'not json')
  assert.equal((await reelay(['whoami'])).code, EXIT_CODES.notSignedIn.code)
})

test('a machine signs in by its environment, or with a token from a pipe', async (t) => {
  const { reelay, address, credentialsPath, home, a } = await setupCli(t)
  const { email, token } = a.people.vendor
  const env = { REELAY_ADDRESS: `${address}/api/`, REELAY_EMAIL: email, REELAY_TOKEN: token }
  assert.equal(JSON.parse((await reelay(['whoami', '--json'], [], env)).out).emailNormal, email)
  const half = await reelay(['whoami'], [], { REELAY_TOKEN: token })
  assert.deepEqual(
    [half.code, /REELAY_ADDRESS and REELAY_EMAIL/.test(half.err)],
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
