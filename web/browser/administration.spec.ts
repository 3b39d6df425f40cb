// Webhooks, workflows, studios and the audit log in the administration.
import { workflows } from '@reelay/api/contract'
import { startReceiver } from '../../api/test/webhook-receiver.ts'
import { expect, test } from './fixtures.ts'

test('shows the secret of a webhook once, and its deliveries', async ({ app }) => {
  const hook = await startReceiver(app)
  const page = await app.open('/administration/webhooks')
  await page.getByRole('link', { name: 'Add webhook' }).first().click()
  await page.getByRole('textbox', { name: 'URL' }).fill(hook.url)
  await page.getByRole('checkbox', { name: 'Request submitted' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = page.getByRole('group', { name: 'Signing secret' })
  await expect(secret.locator('code')).toHaveText(/.{21}/)
  await page.getByRole('button', { name: /continue/ }).click()
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await expect(secret).toHaveCount(0)
  hook.reply(() => 204)
  await page.getByRole('button', { name: 'Send ping' }).click()
  await hook.waitForRequests(1)
  await expect(
    page.getByRole('row', { name: /Ping.*Delivered.*1 attempt.*responded 204/s }),
  ).toBeVisible()
  await page.getByRole('button', { name: /Resend.*Ping/ }).click()
  await hook.waitForRequests(2)
})

test('edits a phase selected in the workflow diagram by keyboard', async ({ app }) => {
  const group = await app.newVendor(`Tidal Post ${app.suffix}`)
  const workflow = await app.admin(workflows.createWorkflow, {
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
  const page = await app.openAsAdmin(`/administration/workflows/${workflow._id}`)
  const diagram = page.getByRole('figure', { name: 'Phase diagram' })
  await expect(diagram.getByRole('button', { name: /^LOCK/ })).toBeVisible()
  expect(
    await diagram
      .getByRole('button')
      .evaluateAll((all) =>
        all.map(({ textContent }) => textContent.match(/^[A-Z]+(?=[A-Z])/)![0]),
      ),
  ).toEqual(['WIP', 'LOCK', 'FINAL'])
  await expect(diagram.locator('path[data-kind]')).toHaveCount(3)
  await expect(diagram.locator('figcaption')).toHaveText(/LOCK: next: FINAL, WIP\. Everyone/)
  await diagram.getByRole('button', { name: /^LOCK/ }).focus()
  await page.keyboard.press('Enter')
  const phase = page.getByRole('region', { name: 'Phase LOCK' })
  await phase
    .getByRole('combobox', { name: 'Add to: Groups that can order' })
    .selectOption({ label: group.name })
  await phase
    .getByRole('group', { name: group.name })
    .getByRole('checkbox', { name: 'Subtitled', exact: true })
    .check()
  await expect(diagram.getByRole('button', { name: /^LOCK.*1 group/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save workflow' }).click()
  await expect(page.getByText('Feature updated')).toBeVisible()
  const { definition } = await app.admin(workflows.getWorkflow, { params: { id: workflow._id } })
  expect(definition.phases.LOCK?.groups).toEqual([
    { id: group._id, dng: ['Subtitled'], usages: [] },
  ])
})

test('explains why a record in use cannot be removed', async ({ app }) => {
  app.allowErrors(/status of 409/)
  const page = await app.openAsAdmin(`/administration/studios/${app.studio.slug}`)
  await page.getByRole('button', { name: 'Remove studio' }).click()
  await expect(page.getByText('Still in use')).toBeVisible()
})

test('verifies the audit log', async ({ app }) => {
  const page = await app.openAsAdmin('/administration/audit')
  await page.getByRole('button', { name: 'Verify entries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify entries' })
  await expect(dialog.getByText('The log is intact')).toBeVisible()
  await expect(dialog).toHaveText(/Entries\s+\d+/, { useInnerText: true })
})
