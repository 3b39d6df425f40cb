// Steps of the administration test about people who work for several studios.
import assert from 'node:assert/strict'
import { studios, users } from '@reelay/api/contract'
import type { BrowserTestApp } from './test-app.ts'

export async function changesRolesInOneStudio(app: BrowserTestApp) {
  const salt = (await app.call(studios.listStudios)).items.find(({ slug }) => slug === 'salt')!
  const other = await app.call(studios.createStudio, { body: { name: 'Fern Films', slug: 'fern' } })
  const person = await app.call(users.inviteUser, {
    body: {
      emailNormal: 'shared@salt.example',
      name: 'Ingrid Solheim',
      roles: [],
      memberships: [
        { studio: salt._id, roles: ['vendor'] },
        { studio: other._id, roles: ['translator'] },
      ],
    },
  })
  const page = await app.open(`/administration/users/${person._id}`)
  const inFern = page.getByRole('group', { name: 'Fern Films' })
  await inFern.getByRole('combobox', { name: 'Add to: Roles' }).selectOption({ label: 'Vendor' })
  if (process.env.PICTURES)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({
        path: `${process.env.PICTURES}/memberships-${width}.png`,
        fullPage: true,
      })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Ingrid Solheim updated').waitFor()
  const saved = await app.call(users.getUser, { params: { id: person._id } })
  assert.deepEqual(
    Object.fromEntries(saved.memberships.map(({ studio, roles }) => [studio, roles])),
    { [salt._id]: ['vendor'], [other._id]: ['translator', 'vendor'] },
  )
  await page.getByRole('button', { name: 'Remove from Fern Films' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('checkbox', { name: 'Vendor' }).waitFor()
  const left = await app.call(users.getUser, { params: { id: person._id } })
  assert.deepEqual(left.studios, [salt._id])
  assert.deepEqual(page.pageErrors, [])
  await page.context().close()
}
