// The administration as those use it who hold its rights, and as others find it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groups, outbox, sessions, studios, users, workflows } from '@reelay/api/contract'
import { createClient } from '@reelay/client'
import type { Page } from 'playwright-core'
import { startReceiver } from '../../api/test/webhook-receiver.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test('the administration', { timeout: 120_000 }, async (t) => {
  const stage = await startTestApp(t, { WEBHOOK_PRIVATE: '1' })
  if (!stage) return

  await t.test(
    'somebody is invited with roles, a right of their own and a studio, and it shows what they can do',
    async () => {
      const page = await stage.open('/administration/users')
      await page.getByRole('link', { name: 'Invite somebody' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Mireille Aubanel')
      await page.getByRole('textbox', { name: 'E-mail' }).fill('mireille@salt.example')
      await page.getByRole('checkbox', { name: 'Vendor' }).check()
      await page.getByText('Extra rights', { exact: true }).first().click()
      await page.getByRole('checkbox', { name: 'Read reports' }).check()
      await page
        .getByRole('combobox', { name: 'Add to: Studios' })
        .selectOption({ label: 'Salt Pictures' })
      const rights = page.getByRole('region', { name: 'What this person can do' })
      assert.match(await rights.innerText(), /Work on orders\s+as Vendor/)
      assert.match(await rights.innerText(), /Read reports\s+given to them alone/)
      await page.getByRole('button', { name: 'Send the invitation' }).click()
      await page.getByRole('heading', { level: 1, name: 'Mireille Aubanel' }).waitFor()
      await page.getByText('Invited', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Send the invitation again' }).click()
      await page
        .getByText('A new invitation for Mireille Aubanel goes to mireille@salt.example.')
        .waitFor()
      assert.equal(
        (await stage.call(outbox.listOutbox)).items.filter(
          ({ to }) => to === 'mireille@salt.example',
        ).length,
        2,
      )
      assert.deepEqual(page.complaints, [])
      await page.context().close()
    },
  )

  await t.test('a right is given and taken back with one press', async () => {
    const person = await find(stage, 'mireille')
    const page = await stage.open(`/administration/users/${person._id}`)
    await page.getByRole('checkbox', { name: 'Approve translations' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Mireille Aubanel was changed').waitFor()
    assert.deepEqual((await find(stage, 'mireille')).permissions.toSorted(), [
      'report.read',
      'translation.approve',
    ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await find(stage, 'mireille')).permissions.length === 1)
    assert.deepEqual(page.complaints, [])
    await page.context().close()
  })

  await t.test(
    'what is being written stays when somebody else saves the record, and theirs can be taken',
    async () => {
      const person = await find(stage, 'mireille')
      const page = await stage.open(`/administration/users/${person._id}`)
      await page.getByRole('textbox', { name: 'Name' }).fill('Mireille A.')
      await stage.call(users.changeUser, {
        params: { id: person._id },
        body: { hasEnforced2fa: true, name: 'Mireille B.' },
      })
      // No event tells of people: whatever one does with them asks for them anew.
      await page.getByRole('button', { name: 'Send the invitation again' }).click()
      await page.getByText('Somebody else saved this while you were writing.').waitFor()
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mireille A.')
      assert.ok(
        await page.getByRole('checkbox', { name: 'Must use a second factor' }).isChecked(),
        'what was not touched is as they saved it',
      )
      await page.getByRole('button', { name: 'Take theirs' }).click()
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mireille B.')
      await stage.call(users.changeUser, {
        params: { id: person._id },
        body: { hasEnforced2fa: false, name: 'Mireille Aubanel' },
      })
      assert.deepEqual(page.complaints, [])
      await page.context().close()
    },
  )

  await t.test('a group is formed of somebody who was searched for', async () => {
    const page = await stage.open('/administration/groups')
    await page.getByRole('link', { name: 'Add a group' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a group' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tidal Post')
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Vendor' })
    await dialog
      .getByRole('combobox', { name: 'Add to: Studios' })
      .selectOption({ label: 'Salt Pictures' })
    await dialog.getByRole('combobox', { name: 'Find a person by name or e-mail' }).fill('mireille')
    await dialog.getByRole('option', { name: /^Mireille Aubanel/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Tidal Post' }).waitFor()
    const { items } = await stage.call(groups.listGroups)
    assert.deepEqual(items.find(({ name }) => name === 'Tidal Post')?.users, [
      (await find(stage, 'mireille'))._id,
    ])
    assert.deepEqual(page.complaints, [])
    await page.context().close()
  })

  await t.test('a webhook shows its secret once, and what became of a delivery', async () => {
    const hook = await startReceiver(t)
    const page = await stage.open('/administration/webhooks')
    await page.getByRole('link', { name: 'Add a webhook' }).first().click()
    await page.getByRole('textbox', { name: 'Address' }).fill(hook.url)
    await page.getByRole('checkbox', { name: 'Request submitted' }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    const secret = page.getByRole('group', { name: 'The secret that signs what is sent' })
    assert.ok((await secret.locator('code').innerText()).length > 20)
    await page.getByRole('button', { name: /go to the webhook/ }).click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    assert.equal(await secret.count(), 0)
    hook.reply(() => 204)
    await page.getByRole('button', { name: 'Send a ping' }).click()
    await hook.waitForRequests(1)
    await page.getByRole('row', { name: /Ping.*Delivered.*1 try.*answered 204/s }).waitFor()
    await page.getByRole('button', { name: /Send again.*Ping/ }).click()
    await hook.waitForRequests(2)
    assert.deepEqual(page.complaints, [])
    await page.context().close()
  })

  await t.test(
    'a workflow is a picture whose phases can be chosen by the keyboard and changed',
    async () => {
      const group = (await stage.call(groups.listGroups)).items.find(
        ({ name }) => name === 'Tidal Post',
      )!
      const made = await stage.call(workflows.createWorkflow, {
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
      const page = await stage.open(`/administration/workflows/${made._id}`)
      const picture = page.getByRole('figure', { name: 'Picture of the phases' })
      await picture.getByRole('button', { name: /^LOCK/ }).waitFor()
      assert.deepEqual(
        await picture
          .getByRole('button')
          .evaluateAll((all) =>
            all.map(({ textContent }) => textContent.match(/^[A-Z]+(?=[A-Z])/)![0]),
          ),
        ['WIP', 'LOCK', 'FINAL'],
      )
      assert.equal(await picture.locator('path[data-kind]').count(), 3)
      assert.match(
        await picture.locator('figcaption').innerText(),
        /LOCK: leads to FINAL, WIP\. Everyone/,
      )
      await picture.getByRole('button', { name: /^LOCK/ }).focus()
      await page.keyboard.press('Enter')
      const phase = page.getByRole('region', { name: 'Phase LOCK' })
      await phase
        .getByRole('combobox', { name: 'Add to: Groups that may order' })
        .selectOption({ label: 'Tidal Post' })
      await phase
        .getByRole('group', { name: 'Tidal Post' })
        .getByRole('checkbox', { name: 'Subtitled', exact: true })
        .check()
      await picture.getByRole('button', { name: /^LOCK.*1 group/ }).waitFor()
      await page.getByRole('button', { name: 'Save the workflow' }).click()
      await page.getByText('Feature was changed').waitFor()
      const { definition } = await stage.call(workflows.getWorkflow, { params: { id: made._id } })
      assert.deepEqual(definition.phases.LOCK?.groups, [
        { id: group._id, dng: ['Subtitled'], usages: [] },
      ])
      assert.deepEqual(page.complaints, [])
      await page.context().close()
    },
  )

  await t.test('what is still used cannot be removed, and it says why', async () => {
    const page = await stage.open('/administration/studios/salt')
    await page.getByRole('button', { name: 'Remove this studio' }).click()
    await page.getByText('It is still used').waitFor()
    await page.context().close()
  })

  await t.test(
    'who lacks the right does not see the room, and is told so at its address',
    async () => {
      const page = await openAs(stage, 'vendor', '/administration/webhooks')
      await page.getByText('This part is not open to you').waitFor()
      assert.match(
        await page.getByRole('main').innerText(),
        /“Manage a studio”, which comes with these roles: Administrator, Home office/,
      )
      assert.equal(await page.getByRole('link', { name: 'Administration' }).count(), 0)
      await page.context().close()
    },
  )

  await t.test(
    'a home office finds its own parts, and cannot give what it does not hold',
    async () => {
      const page = await openAs(stage, 'studio', '/administration/users/invite')
      const parts = page.getByRole('navigation', { name: 'Parts of the administration' })
      await parts.getByRole('link', { name: 'Audit' }).waitFor()
      assert.deepEqual(await parts.getByRole('link').allInnerTexts(), [
        'People',
        'Groups',
        'Studios',
        'Projects',
        'Webhooks',
        'Audit',
      ])
      assert.ok(await page.getByRole('checkbox', { name: 'Administrator' }).isDisabled())
      await page
        .getByText('You cannot give this role: it holds more than you do.')
        .first()
        .waitFor()
      await page.goto('/administration/jobs')
      await page.getByText('This part is not open to you').waitFor()
      await page.context().close()
    },
  )
})

async function find({ call }: BrowserTestApp, q: string): Promise<users.User> {
  return (await call(users.listUsers, { query: { q } })).items[0]!
}

async function until(holds: () => Promise<boolean>) {
  for (let tries = 0; tries < 50; tries++) {
    if (await holds()) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  assert.fail('it did not come about')
}

/** A page of somebody with one role in the stage's studio. */
async function openAs(
  stage: BrowserTestApp,
  role: 'vendor' | 'studio',
  path: string,
): Promise<Page> {
  const { _id: studio } = await stage.call(studios.getStudio, { params: { id: 'salt' } })
  const credential = { email: `${role}@salt.example`, password: 'a sea of salt and sand' }
  await stage.call(users.inviteUser, {
    body: {
      emailNormal: credential.email,
      name: `A ${role}`,
      roles: [role],
      studios: [studio],
      password: credential.password,
    },
  })
  const session = await createClient({ baseUrl: `${stage.address}/api`, credential }).call(
    sessions.openSession,
  )
  const page = await stage.open('/sign-in')
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: stage.address, viewport: { width: 1440, height: 900 } })
  await page.context().close()
  await context.addInitScript(
    (kept) => sessionStorage.setItem('reelay.session', kept),
    JSON.stringify(session),
  )
  const own = await context.newPage()
  await own.goto(path)
  return own
}
