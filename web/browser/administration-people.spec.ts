// People and groups in the administration, with and without the permissions for it.
import { groups, outbox, studios, users } from '@reelay/api/contract'
import { expect, test } from './fixtures.ts'

const MIREILLE = {
  name: 'Mireille Aubanel',
  roles: ['vendor' as const],
  permissions: ['report.read' as const],
}

test('invites a person with roles, a permission and a studio', async ({ app }) => {
  const { studio, emailOf } = app
  const page = await app.openAsAdmin('/administration/users')
  await page.getByRole('link', { name: 'Invite person' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mireille Aubanel')
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf('Mireille'))
  await page.getByRole('checkbox', { name: 'Vendor' }).check()
  await page.getByText('Additional permissions', { exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Read reports' }).check()
  await page.getByRole('combobox', { name: 'Add to: Studios' }).selectOption({ label: studio.name })
  const permissions = page.getByRole('region', { name: 'Permissions' })
  await expect(permissions).toHaveText(/Work on orders\s+as Vendor/, { useInnerText: true })
  await expect(permissions).toHaveText(/Read reports\s+granted directly/, { useInnerText: true })
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mireille Aubanel' })).toBeVisible()
  await expect(page.getByText('Invited', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resend invitation' }).click()
  await expect(
    page.getByText(`New invitation for Mireille Aubanel sent to ${emailOf('Mireille')}.`),
  ).toBeVisible()
  const { items } = await app.admin(outbox.listOutbox)
  expect(items.filter(({ to }) => to === emailOf('Mireille'))).toHaveLength(2)
})

test('grants a permission and undoes it', async ({ app }) => {
  const person = await app.invite(MIREILLE)
  const page = await app.open(`/administration/users/${person._id}`)
  await page.getByRole('checkbox', { name: 'Approve translations' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mireille Aubanel updated')).toBeVisible()
  const permissions = async () =>
    (await app.call(users.getUser, { params: { id: person._id } })).permissions.toSorted()
  expect(await permissions()).toEqual(['report.read', 'translation.approve'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(permissions).toEqual(['report.read'])
})

test('keeps edits when someone else saves the record', async ({ app }) => {
  // Without a password, so the invitation is open.
  const { _id: id } = await app.call(users.inviteUser, {
    body: { ...MIREILLE, emailNormal: app.emailOf('Mireille'), studios: [app.studio._id] },
  })
  const page = await app.open(`/administration/users/${id}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Mireille A.')
  await app.call(users.changeUser, {
    params: { id },
    body: { hasEnforced2fa: true, name: 'Mireille B.' },
  })
  // People have no events: the next action reloads them.
  await page.getByRole('button', { name: 'Resend invitation' }).click()
  await expect(page.getByText('Someone else saved changes while you were editing.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mireille A.')
  await expect(
    page.getByRole('checkbox', { name: 'Require two-factor authentication' }),
    'an untouched field shows the saved value',
  ).toBeChecked()
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mireille B.')
})

test('creates a group with a person found by search', async ({ app }) => {
  const name = `Tidal Post ${app.suffix}`
  const person = await app.invite(MIREILLE)
  const page = await app.openAsAdmin('/administration/groups')
  await page.getByRole('link', { name: 'Add group' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add group' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Vendor' })
  await dialog
    .getByRole('combobox', { name: 'Add to: Studios' })
    .selectOption({ label: app.studio.name })
  await dialog.getByRole('combobox', { name: 'Find a person by name or email' }).fill(person.email)
  await dialog.getByRole('option', { name: /^Mireille Aubanel/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  const { items } = await app.call(groups.listGroups)
  expect(items.find((group) => group.name === name)?.users).toEqual([person._id])
})

test('explains a missing permission and hides the navigation item', async ({ app }) => {
  const vendor = await app.join({ name: 'Vera Lindqvist', roles: ['vendor'] })
  const page = await app.open('/administration/webhooks', {}, vendor.session)
  await expect(page.getByText('You do not have access to this page')).toBeVisible()
  await expect(page.getByRole('main')).toHaveText(
    /“Manage a studio”, which these roles include: Administrator, Home office/,
  )
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
})

test('a home office sees its sections and cannot grant what it lacks', async ({ app }) => {
  const page = await app.open('/administration/users/invite')
  const sections = page.getByRole('navigation', { name: 'Administration sections' })
  await expect(sections.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await expect(sections.getByRole('link')).toHaveText([
    'People',
    'Groups',
    'Studios',
    'Projects',
    'Webhooks',
    'Audit log',
  ])
  await expect(page.getByRole('checkbox', { name: 'Administrator' })).toBeDisabled()
  await expect(
    page.getByText('You cannot assign this role: it includes permissions you do not have.').first(),
  ).toBeVisible()
  await page.goto('/administration/jobs')
  await expect(page.getByText('You do not have access to this page')).toBeVisible()
})

test('changes the roles of a person in one of two studios', async ({ app }) => {
  const { studio, admin } = app
  const name = `Fern Films ${app.suffix}`
  const body = { name, slug: `fern-${app.suffix}` }
  const fern = await admin(studios.createStudio, { body })
  const person = await admin(users.inviteUser, {
    body: {
      emailNormal: app.emailOf('Ingrid'),
      name: 'Ingrid Solheim',
      roles: [],
      memberships: [
        { studio: studio._id, roles: ['vendor'] },
        { studio: fern._id, roles: ['translator'] },
      ],
    },
  })
  const page = await app.openAsAdmin(`/administration/users/${person._id}`)
  const inFern = page.getByRole('group', { name })
  await inFern.getByRole('combobox', { name: 'Add to: Roles' }).selectOption({ label: 'Vendor' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ingrid Solheim updated')).toBeVisible()
  const saved = await admin(users.getUser, { params: { id: person._id } })
  expect(
    Object.fromEntries(
      saved.memberships.map((membership) => [membership.studio, membership.roles]),
    ),
  ).toEqual({ [studio._id]: ['vendor'], [fern._id]: ['translator', 'vendor'] })
  await page.getByRole('button', { name: `Remove from ${name}` }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('checkbox', { name: 'Vendor' })).toBeVisible()
  const left = await admin(users.getUser, { params: { id: person._id } })
  expect(left.studios).toEqual([studio._id])
})
