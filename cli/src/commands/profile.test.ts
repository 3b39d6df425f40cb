import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sessions } from '@reelay/api/contract'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

const emailOf = (out: string) => (JSON.parse(out) as { emailNormal: string }).emailNormal

test('uses several accounts side by side', async (t) => {
  const { reelay, runCommand, address, home, a } = await setupSignedInCli(t, 'studio')
  const { vendor, studio } = a.people
  const login = ['login', '--profile', 'vendor', '--address', address, '--email', vendor.email]
  assert.equal((await reelay([...login, '--with-token'], [vendor.token])).code, 0)
  const file = join(home, 'reelay/profiles/vendor.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)

  const whoami = async (words: string[] = [], env = {}) =>
    emailOf((await reelay(['whoami', '--json', ...words], [], env)).out)
  assert.deepEqual(
    [
      await whoami(),
      await whoami(['--profile', 'vendor']),
      await whoami(['--profile=vendor']),
      await whoami([], { REELAY_PROFILE: 'vendor' }),
      await whoami(['--profile', 'default'], { REELAY_PROFILE: 'vendor' }),
    ],
    [studio.email, vendor.email, vendor.email, vendor.email, studio.email],
  )

  assert.equal((await runCommand('profile', 'use', 'vendor')).code, 0)
  assert.equal(await whoami(), vendor.email)
  const { out } = await runCommand('profile', 'list')
  assert.match(out, new RegExp(`^   default  ${address} +${studio.email}$`, 'm'))
  assert.match(out, new RegExp(`^\\* +vendor +${address} +${vendor.email}$`, 'm'))
})

test('removing a profile revokes its token and returns to the default', async (t) => {
  const { reelay, runCommand, address, home, a } = await setupSignedInCli(t, 'studio')
  const { vendor } = a.people
  const login = ['login', '--profile', 'vendor', '--address', address, '--email', vendor.email]
  await reelay([...login, '--with-token'], [vendor.token])
  await runCommand('profile', 'use', 'vendor')
  const removed = await runCommand('profile', 'remove', 'vendor', '--json')
  assert.deepEqual(JSON.parse(removed.out), { name: 'vendor', removed: true, revoked: true })
  await assert.rejects(stat(join(home, 'reelay/profiles/vendor.json')), { code: 'ENOENT' })
  await assert.rejects(vendor.call(sessions.listTokens), { status: 401 })
  assert.equal((await runCommand('whoami')).code, 0, 'the default profile is the current one')
  assert.equal((await runCommand('profile', 'remove', 'vendor')).code, EXIT_CODES.notFound.code)
})

test('removes a profile whose service is gone, and says that the token is still valid', async (t) => {
  const { runCommand, home } = await setupSignedInCli(t)
  await runCommand('profile', 'list')
  const gone = { address: 'http://127.0.0.1:1', email: 'a@b.example', token: 'x' }
  await writeFile(join(home, 'reelay/credentials.json'), JSON.stringify(gone))
  const { code, err } = await runCommand('profile', 'remove', 'default')
  assert.deepEqual([code, /token is still valid/.test(err)], [0, true], err)
  assert.equal((await runCommand('profile', 'list', '--json')).out, '[]\n')
})

test('rejects a missing profile and a name that is a path', async (t) => {
  const { runCommand, home } = await setupSignedInCli(t)
  const missing = await runCommand('assets', 'list', '--profile', 'north')
  assert.deepEqual(
    [missing.code, missing.err],
    [
      EXIT_CODES.notSignedIn.code,
      'reelay: You are not signed in with the profile north. Run: reelay login --profile north\n',
    ],
  )
  for (const name of ['../credentials', 'a/b', '.hidden', ''])
    assert.equal(
      (await runCommand('profile', 'use', name)).code,
      EXIT_CODES.usage.code,
      JSON.stringify(name),
    )
  assert.ok(await readFile(join(home, 'reelay/credentials.json'), 'utf8'))
})

test('a command with a --profile of its own keeps it', async (t) => {
  const { runCommand } = await setupSignedInCli(t)
  const unknown = '6918a2f0c3d4e5f60718293a'
  const own = await runCommand('translate', 'check', unknown, '--profile', 'bbc')
  assert.equal(own.code, EXIT_CODES.notFound.code, own.err)
  const both = await runCommand('--profile', 'x', 'translate', 'check', unknown, '--profile', 'bbc')
  assert.match(both.err, /not signed in with the profile x/)
})
