// A version from the order to the download, by three people in their browsers. The results are
// checked with the service.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { shares, workrequests } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../api/test/chromium.ts'
import { openFirefox } from '../../api/test/firefox.ts'
import { countClicks } from './clicks.ts'
import { createClip, createScript, LINES, waitUntil } from './journey-fixtures.ts'
import { ADA, invite, signIn, TOM, VERA } from './people.ts'
import { startTestApp } from './test-app.ts'

const BROWSERS = { Chromium: openBrowser, Firefox: openFirefox }
for (const [name, open] of Object.entries(BROWSERS))
  test(`from the order to the download in ${name}`, { timeout: 240_000 }, (t) => journey(t, open))

async function journey(t: TestContext, open: typeof openBrowser) {
  const app = await startTestApp(t, {}, '127.0.0.1', open)
  if (!app) return
  const asset = await app.newAsset('Season trailer')
  await invite(app, asset.studio)
  await createScript(app, asset._id)
  const [ada, vera, tom] = [await signIn(app, ADA), await signIn(app, VERA), await signIn(app, TOM)]
  const read = async () => (await app.call(workrequests.listWorkRequests)).items[0]!
  const counters = await Promise.all([ada, vera, tom].map(countClicks))

  await t.test('Ada finds the trailer and orders it for Germany', async () => {
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
    await ada.getByText('1 work request created').waitFor()
    const { status, language, territory } = await read()
    assert.deepEqual([status, language, territory], ['awaiting-materials', 'deu', 'DE'])
  })

  await t.test('Vera sees her new task and assigns the translation to Tom', async () => {
    await vera.getByRole('link', { name: /Assign the translation/ }).click()
    const translators = vera.getByLabel('Translator (Dialogue translation)')
    // The label of an option also says how much work the person has.
    const option = translators.locator('option', { hasText: TOM.name })
    await translators.selectOption(await option.getAttribute('value'))
    await vera.getByText(`Assigned to ${TOM.name}`).waitFor()
  })

  await t.test('Tom translates the lines and submits them', async () => {
    await tom.reload()
    await tom.getByRole('link', { name: /Submit the translation/ }).click()
    for (const [index, [, translation]] of LINES.entries())
      await typeTranslation(tom, index + 1, translation)
    await tom.getByText('Saved', { exact: true }).waitFor()
    await tom.getByRole('button', { name: 'Submit for approval' }).click()
    await tom.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await tom.getByText(/^Submitted for approval\. The lines are read-only/).waitFor()
  })

  await t.test('Ada approves the translation', async () => {
    await ada.getByRole('link', { name: 'Today' }).click()
    await ada.getByRole('link', { name: /approve the translation/ }).click()
    await ada
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await waitUntil(async () => (await read()).translation.status === 'approved')
  })

  await t.test('Vera drops an offline, which is submitted for review at once', async () => {
    const clip = await createClip(app, 'offline.mp4')
    await chooseFile(vera, 'Upload an offline', clip)
    await waitUntil(async () => (await read()).status === 'for-review')
  })

  await t.test(
    'Ada presses M on another tab and types at once, and no letter is lost',
    async () => {
      await ada.goto(`/workrequests/${(await read())._id}?tab=order`)
      await ada.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 })
      // The next key can follow immediately, so the field has the focus when the event returns.
      const focused = await ada.evaluate(() => {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'm', code: 'KeyM', bubbles: true, cancelable: true }),
        )
        return document.activeElement?.tagName
      })
      assert.equal(focused, 'TEXTAREA')
      await ada.keyboard.type('Jk, 1 pm: move it')
      const field = ada.getByRole('textbox', { name: 'Comment', exact: true })
      assert.equal(await field.inputValue(), 'Jk, 1 pm: move it')
      await field.fill('')
    },
  )

  await t.test('Ada watches it and approves the version and the request in one click', async () => {
    await ada.goto(`/workrequests/${(await read())._id}`)
    await ada.getByRole('button', { name: 'Approve', exact: true }).click()
    await waitUntil(async () => (await read()).status === 'approved')
  })

  await t.test('Vera drops the deliverable, and the work request completes', async () => {
    const clip = await createClip(app, 'delivery.mp4', { width: 1920, height: 1080 })
    await chooseFile(vera, 'Upload a file (Online)', clip)
    // The service completes it once the checks of the file have passed.
    await waitUntil(async () => (await read()).status === 'complete')
  })

  await t.test('Ada downloads the delivered file', async () => {
    await ada.getByRole('tab', { name: 'Work' }).click()
    await ada.getByText('This work request is complete and delivered.').waitFor()
    const [download] = await Promise.all([
      ada.waitForEvent('download'),
      ada
        .getByRole('button', { name: /^Download / })
        .first()
        .click(),
    ])
    assert.match(download.suggestedFilename(), /\.mp4$/)
    const path = await download.path()
    assert.deepEqual(
      await readFile(path),
      await readFile(join(app.folder, 'delivery.mp4', 'film.mp4')),
    )
  })

  await t.test('an outside recipient opens the link, watches, downloads and accepts', async () => {
    await ada
      .getByRole('region', { name: 'Deliverables' })
      .getByRole('button', { name: 'Share', exact: true })
      .click()
    const dialog = ada.getByRole('dialog', { name: 'Share this delivery' })
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    const url = await ada.getByRole('textbox', { name: 'Share link' }).inputValue()
    const guest = await app.visit(new URL(url).pathname)
    counters.push(await countClicks(guest))
    await guest.getByRole('heading', { level: 1, name: /Season trailer/ }).waitFor()
    await guest.keyboard.press('Space')
    await guest.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2)
    const [download] = await Promise.all([
      guest.waitForEvent('download'),
      guest.getByRole('link', { name: /^Download / }).click(),
    ])
    assert.deepEqual(
      await readFile(await download.path()),
      await readFile(join(app.folder, 'delivery.mp4', 'film.mp4')),
    )
    await guest.getByLabel('Your name').fill('Pat Press')
    await guest.getByRole('button', { name: 'Continue' }).click()
    await guest.getByRole('button', { name: 'Accept' }).click()
    await guest.getByRole('heading', { name: 'You accepted this' }).waitFor()
    const [share] = (await app.call(shares.listShares)).items
    assert.deepEqual(
      share!.recipients
        .filter(({ decision }) => decision)
        .map(({ name, decision }) => [name, decision]),
      [['Pat Press', 'accepted']],
    )
    assert.deepEqual(guest.pageErrors, [])
  })

  await t.test('takes at most 40 clicks', async () => {
    const signIns = 3
    const clicks = await Promise.all(counters.map((count) => count()))
    const total = clicks.reduce((sum, count) => sum + count, signIns)
    t.diagnostic(`clicks: ${total} (sign-ins ${signIns}, people ${clicks.join(', ')})`)
    assert.ok(total <= 40, `${total} clicks`)
  })

  assert.deepEqual([...ada.pageErrors, ...vera.pageErrors, ...tom.pageErrors], [])
}

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
