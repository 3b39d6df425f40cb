// The administration with and without the permissions for it.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { groups, outbox, sessions, studios, users, workflows } from '@reelay/api/contract'
import { createClient } from '@reelay/client'
import type { Page } from 'playwright-core'
import { startReceiver } from '../../api/test/webhook-receiver.ts'
import { changesRolesInOneStudio } from './memberships.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('administration', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t, { WEBHOOK_PRIVATE: '1' })
  if (!app) return
  await t.test('invites a person with roles, a permission and a studio', () => invitesPerson(app))
  await t.test('grants a permission and undoes it', () => grantsPermission(app))
  await t.test('changes the roles of a person in one of two studios', () =>
    changesRolesInOneStudio(app),
  )
  await t.test('keeps edits when someone else saves the record', () => keepsEdits(app))
  await t.test('creates a group with a person found by search', () => createsGroup(app))
  await t.test('shows the secret of a webhook once, and its deliveries', () =>
    showsWebhookSecret(t, app),
  )
  await t.test('edits a phase selected in the workflow diagram by keyboard', () => editsPhase(app))
  await t.test('explains why a record in use cannot be removed', () => explainsInUse(app))
  await t.test('verifies the audit log', () => verifiesAuditLog(app))
  await t.test('explains a missing permission and hides the navigation item', () =>
    explainsMissingPermission(app),
  )
  await t.test('a home office sees its sections and cannot grant what it lacks', () =>
    limitsHomeOffice(app),
  )
})

async function invitesPerson(app: BrowserTestApp) {
  const page = await app.open('/administration/users')
  await page.getByRole('link', { name: 'Invite person' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mireille Aubanel')
  await page.getByRole('textbox', { name: 'Email' }).fill('mireille@salt.example')
  await page.getByRole('checkbox', { name: 'Vendor' }).check()
  await page.getByText('Additional permissions', { exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Read reports' }).check()
  await page
    .getByRole('combobox', { name: 'Add to: Studios' })
    .selectOption({ label: 'Salt Pictures' })
  const permissions = page.getByRole('region', { name: 'Permissions' })
  assert.match(await permissions.innerText(), /Work on orders\s+as Vendor/)
  assert.match(await permissions.innerText(), /Read reports\s+granted directly/)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mireille Aubanel' }).waitFor()
  await page.getByText('Invited', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resend invitation' }).click()
  await page
    .getByText('New invitation for Mireille Aubanel sent to mireille@salt.example.')
    .waitFor()
  assert.equal(
    (await app.call(outbox.listOutbox)).items.filter(({ to }) => to === 'mireille@salt.example')
      .length,
    2,
  )
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function grantsPermission(app: BrowserTestApp) {
  const person = await find(app, 'mireille')
  const page = await app.open(`/administration/users/${person._id}`)
  await page.getByRole('checkbox', { name: 'Approve translations' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Mireille Aubanel updated').waitFor()
  assert.deepEqual((await find(app, 'mireille')).permissions.toSorted(), [
    'report.read',
    'translation.approve',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitUntil(async () => (await find(app, 'mireille')).permissions.length === 1)
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function keepsEdits(app: BrowserTestApp) {
  const person = await find(app, 'mireille')
  const page = await app.open(`/administration/users/${person._id}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Mireille A.')
  await app.call(users.changeUser, {
    params: { id: person._id },
    body: { hasEnforced2fa: true, name: 'Mireille B.' },
  })
  // People have no events: the next action reloads them.
  await page.getByRole('button', { name: 'Resend invitation' }).click()
  await page.getByText('Someone else saved changes while you were editing.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mireille A.')
  assert.ok(
    await page.getByRole('checkbox', { name: 'Require two-factor authentication' }).isChecked(),
    'an untouched field shows the saved value',
  )
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mireille B.')
  await app.call(users.changeUser, {
    params: { id: person._id },
    body: { hasEnforced2fa: false, name: 'Mireille Aubanel' },
  })
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function createsGroup(app: BrowserTestApp) {
  const page = await app.open('/administration/groups')
  await page.getByRole('link', { name: 'Add group' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add group' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tidal Post')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Vendor' })
  await dialog
    .getByRole('combobox', { name: 'Add to: Studios' })
    .selectOption({ label: 'Salt Pictures' })
  await dialog.getByRole('combobox', { name: 'Find a person by name or email' }).fill('mireille')
  await dialog.getByRole('option', { name: /^Mireille Aubanel/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Tidal Post' }).waitFor()
  const { items } = await app.call(groups.listGroups)
  assert.deepEqual(items.find(({ name }) => name === 'Tidal Post')?.users, [
    (await find(app, 'mireille'))._id,
  ])
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function showsWebhookSecret(t: TestContext, app: BrowserTestApp) {
  const hook = await startReceiver(t)
  const page = await app.open('/administration/webhooks')
  await page.getByRole('link', { name: 'Add webhook' }).first().click()
  await page.getByRole('textbox', { name: 'URL' }).fill(hook.url)
  await page.getByRole('checkbox', { name: 'Request submitted' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = page.getByRole('group', { name: 'Signing secret' })
  assert.ok((await secret.locator('code').innerText()).length > 20)
  await page.getByRole('button', { name: /continue/ }).click()
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  assert.equal(await secret.count(), 0)
  hook.reply(() => 204)
  await page.getByRole('button', { name: 'Send ping' }).click()
  await hook.waitForRequests(1)
  await page.getByRole('row', { name: /Ping.*Delivered.*1 attempt.*responded 204/s }).waitFor()
  await page.getByRole('button', { name: /Resend.*Ping/ }).click()
  await hook.waitForRequests(2)
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function editsPhase(app: BrowserTestApp) {
  const group = (await app.call(groups.listGroups)).items.find(({ name }) => name === 'Tidal Post')!
  const workflow = await app.call(workflows.createWorkflow, {
    body: {
      name: 'Feature',
      definition: {
        requireGraphicsApproval: false,
        requireOfflineApproval: true,
        phases: {
          WIP: { groups: [], users: [], terminal: false, transitions: ['LOCK'] },
          LOCK: { groups: [], users: [], terminal: false, transitions: ['FINAL', 'WIP'] },
          FINAL: { groups: [], users: [], terminal: true, transitions: [] },
        },
      },
    },
  })
  const page = await app.open(`/administration/workflows/${workflow._id}`)
  const diagram = page.getByRole('figure', { name: 'Phase diagram' })
  await diagram.getByRole('button', { name: /^LOCK/ }).waitFor()
  assert.deepEqual(
    await diagram
      .getByRole('button')
      .evaluateAll((all) =>
        all.map(({ textContent }) => textContent.match(/^[A-Z]+(?=[A-Z])/)![0]),
      ),
    ['WIP', 'LOCK', 'FINAL'],
  )
  assert.equal(await diagram.locator('path[data-kind]').count(), 3)
  assert.match(await diagram.locator('figcaption').innerText(), /LOCK: next: FINAL, WIP\. Everyone/)
  await diagram.getByRole('button', { name: /^LOCK/ }).focus()
  await page.keyboard.press('Enter')
  const phase = page.getByRole('region', { name: 'Phase LOCK' })
  await phase
    .getByRole('combobox', { name: 'Add to: Groups that can order' })
    .selectOption({ label: 'Tidal Post' })
  await phase
    .getByRole('group', { name: 'Tidal Post' })
    .getByRole('checkbox', { name: 'Subtitled', exact: true })
    .check()
  await diagram.getByRole('button', { name: /^LOCK.*1 group/ }).waitFor()
  await page.getByRole('button', { name: 'Save workflow' }).click()
  await page.getByText('Feature updated').waitFor()
  const { definition } = await app.call(workflows.getWorkflow, { params: { id: workflow._id } })
  assert.deepEqual(definition.phases.LOCK?.groups, [
    { id: group._id, dng: ['Subtitled'], usages: [] },
  ])
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function explainsInUse(app: BrowserTestApp) {
  const page = await app.open('/administration/studios/salt')
  await page.getByRole('button', { name: 'Remove studio' }).click()
  await page.getByText('Still in use').waitFor()
  await page.context().close()
}

async function verifiesAuditLog(app: BrowserTestApp) {
  const page = await app.open('/administration/audit')
  await page.getByRole('button', { name: 'Verify entries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify entries' })
  await dialog.getByText('The log is intact').waitFor()
  assert.match(await dialog.innerText(), /Entries\s+\d+/)
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}

async function explainsMissingPermission(app: BrowserTestApp) {
  const page = await openAs(app, 'vendor', '/administration/webhooks')
  await page.getByText('You do not have access to this page').waitFor()
  assert.match(
    await page.getByRole('main').innerText(),
    /“Manage a studio”, which these roles include: Administrator, Home office/,
  )
  assert.equal(await page.getByRole('link', { name: 'Administration' }).count(), 0)
  await page.context().close()
}

async function limitsHomeOffice(app: BrowserTestApp) {
  const page = await openAs(app, 'studio', '/administration/users/invite')
  const sections = page.getByRole('navigation', { name: 'Administration sections' })
  await sections.getByRole('link', { name: 'Audit log' }).waitFor()
  assert.deepEqual(await sections.getByRole('link').allInnerTexts(), [
    'People',
    'Groups',
    'Studios',
    'Projects',
    'Webhooks',
    'Audit log',
  ])
  assert.ok(await page.getByRole('checkbox', { name: 'Administrator' }).isDisabled())
  await page
    .getByText('You cannot assign this role: it includes permissions you do not have.')
    .first()
    .waitFor()
  await page.goto('/administration/jobs')
  await page.getByText('You do not have access to this page').waitFor()
  await page.context().close()
}

async function find({ call }: BrowserTestApp, q: string): Promise<users.User> {
  return (await call(users.listUsers, { query: { q } })).items[0]!
}

async function waitUntil(condition: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 50; attempt++) {
    if (await condition()) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  assert.fail('the condition was not met within 5 s')
}

/** A page of a new person with one role in the studio. */
async function openAs(app: BrowserTestApp, role: 'vendor' | 'studio', path: string): Promise<Page> {
  const { _id: studio } = await app.call(studios.getStudio, { params: { id: 'salt' } })
  const credential = { email: `${role}@salt.example`, password: 'a sea of salt and sand' }
  await app.call(users.inviteUser, {
    body: {
      emailNormal: credential.email,
      name: `A ${role}`,
      roles: [role],
      studios: [studio],
      password: credential.password,
    },
  })
  const session = await createClient({ baseUrl: `${app.address}/api`, credential }).call(
    sessions.openSession,
  )
  const page = await app.open('/sign-in')
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: app.address, viewport: { width: 1440, height: 900 } })
  await page.context().close()
  await context.addInitScript(
    (stored) => sessionStorage.setItem('reelay.session', stored),
    JSON.stringify(session),
  )
  const own = await context.newPage()
  await own.goto(path)
  return own
}
