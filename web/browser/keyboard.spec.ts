// Order, translation, review and delivery with the keyboard alone.
import { offlines, workrequests } from '@reelay/api/contract'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { keyboardOf } from './keyboard.ts'
import type { TestPerson } from './studio.ts'
import { inviteTeam } from './team.ts'
import { createTrailer, LINES, renderDelivery, renderOffline } from './trailer.ts'

test('order, translate, review and deliver with the keyboard alone', async ({ app }) => {
  await createTrailer(app)
  const team = await inviteTeam(app)
  const ada = await signInWithKeys(app, team.ada)
  const vera = await signInWithKeys(app, team.vera)
  const tom = await signInWithKeys(app, team.tom)
  const read = async () => (await app.call(workrequests.listWorkRequests)).items[0]!

  await test.step('Ada orders a version', async () => {
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
    await expect(page.getByText('1 work request created')).toBeVisible()
    expect((await read()).status).toBe('awaiting-materials')
  })

  await test.step('Vera assigns the translation', async () => {
    const { page, keys } = vera
    await keys.activate(page.getByRole('link', { name: /Assign the translation/ }))
    await keys.tabTo(page.getByLabel('Translator (Dialogue translation)'))
    await keys.type('Tom')
    // The message and the history say the same.
    await expect(page.getByText(`Assigned to ${team.tom.name}`).first()).toBeVisible()
  })

  await test.step('Tom translates the lines and submits them', async () => {
    const { page, keys } = tom
    await keys.activate(page.getByRole('link', { name: /Submit the translation/ }))
    await expect(page.getByRole('button', { name: /^Line 1:/ })).toBeVisible()
    for (const [, translation] of LINES) {
      await keys.press('Alt+u')
      await keys.type(translation)
    }
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await keys.press('Control+Shift+Enter')
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true })
    await keys.activate(submit)
    await expect(page.getByText(/^Submitted for approval\. The lines are read-only/)).toBeVisible()
  })

  await test.step('Ada approves the translation', async () => {
    const { page, keys } = ada
    await keys.search('today', /^Go to Today/)
    await keys.activate(page.getByRole('link', { name: /approve the translation/ }))
    await keys.activate(page.getByRole('button', { name: /^Approve/ }).first())
    await expect.poll(async () => (await read()).translation.status).toBe('approved')
  })

  await test.step('Vera uploads an offline', async () => {
    await vera.keys.chooseFile('Upload an offline', await renderOffline())
    await expect.poll(async () => (await read()).status).toBe('for-review')
  })

  await test.step('Ada writes a note on a frame and approves the version', async () => {
    const { page, keys } = ada
    await keys.search('today', /^Go to Today/)
    await keys.activate(page.getByRole('link', { name: /Approve the version|Review the offline/ }))
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await keys.press('ArrowRight')
    await keys.press('m')
    await keys.type('The title stands too low')
    await keys.press('Control+Enter')
    await expect(page.getByText('The title stands too low', { exact: true })).toBeVisible()
    await keys.activate(page.getByRole('button', { name: 'Approve', exact: true }))
    await expect.poll(async () => (await read()).status).toBe('approved')
    const [offline] = (await app.call(offlines.listOfflines)).items
    const { items } = await app.call(offlines.listComments, { params: { id: offline!._id } })
    expect(items.map(({ text }) => text)).toEqual(['The title stands too low'])
  })

  await test.step('Vera uploads the deliverable', async () => {
    await vera.keys.chooseFile('Upload a file (Online)', await renderDelivery())
    await expect.poll(async () => (await read()).status, { timeout: 120_000 }).toBe('complete')
  })

  for (const { keys } of [ada, vera, tom]) expect(await keys.pointers()).toBe(0)
})

async function signInWithKeys(app: BrowserApp, person: TestPerson) {
  const page = await app.visit('/')
  const keys = await keyboardOf(page)
  await keys.tabTo(page.getByLabel('Email'))
  await keys.type(person.email)
  await keys.tabTo(page.getByLabel('Password', { exact: true }))
  await keys.type(person.password)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  return { page, keys }
}
