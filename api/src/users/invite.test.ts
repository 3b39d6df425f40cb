import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as groups from '../groups/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as outbox from '../outbox/contract.ts'
import * as sessions from '../sessions/contract.ts'
import * as contract from './contract.ts'

const body = (
  side: Fixtures['a'],
  more: Partial<contract.Invitation> = {},
): contract.Invitation => ({
  emailNormal: 'new@example.com',
  name: 'New Person',
  roles: ['vendor'],
  studios: [side.studio._id],
  ...more,
})
const mails = async ({ admin }: Fixtures) => (await admin.call(outbox.listOutbox)).items
const codeIn = (mail: outbox.Mail) => /\/register\/([\w-]+)/.exec(mail.text)![1]!

test('with a password an account is usable at once, and no mail is written', async (t) => {
  const fixtures = await loadFixtures(t)
  const user = await fixtures.a.people.studio.call(contract.inviteUser, {
    body: body(fixtures.a, {
      password: PASSWORD,
      groups: [fixtures.a.vendors._id],
      territory: fixtures.territory._id,
    }),
  })
  assert.deepEqual(user.status, {
    invited: true,
    approved: true,
    registered: true,
    confirmed: true,
  })
  assert.deepEqual(
    [user.emailNormal, user.roles, user.studios, user.groups[0]!._id, user.territory!.code],
    ['new@example.com', ['vendor'], [fixtures.a.studio._id], fixtures.a.vendors._id, 'DE'],
  )
  assert.equal((await fixtures.signIn('new@example.com'))._id, user._id)
  assert.deepEqual(await mails(fixtures), [])
})

test('sends a mail to choose one if none is given', async (t) => {
  const fixtures = await loadFixtures(t)
  const invited = await fixtures.a.people.studio.call(contract.inviteUser, {
    body: body(fixtures.a),
  })
  assert.deepEqual(invited.status, {
    invited: true,
    approved: true,
    registered: false,
    confirmed: false,
  })
  await expectProblem(fixtures.signIn('new@example.com'), 401)
  const [mail] = await mails(fixtures)
  assert.deepEqual(
    [mail!.to, mail!.subject, mail!.sent],
    ['new@example.com', 'studio a invited you to Reelay', null],
  )
  assert.match(mail!.text, /http:\/\/app\.test\/register\/[\w-]{43}\n/)
  assert.deepEqual(
    await fixtures.as().call(contract.registerUser, {
      body: { code: codeIn(mail!), name: 'Chosen Name', password: 'Another-horse-7' },
    }),
    { email: 'new@example.com', registered: true },
  )
  const person = await fixtures.signIn('new@example.com', 'Another-horse-7')
  const me = await person.call(contract.getUser, { params: { id: person._id } })
  assert.deepEqual(
    [me._id, me.name, me.status.registered, me.status.confirmed],
    [invited._id, 'Chosen Name', true, true],
  )
})

test('puts the code only into the mail, not into the response or in plain text into the database', async (t) => {
  const fixtures = await loadFixtures(t)
  const { body: user } = await fixtures.a.people.studio.send(contract.inviteUser, {
    body: body(fixtures.a),
  })
  const code = codeIn((await mails(fixtures))[0]!)
  assert.equal(user.invite, 'http://app.test/register/:code')
  assert.ok(!JSON.stringify(user).includes(code))
  const { rows } = await sql<{ row: string }>`select invitation::text as row from invitation
    union all select mail::text from mail`.execute(fixtures.db)
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ row }) => !row.includes(code)))
})

test('accepts a code once, for fourteen days, and not after the person was disabled', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const register = (code: string) =>
    fixtures.as().call(contract.registerUser, { body: { code, name: 'New', password: PASSWORD } })
  await studio.call(contract.inviteUser, { body: body(fixtures.a) })
  const [first] = await mails(fixtures)
  await register(codeIn(first!))
  await expectProblem(register(codeIn(first!)), 422, 'invitation.expired')
  await studio.call(contract.inviteUser, {
    body: body(fixtures.a, { emailNormal: 'late@example.com' }),
  })
  await sql`update invitation set expires_at = now() - interval '1 second'
    where used_at is null`.execute(fixtures.db)
  await expectProblem(register(codeIn((await mails(fixtures))[0]!)), 422, 'invitation.expired')
  const gone = await studio.call(contract.inviteUser, {
    body: body(fixtures.a, { emailNormal: 'gone@example.com' }),
  })
  await studio.call(contract.disableUser, { params: { id: gone._id } })
  await expectSameProblem(register(codeIn((await mails(fixtures))[0]!)), register('guess'), 422)
})

test('resends an invitation with a new code and revokes the earlier one', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const register = (code: string) =>
    fixtures.as().call(contract.registerUser, { body: { code, name: 'New', password: PASSWORD } })
  const { _id: id } = await studio.call(contract.inviteUser, { body: body(fixtures.a) })
  const first = codeIn((await mails(fixtures))[0]!)
  const again = await studio.call(contract.inviteAgain, { params: { id } })
  assert.deepEqual([again._id, again.status.registered], [id, false])
  const [mail, ...others] = await mails(fixtures)
  assert.deepEqual(
    [mail!.to, mail!.subject, others.length],
    ['new@example.com', 'studio a invited you to Reelay', 1],
  )
  assert.notEqual(codeIn(mail!), first)
  await expectProblem(register(first), 422, 'invitation.expired')
  await register(codeIn(mail!))
  assert.equal((await fixtures.signIn('new@example.com'))._id, id)
  await expectProblem(
    studio.call(contract.inviteAgain, { params: { id } }),
    409,
    'user.already-registered',
  )
})

test('resends an expired invitation with a new code', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await fixtures.a.people.studio.call(contract.inviteUser, {
    body: body(fixtures.a),
  })
  await sql`update invitation set expires_at = now() - interval '1 day'`.execute(fixtures.db)
  await fixtures.admin.call(contract.inviteAgain, { params: { id } })
  await fixtures.as().call(contract.registerUser, {
    body: { code: codeIn((await mails(fixtures))[0]!), name: 'New', password: PASSWORD },
  })
})

test('lets only people resend who could have invited, and keeps the code on rejection', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin } = fixtures
  const { _id: id } = await admin.call(contract.inviteUser, {
    body: body(a, { roles: ['admin'], studios: [a.studio._id] }),
  })
  const code = codeIn((await mails(fixtures))[0]!)
  const again = (by: typeof admin, who = id) =>
    by.call(contract.inviteAgain, { params: { id: who } })
  await expectProblem(again(a.people.studio), 403, 'user.higher-role')
  await expectProblem(again(a.people.vendor), 403, 'permission.required')
  await expectSameProblem(again(b.people.studio), again(b.people.studio, 'f'.repeat(24)), 404)
  assert.equal((await mails(fixtures)).length, 1)
  await fixtures
    .as()
    .call(contract.registerUser, { body: { code, name: 'New', password: PASSWORD } })
})

test('handles registering and resending at the same moment without a half-done state', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await fixtures.admin.call(contract.inviteUser, { body: body(fixtures.a) })
  const code = codeIn((await mails(fixtures))[0]!)
  const [registered, again] = await Promise.allSettled([
    fixtures.as().call(contract.registerUser, { body: { code, name: 'New', password: PASSWORD } }),
    fixtures.admin.call(contract.inviteAgain, { params: { id } }),
  ])
  assert.notEqual(registered.status, again.status, 'one comes first, and the other is rejected')
})

test('rejects a weak password without using up the code', async (t) => {
  const fixtures = await loadFixtures(t)
  await fixtures.a.people.studio.call(contract.inviteUser, { body: body(fixtures.a) })
  const code = codeIn((await mails(fixtures))[0]!)
  for (const password of ['short', 'password1234', 'token-correct-horse', 'I am new@example.com'])
    await expectProblem(
      fixtures.as().call(contract.registerUser, { body: { code, name: 'New', password } }),
      422,
      'password.weak',
    )
  await fixtures
    .as()
    .call(contract.registerUser, { body: { code, name: 'New', password: PASSWORD } })
})

test('requires a code, a name and a password, and nothing else', async (t) => {
  const { as } = await loadFixtures(t)
  const register = (more: object) =>
    as().call(contract.registerUser, {
      body: { code: 'x', name: 'New', password: PASSWORD, ...more },
    })
  await expectProblem(register({ roles: ['admin'] }), 400, 'body.unknown-field')
  await expectProblem(register({ name: '' }), 422, 'body.invalid')
  await expectProblem(register({ password: 'x'.repeat(1025) }), 422, 'body.invalid')
})

test('treats an e-mail as one account regardless of case, Unicode form and studio', async (t) => {
  const { a, b } = await loadFixtures(t)
  await a.people.studio.call(contract.inviteUser, {
    body: body(a, { emailNormal: 'Zo\u00eb@Example.com' }),
  })
  for (const emailNormal of [
    'zo\u00eb@example.com',
    'ZO\u00cb@EXAMPLE.COM',
    'zoe\u0308@example.com',
  ]) {
    const { message } = await expectProblem(
      b.people.studio.call(contract.inviteUser, { body: body(b, { emailNormal }) }),
      409,
      'email.exists',
    )
    assert.doesNotMatch(message, /studio/i)
  }
})

test('lets the person sign in with any form of the e-mail', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const user = await a.people.studio.call(contract.inviteUser, {
    body: body(a, { emailNormal: 'Zoe\u0308@Example.com', password: PASSWORD }),
  })
  assert.equal(user.emailNormal, 'zo\u00eb@example.com')
  for (const email of ['zo\u00eb@example.com', 'ZOE\u0308@example.com'])
    assert.equal((await signIn(email))._id, user._id)
})

test('lets one of ten concurrent invitations of an address succeed', async (t) => {
  const { a } = await loadFixtures(t)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => a.people.studio.call(contract.inviteUser, { body: body(a) })),
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      assert.equal((outcome.reason as { status: number }).status, 409)
})

test('rejects an invitation that grants more than the inviter has', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const invite = (more: Partial<contract.Invitation>) =>
    a.people.studio.call(contract.inviteUser, { body: body(a, more) })
  for (const more of [
    { roles: ['admin' as const] },
    { roles: ['guest' as const, 'service' as const] },
    { permissions: ['event.write' as const] },
  ])
    await expectProblem(invite(more), 403, 'grant.forbidden')
  assert.equal((await admin.call(contract.listUsers, { query: { q: 'new@example.com' } })).total, 0)
})

test('rejects studios and groups of others as unknown', async (t) => {
  const { a, b } = await loadFixtures(t)
  const invite = (more: Partial<contract.Invitation>) =>
    a.people.studio.call(contract.inviteUser, { body: body(a, more) })
  await expectSameProblem(
    invite({ studios: [b.studio._id] }),
    invite({ studios: ['f'.repeat(24)] }),
    422,
  )
  await expectSameProblem(
    invite({ groups: [b.vendors._id] }),
    invite({ groups: ['f'.repeat(24)] }),
    422,
  )
  await expectProblem(invite({ territory: 'f'.repeat(24) }), 422, 'reference.not-found')
})

test('rejects an admin group as unknown for people who cannot see it', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const admins = await admin.call(groups.createGroup, { body: { name: 'Admins', type: 'a' } })
  const invite = (group: string) =>
    a.people.studio.call(contract.inviteUser, { body: body(a, { groups: [group] }) })
  await expectSameProblem(invite(admins._id), invite('f'.repeat(24)), 422)
})

test('requires a studio or group from managers but not from admins', async (t) => {
  const { a, admin } = await loadFixtures(t)
  await expectProblem(
    a.people.studio.call(contract.inviteUser, { body: body(a, { studios: [] }) }),
    422,
    'studios.required',
  )
  assert.deepEqual(
    (await admin.call(contract.inviteUser, { body: body(a, { studios: [] }) })).studios,
    [],
  )
})

test('rejects invitations from people who do not manage users', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'guest', 'service'] as const)
    await expectProblem(
      a.people[role].call(contract.inviteUser, { body: body(a) }),
      403,
      'permission.required',
    )
})

test('validates every field of an invitation', async (t) => {
  const { a } = await loadFixtures(t)
  const invite = (more: object) =>
    a.people.studio.call(contract.inviteUser, { body: { ...body(a), ...more } })
  for (const more of [
    { emailNormal: 'no address' },
    { emailNormal: 'a@b@c' },
    { emailNormal: 'x y@example.com' },
    { emailNormal: 'a\u037eb@example.com' },
    { emailNormal: `${'x'.repeat(250)}@example.com` },
    { name: '' },
    { roles: ['king'] },
    { roles: 'vendor' },
    { permissions: ['everything'] },
    { studios: [''] },
  ]) {
    await expectProblem(invite(more), 422, 'body.invalid')
  }
  await expectProblem(invite({ studios: ['no-such-studio'] }), 422, 'reference.not-found')
  await expectProblem(invite({ password: 'short' }), 422, 'password.weak')
  await expectProblem(invite({ colour: 'red' }), 400, 'body.unknown-field')
  const user = await invite({ _id: 'f'.repeat(24), created: 1, $links: {} })
  assert.notEqual(user._id, 'f'.repeat(24), 'ignores an id in the body')
})

test('keeps a name with line breaks out of the mail headers', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  await studio.call(sessions.changeSession, {
    params: { id: studio._id },
    body: { name: 'Ada\r\nBcc: all@example.com' },
  })
  await studio.call(contract.inviteUser, { body: body(fixtures.a) })
  assert.equal(
    (await mails(fixtures))[0]!.subject,
    'Ada Bcc: all@example.com invited you to Reelay',
  )
})
