import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures } from '../../test/fixtures.ts'
import { newestCode } from '../../test/mail-codes.ts'
import * as sessions from '../sessions/contract.ts'
import { isBreached } from './commands/breached-passwords.ts'
import * as contract from './contract.ts'

/** In published lists, and not in the short list that the web app knows. */
const STOLEN = 'threedaysgrace'

test('finds stolen passwords in any case and with spaces', async () => {
  for (const password of [STOLEN, 'ThreeDaysGrace', 'three days grace', '123qweasdzxc'])
    assert.equal(await isBreached(password), true, password)
  for (const password of [PASSWORD, 'three days of grace', ''])
    assert.equal(await isBreached(password), false, password)
})

test('refuses a stolen password at registration, reset, change and invitation', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, as, runJobs } = fixtures
  const { studio, guest } = a.people
  const invitation = {
    emailNormal: 'new@example.com',
    name: 'New',
    roles: ['guest' as const],
    studios: [a.studio._id],
  }
  const refused = async (call: Promise<unknown>) => {
    const { errors } = await expectProblem(call, 422, 'password.weak')
    assert.deepEqual(errors, [
      { pointer: '/password', message: 'is in a list of stolen passwords' },
    ])
  }
  await refused(studio.call(contract.inviteUser, { body: { ...invitation, password: STOLEN } }))
  await studio.call(contract.inviteUser, { body: invitation })
  const code = await newestCode(fixtures, 'register')
  await refused(as().call(contract.registerUser, { body: { code, name: 'N', password: STOLEN } }))
  await refused(
    guest.call(sessions.changeSession, {
      params: { id: guest._id },
      body: { password: STOLEN, currentPassword: PASSWORD },
    }),
  )
  await as().call(sessions.forgottenPassword, { body: { email: guest.email } })
  await runJobs()
  const reset = await newestCode(fixtures, 'reset')
  await refused(as().call(sessions.resetPassword, { body: { code: reset, password: STOLEN } }))
  await as().call(sessions.resetPassword, { body: { code: reset, password: `${STOLEN} 1931` } })
})
