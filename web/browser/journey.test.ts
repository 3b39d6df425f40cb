// A version from the order to the download, as three people do it in their browsers. What they do
// is what the screens say; what came of it is asked of the service.
import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { files, previews, scripts, workrequests } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { ADA, invite, signIn, TOM, VERA } from './people.ts'
import { raiseStage, type Stage } from './stage.ts'

const SAID = [
  ['Who taught you to fly?', 'Wer hat dich das gelehrt?'],
  ['The wind did.', 'Der Wind war es.'],
] as const

test('from the order to the download', { timeout: 240_000 }, async (t) => {
  const stage = await raiseStage(t)
  if (!stage) return
  const asset = await stage.newAsset('Season trailer')
  await invite(stage, asset.studio)
  await prepare(stage, asset._id)
  const [ada, vera, tom] = [
    await signIn(stage, ADA),
    await signIn(stage, VERA),
    await signIn(stage, TOM),
  ]
  const read = async () => (await stage.call(workrequests.listWorkRequests)).items[0]!

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
    await ada.getByRole('button', { name: 'In 2 weeks, Due' }).click()
    await ada.getByRole('button', { name: 'Place 1 order' }).click()
    await ada.getByText('1 order was taken').waitFor()
    const { status, language, territory } = await read()
    assert.deepEqual([status, language, territory], ['awaiting-materials', 'deu', 'DE'])
  })

  await t.test(
    'Vera sees without asking that it waits for her, and gives the translation to Tom',
    async () => {
      await vera.getByRole('link', { name: /Give the translation to somebody/ }).click()
      await vera.getByLabel('Translator (Dialogue translation)').selectOption({ label: TOM.name })
      await vera.getByText(`Given to ${TOM.name}`).waitFor()
    },
  )

  await t.test('Tom translates it against the original, and hands it in', async () => {
    await tom.reload()
    await tom.getByRole('link', { name: /Hand in the translation/ }).click()
    for (const [index, [, said]] of SAID.entries()) await write(tom, index + 1, said)
    await tom.getByText('Saved', { exact: true }).waitFor()
    await tom.getByRole('button', { name: 'Submit for approval' }).click()
    await tom.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await tom.getByText(/^Submitted: the lines are closed/).waitFor()
  })

  await t.test('Ada approves the words', async () => {
    await ada.goto(`/workrequests/${(await read())._id}`)
    await ada.getByRole('button', { name: 'Approve the translation' }).click()
    await putAway(ada)
    await until(async () => (await read()).translation.status === 'approved')
  })

  await t.test('Vera brings an offline and sends it to review', async () => {
    await bring(stage, asset._id, 'offline.mp4')
    await vera.goto(`/workrequests/${(await read())._id}`)
    await choose(vera, 'Bring the next offline', 'offline.mp4', 'Bring as offline')
    await until(async () => (await read()).offlines.length === 1)
    if ((await read()).status === 'in-progress')
      await vera.getByRole('button', { name: 'Send for review' }).first().click()
    await putAway(vera)
    await until(async () => (await read()).status === 'for-review')
  })

  await t.test('Ada’s page tells her, and she watches it and approves', async () => {
    await ada.getByRole('link', { name: 'Watch the newest offline and decide' }).click()
    await ada.getByRole('button', { name: 'Approve', exact: true }).click()
    await putAway(ada)
    await ada
      .getByRole('region', { name: 'Decision' })
      .getByText('Approved', { exact: true })
      .waitFor()
    await ada.goto(`/workrequests/${(await read())._id}`)
    if ((await read()).status === 'for-review') {
      await ada.getByRole('button', { name: 'Approve', exact: true }).first().click()
      await putAway(ada)
    }
    await until(async () => (await read()).status === 'approved')
  })

  await t.test('Vera delivers the finished file, and the order is complete', async () => {
    await bring(stage, asset._id, 'delivery.mp4')
    await vera.goto(`/workrequests/${(await read())._id}`)
    await choose(vera, 'Attach a file (Online)', 'delivery.mp4', 'Attach')
    await until(async () => (await read()).files.some(({ files: held }) => held.length > 0))
    if ((await read()).status !== 'complete') {
      await vera
        .getByRole('button', { name: /^Complete/ })
        .first()
        .click()
      const reason = vera.getByLabel('Reason, for everybody who works on it')
      if (await reason.isVisible()) {
        await reason.fill('A test film, smaller than ordered')
        await vera
          .getByRole('button', { name: /^Complete/ })
          .last()
          .click()
      }
      await putAway(vera)
    }
    await until(async () => (await read()).status === 'complete')
  })

  await t.test('Ada downloads it, and it is the file that was delivered', async () => {
    await ada.getByText('It is finished and delivered.').waitFor()
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
      await readFile(join(stage.folder, 'delivery.mp4', 'film.mp4')),
    )
  })

  assert.deepEqual([...ada.complaints, ...vera.complaints, ...tom.complaints], [])
})

/** A film to watch, and what is said in it. */
async function prepare(stage: Stage, asset: string) {
  const file = await bring(stage, asset, 'trailer.mp4')
  await stage.call(previews.createPreview, { body: { asset, file } })
  const { _id: id } = await stage.call(scripts.createScript, {
    body: { asset, part: 'dialogue', language: 'eng' },
  })
  await stage.call(scripts.scriptLines.put, {
    params: { id },
    body: SAID.map(([text], index) => ({
      number: index + 1,
      startTime: `00:00:0${index * 2},200`,
      stopTime: `00:00:0${index * 2 + 1},900`,
      text,
    })),
  })
}

async function bring({ call, folder: place }: Stage, asset: string, name: string): Promise<string> {
  const folder = join(place, name)
  await mkdir(folder)
  await createMediaEngine().run(
    {
      do: 'draw',
      clip: {
        kind: 'clip',
        name: 'film.mp4',
        seconds: 4,
        width: 320,
        height: 180,
        frameRate: '25/1',
        title: name,
        scenes: 1,
        sound: 'speech-like',
      },
    },
    { folder },
  )
  const { _id: id } = await call(files.registerFile, { body: { name, asset } })
  await call(files.receiveContent, {
    params: { id },
    body: await readFile(join(folder, 'film.mp4')),
  })
  await until(async () => (await call(files.getFile, { params: { id } })).verified)
  return id
}

async function write(page: Page, number: number, text: string) {
  const field = page.getByRole('textbox', { name: `Translation of line ${number}` })
  await page
    .getByRole('button', { name: new RegExp(`^Line ${number}:`) })
    .or(field)
    .first()
    .click()
  await field.pressSequentially(text)
}

async function choose(page: Page, summary: string, file: string, act: string) {
  const fold = page.locator('details').filter({ has: page.getByText(summary, { exact: true }) })
  await fold.locator('summary').click()
  await fold.getByLabel('File').selectOption({ label: file })
  await fold.getByRole('button', { name: act, exact: true }).click()
}

/** What can be taken back is done when its notice is put away. */
async function putAway(page: Page) {
  for (const dismiss of (await page.getByRole('button', { name: 'Dismiss' }).all()).toReversed())
    await dismiss.click()
}

async function until(holds: () => Promise<boolean>) {
  for (let turn = 0; !(await holds()); turn++) {
    if (turn > 200) throw new Error('It did not happen within a minute')
    await sleep(300)
  }
}
