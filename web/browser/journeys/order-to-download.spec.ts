// A version from the order to the download, by three people in their browsers and a guest. The
// results are checked with the service.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { shares, workrequests } from '@reelay/api/contract'
import { countClicks } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { inviteTeam, signInAs } from '../team.ts'
import { createTrailer, LINES, renderDelivery, renderOffline } from '../trailer.ts'

const SIGN_INS = 3
/** Codecs share the cores with the browsers. */
const MEDIA = { timeout: 120_000 }

test('a version goes from the order to the download in at most 40 clicks', async ({ app }) => {
  await createTrailer(app)
  const team = await inviteTeam(app)
  const ada = await signInAs(app, team.ada)
  const vera = await signInAs(app, team.vera)
  const tom = await signInAs(app, team.tom)
  const read = async () => (await app.call(workrequests.listWorkRequests)).items[0]!
  const counters = await Promise.all([ada, vera, tom].map(countClicks))

  await test.step('Ada finds the trailer and orders it for Germany', async () => {
    await ada.keyboard.press('Control+k')
    await ada.getByRole('combobox').fill('season')
    await ada
      .getByRole('option', { name: /Season trailer/ })
      .first()
      .click()
    await ada.getByRole('link', { name: 'Order a version' }).click()
    const check = (group: string, name: string) =>
      ada
        .getByRole('group', { name: group, exact: true })
        .getByRole('checkbox', { name, exact: true })
        .check()
    await check('Dialogue', 'Subtitled')
    await check('Uses', 'Online')
    await check('Formats', '1080p')
    await ada.getByRole('button', { name: 'In 2 weeks, Due date' }).click()
    await ada.getByRole('button', { name: 'Submit 1 order' }).click()
    await expect(ada.getByText('1 work request created')).toBeVisible()
    const { status, language, territory } = await read()
    expect([status, language, territory]).toEqual(['awaiting-materials', 'deu', 'DE'])
  })

  await test.step('Vera sees her new task and assigns the translation to Tom', async () => {
    await vera.getByRole('link', { name: /Assign the translation/ }).click()
    const translators = vera.getByLabel('Translator (Dialogue translation)')
    // The label of an option also says how much work the person has.
    const option = translators.locator('option', { hasText: team.tom.name })
    await translators.selectOption(await option.getAttribute('value'))
    await expect(vera.getByText(`Assigned to ${team.tom.name}`)).toBeVisible()
  })

  await test.step('Tom translates the lines and submits them', async () => {
    await tom.reload()
    await tom.getByRole('link', { name: /Submit the translation/ }).click()
    for (const [index, [, translation]] of LINES.entries())
      await typeTranslation(tom, index + 1, translation)
    await expect(tom.getByText('Saved', { exact: true })).toBeVisible()
    await tom.getByRole('button', { name: 'Submit for approval' }).click()
    await tom.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(tom.getByText(/^Submitted for approval\. The lines are read-only/)).toBeVisible()
  })

  await test.step('Ada approves the translation', async () => {
    await ada.getByRole('link', { name: 'Today' }).click()
    await ada.getByRole('link', { name: /approve the translation/ }).click()
    await ada
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await expect.poll(async () => (await read()).translation.status).toBe('approved')
  })

  await test.step('Vera drops an offline, which is submitted for review at once', async () => {
    await chooseFile(vera, 'Upload an offline', await renderOffline())
    await expect.poll(async () => (await read()).status).toBe('for-review')
  })

  await test.step('Ada presses M on another tab and types at once, and no letter is lost', async () => {
    await ada.goto(`/workrequests/${(await read())._id}?tab=order`)
    await expect(ada.getByRole('button', { name: 'Play', exact: true })).toBeVisible({
      timeout: 60_000,
    })
    // The next key can follow immediately, so the field has the focus when the event returns.
    const focused = await ada.evaluate(() => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'm', code: 'KeyM', bubbles: true, cancelable: true }),
      )
      return document.activeElement?.tagName
    })
    expect(focused).toBe('TEXTAREA')
    await ada.keyboard.type('Jk, 1 pm: move it')
    const field = ada.getByRole('textbox', { name: 'Comment', exact: true })
    await expect(field).toHaveValue('Jk, 1 pm: move it')
    await field.fill('')
  })

  await test.step('Ada watches it and approves the version and the request in one click', async () => {
    await ada.goto(`/workrequests/${(await read())._id}`)
    await ada.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(async () => (await read()).status).toBe('approved')
  })

  await test.step('Vera drops the deliverable, and the work request completes', async () => {
    await chooseFile(vera, 'Upload a file (Online)', await renderDelivery())
    // The service completes it once the checks of the file have passed.
    await expect.poll(async () => (await read()).status, MEDIA).toBe('complete')
  })

  await test.step('Ada downloads the delivered file', async () => {
    await ada.getByRole('tab', { name: 'Work' }).click()
    await expect(ada.getByText('This work request is complete and delivered.')).toBeVisible()
    const [download] = await Promise.all([
      ada.waitForEvent('download'),
      ada
        .getByRole('button', { name: /^Download / })
        .first()
        .click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.mp4$/)
    expect(await isDelivery(download)).toBe(true)
  })

  await test.step('an outside recipient opens the link, watches, downloads and accepts', async () => {
    await ada
      .getByRole('region', { name: 'Deliverables' })
      .getByRole('button', { name: 'Share', exact: true })
      .click()
    const dialog = ada.getByRole('dialog', { name: 'Share this delivery' })
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    const url = await ada.getByRole('textbox', { name: 'Share link' }).inputValue()
    const guest = await app.visit(new URL(url).pathname)
    counters.push(await countClicks(guest))
    await expect(guest.getByRole('heading', { level: 1, name: /Season trailer/ })).toBeVisible()
    await guest.keyboard.press('Space')
    await guest.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2)
    const [download] = await Promise.all([
      guest.waitForEvent('download'),
      guest.getByRole('link', { name: /^Download / }).click(),
    ])
    expect(await isDelivery(download)).toBe(true)
    await guest.getByLabel('Your name').fill('Pat Press')
    await guest.getByRole('button', { name: 'Continue' }).click()
    await guest.getByRole('button', { name: 'Accept' }).click()
    await expect(guest.getByRole('heading', { name: 'You accepted this' })).toBeVisible()
    const [share] = (await app.call(shares.listShares)).items
    const decided = share!.recipients.filter(({ decision }) => decision)
    expect(decided.map(({ name, decision }) => [name, decision])).toEqual([
      ['Pat Press', 'accepted'],
    ])
  })

  const clicks = await Promise.all(counters.map((count) => count()))
  const total = clicks.reduce((sum, count) => sum + count, SIGN_INS)
  expect(total, `sign-ins ${SIGN_INS}, people ${clicks.join(', ')}`).toBeLessThanOrEqual(40)
})

const isDelivery = async (download: Download) =>
  (await readFile(await download.path())).equals(await readFile(await renderDelivery()))

async function chooseFile(page: Page, button: string, path: string) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  await chooser.setFiles(path)
}

async function typeTranslation(page: Page, number: number, text: string) {
  const field = page.getByRole('textbox', { name: `Translation of line ${number}` })
  await page
    .getByRole('button', { name: new RegExp(`^Line ${number}:`) })
    .or(field)
    .first()
    .click()
  await field.pressSequentially(text)
}
