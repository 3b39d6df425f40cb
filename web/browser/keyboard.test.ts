// Order, translation, review and delivery with the keyboard alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlines, workrequests } from '@reelay/api/contract'
import { createClip, createScript, LINES, waitUntil } from './journey-fixtures.ts'
import { keyboardOf } from './keyboard.ts'
import { ADA, invite, TOM, VERA } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

test(
  'order, translate, review and deliver with the keyboard alone',
  {
    timeout: 400_000,
  },
  async (t) => {
    const app = await startTestApp(t)
    if (!app) return
    const asset = await app.newAsset('Season trailer')
    await invite(app, asset.studio)
    await createScript(app, asset._id)
    const ada = await signInWithKeys(app, ADA)
    const vera = await signInWithKeys(app, VERA)
    const tom = await signInWithKeys(app, TOM)
    const read = async () => (await app.call(workrequests.listWorkRequests)).items[0]!

    await t.test('Ada orders a version', async () => {
      const { page, keys } = ada
      await keys.search('season', /Season trailer/)
      await keys.activate(page.getByRole('link', { name: 'Order a version' }))
      const checkbox = (group: string, name: string) =>
        page
          .getByRole('group', { name: group, exact: true })
          .getByRole('checkbox', { name, exact: true })
      await keys.activate(checkbox('Dialogue', 'Subtitled'), 'Space')
      await keys.activate(checkbox('Uses', 'Online'), 'Space')
      await keys.activate(checkbox('Formats', '1080p'), 'Space')
      await keys.activate(page.getByRole('button', { name: 'In 2 weeks, Due date' }))
      await keys.activate(page.getByRole('button', { name: 'Submit 1 order' }))
      await page.getByText('1 work request created').waitFor()
      assert.equal((await read()).status, 'awaiting-materials')
    })

    await t.test('Vera assigns the translation', async () => {
      const { page, keys } = vera
      await keys.activate(page.getByRole('link', { name: /Assign the translation/ }))
      await keys.tabTo(page.getByLabel('Translator (Dialogue translation)'))
      await keys.type('Tom')
      // The message and the history say the same.
      await page.getByText(`Assigned to ${TOM.name}`).first().waitFor()
    })

    await t.test('Tom translates the lines and submits them', async () => {
      const { page, keys } = tom
      await keys.activate(page.getByRole('link', { name: /Submit the translation/ }))
      await page.getByRole('button', { name: /^Line 1:/ }).waitFor()
      for (const [, translation] of LINES) {
        await keys.press('Alt+u')
        await keys.type(translation)
      }
      await page.getByText('Saved', { exact: true }).waitFor()
      await keys.press('Control+Shift+Enter')
      const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true })
      await keys.activate(submit)
      await page.getByText(/^Submitted for approval\. The lines are read-only/).waitFor()
    })

    await t.test('Ada approves the translation', async () => {
      const { page, keys } = ada
      await keys.search('today', /^Go to Today/)
      await keys.activate(page.getByRole('link', { name: /approve the translation/ }))
      await keys.activate(page.getByRole('button', { name: /^Approve/ }).first())
      await waitUntil(async () => (await read()).translation.status === 'approved')
    })

    await t.test('Vera uploads an offline', async () => {
      await vera.keys.chooseFile('Upload an offline', await createClip(app, 'offline.mp4'))
      await waitUntil(async () => (await read()).status === 'for-review')
    })

    await t.test('Ada writes a note on a frame and approves the version', async () => {
      const { page, keys } = ada
      await keys.search('today', /^Go to Today/)
      await keys.activate(
        page.getByRole('link', { name: /Approve the version|Review the offline/ }),
      )
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 })
      await keys.press('ArrowRight')
      await keys.press('m')
      await keys.type('The title stands too low')
      await keys.press('Control+Enter')
      await page.getByText('The title stands too low', { exact: true }).waitFor()
      await keys.activate(page.getByRole('button', { name: 'Approve', exact: true }))
      await waitUntil(async () => (await read()).status === 'approved')
      const [offline] = (await app.call(offlines.listOfflines)).items
      const { items } = await app.call(offlines.listComments, { params: { id: offline!._id } })
      assert.deepEqual(
        items.map(({ text }) => text),
        ['The title stands too low'],
      )
    })

    await t.test('Vera uploads the deliverable', async () => {
      const clip = await createClip(app, 'delivery.mp4', { width: 1920, height: 1080 })
      await vera.keys.chooseFile('Upload a file (Online)', clip)
      await waitUntil(async () => (await read()).status === 'complete')
    })

    const people = { Ada: ada, Vera: vera, Tom: tom }
    for (const [name, { page, keys }] of Object.entries(people)) {
      t.diagnostic(`${name}: ${keys.keys()} keys besides text`)
      assert.deepEqual([name, await keys.pointers(), page.pageErrors], [name, 0, []])
    }
  },
)

async function signInWithKeys(app: BrowserTestApp, person: typeof ADA | typeof VERA | typeof TOM) {
  const page = await app.visit('/')
  const keys = await keyboardOf(page)
  await keys.tabTo(page.getByLabel('Email'))
  await keys.type(person.emailNormal)
  await keys.tabTo(page.getByLabel('Password', { exact: true }))
  await keys.type(person.password)
  await keys.press('Enter')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  return { page, keys }
}
