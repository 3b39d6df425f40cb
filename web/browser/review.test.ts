// Two people review a version: one orders and decides, the other produces it.
import assert from 'node:assert/strict'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import {
  files,
  groups,
  offlines,
  sessions,
  shares,
  territories,
  users,
  workrequests,
} from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import type { Page } from 'playwright-core'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

const VENDOR = {
  emailNormal: 'vera@example.com',
  name: 'Vera Lindqvist',
  password: 'Correct-horse-battery-9',
}

test('the review of an offline', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { vendor, asset, request } = await order(app)
  const first = await uploadVersion(app, vendor.call, asset, request)
  const ada = await app.open(`/offlines/${first}`)
  const vera = await openAs(app, vendor.session, `/offlines/${first}`)

  await t.test(
    'shows a comment with a range and a drawing to the other person immediately',
    async () => {
      const slider = ada.getByRole('slider', { name: 'Position' })
      await slider.focus()
      for (let frame = 0; frame < 5; frame++) await ada.keyboard.press('.')
      await ada.getByTestId('comment-position').getByText('00:00:00:05').waitFor()
      await ada.keyboard.press('i')
      for (let frame = 0; frame < 10; frame++) await ada.keyboard.press('.')
      await ada.getByText('00:00:00:15', { exact: false }).first().waitFor()
      await ada.keyboard.press('o')
      assert.equal(
        await ada.getByTestId('comment-position').textContent(),
        '00:00:00:05 – 00:00:00:15',
      )
      await draw(ada, 'Arrow', [0.2, 0.8], [0.5, 0.5])
      // The field has the focus after a stroke.
      await ada.keyboard.type('The title stands too low')
      await ada.keyboard.press('Control+Enter')
      await vera.getByText('The title stands too low', { exact: true }).waitFor()
      const {
        items: [comment],
      } = await app.call(offlines.listComments, { params: { id: first } })
      assert.deepEqual(
        [comment!.range, comment!.drawing!.length, comment!.drawing![0]!.points.length],
        [{ first: 5, last: 15 }, 1, 5],
      )
      await vera.getByRole('button', { name: /^Go to 00:00:00:05/ }).click()
      await vera.getByTestId('drawing').locator('polyline').waitFor({ state: 'attached' })
    },
  )

  await t.test('replies, resolves, and reopens by undo', async () => {
    await vera.getByRole('button', { name: /^Reply/ }).click()
    await vera.getByRole('textbox', { name: /^Reply to/ }).fill('It is moved in the next version')
    await vera.keyboard.press('Control+Enter')
    await ada.getByText('It is moved in the next version').waitFor()
    await vera.getByRole('button', { name: /^Resolve/ }).click()
    await vera.getByText('No open comments').waitFor()
    await vera.getByRole('button', { name: 'Undo' }).click()
    await vera.getByRole('button', { name: /^Resolve/ }).waitFor()
  })

  await t.test('mentions a person who can see the request', async () => {
    await ada.getByRole('button', { name: /^Reply/ }).click()
    await ada.keyboard.type('Thank you, @Ver')
    await ada.getByRole('option', { name: /Vera Lindqvist/ }).waitFor()
    await ada.keyboard.press('Enter')
    await ada.keyboard.press('Control+Enter')
    await vera.getByText('@Vera Lindqvist', { exact: true }).waitFor()
    const { items } = await app.call(offlines.listComments, { params: { id: first } })
    assert.deepEqual(
      items.map(({ mentions }) => mentions.map(({ name }) => name)),
      [[], [], [VENDOR.name]],
    )
  })

  await t.test('lets only the requester reject, with a code and a reason', async () => {
    assert.equal(await vera.getByRole('button', { name: 'Approve' }).count(), 0)
    await ada.getByRole('button', { name: 'Reject…' }).click()
    assert.ok(
      await ada.getByRole('button', { name: 'Reject version' }).isDisabled(),
      'both are needed',
    )
    await ada.getByLabel('Problem', { exact: true }).selectOption('graphics')
    await ada.getByRole('textbox', { name: 'Reason' }).fill('See the comment at five frames')
    await ada.getByRole('button', { name: 'Reject version' }).click()
    await ada.getByRole('region', { name: 'Decision' }).getByText('Rejected').waitFor()
    const { decision, code } = await app.call(offlines.getOffline, { params: { id: first } })
    assert.deepEqual([decision, code], ['rejected', 'graphics'])
  })

  const second = await uploadVersion(app, vendor.call, asset, request)

  await t.test(
    'carries open comments to the next version, compares the two, and approves it',
    async () => {
      await ada.getByRole('link', { name: 'Version 2' }).click()
      await ada.getByText('From version 1').waitFor()
      await ada.getByLabel('Compare with').selectOption({ label: 'Compare with Version 1' })
      await ada.waitForFunction(() => document.querySelectorAll('video').length === 2)
      assert.match(ada.url(), new RegExp(`${second}\\?beside=${first}`))
      await ada.getByRole('radio', { name: 'Wipe' }).check()
      await ada.getByRole('slider', { name: 'Visible part of the other version' }).waitFor()
      await ada.getByRole('button', { name: 'End comparison' }).click()
      await ada.getByRole('button', { name: 'Approve', exact: true }).click()
      // The approval is sent when its toast expires or is dismissed.
      for (const dismiss of (await ada.getByRole('button', { name: 'Dismiss' }).all()).toReversed())
        await dismiss.click()
      await ada
        .getByRole('region', { name: 'Decision' })
        .getByText('Approved', { exact: true })
        .waitFor()
      assert.equal(
        (await app.call(offlines.getOffline, { params: { id: second } })).decision,
        'approved',
      )
    },
  )
  await t.test('a guest of a share link draws too, and sees only their own drawing', async () => {
    const { url } = await app.call(shares.createShare, {
      body: { kind: 'offline', subject: first, mayComment: true },
    })
    const guest = await app.visit(new URL(url!).pathname)
    await guest.getByLabel('Your name').fill('Grete')
    await guest.getByRole('button', { name: 'Continue' }).click()
    await draw(guest, 'Box', [0.2, 0.2], [0.4, 0.4])
    await guest.keyboard.type('Remove this logo')
    await guest.getByRole('button', { name: 'Add comment' }).click()
    await guest.getByText('Remove this logo', { exact: true }).waitFor()
    assert.equal(await guest.getByTestId('drawing').locator('polyline').count(), 1)
    const { items } = await app.call(offlines.listComments, { params: { id: first } })
    const noted = items.find(({ text }) => text === 'Remove this logo')!
    assert.deepEqual([noted.from.name, noted.drawing!.length], ['Grete', 1])
    assert.deepEqual(guest.pageErrors, [])
  })

  assert.deepEqual([...ada.pageErrors, ...vera.pageErrors], [])
})

async function order(app: BrowserTestApp) {
  await app.call(territories.createTerritory, { body: GERMANY })
  const { _id: asset, studio } = await app.newAsset('Trailer A')
  const { _id: vera } = await app.call(users.inviteUser, {
    body: { ...VENDOR, roles: ['vendor'], studios: [studio] },
  })
  await app.call(groups.createGroup, {
    body: { name: 'Tidal Post', type: 'v', studios: [studio], users: [vera] },
  })
  const session = (await createClient({
    baseUrl: `${app.address}/api`,
    credential: { email: VENDOR.emailNormal, password: VENDOR.password },
  }).call(sessions.openSession)) as sessions.Session
  const { call } = createClient({ baseUrl: `${app.address}/api`, credential: session })
  const { _id: request } = await app.call(workrequests.createWorkRequest, {
    body: {
      asset,
      language: 'deu',
      territory: 'DE',
      dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
      status: 'submitted',
    },
  })
  await call(workrequests.changeWorkRequest, {
    params: { id: request },
    body: { status: 'in-progress' },
  })
  return { vendor: { call, session }, asset, request }
}

/** Uploads a film of two seconds as the vendor and waits until it is ready. */
async function uploadVersion(
  app: BrowserTestApp,
  call: Call,
  asset: string,
  workRequest: string,
): Promise<string> {
  const folder = await mkdtemp(join(app.folder, 'clip-'))
  const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: 'offline.mp4',
        seconds: 2,
        width: 480,
        height: 270,
        frameRate: '25/1',
        title: 'THE SALT ROAD',
        scenes: 1,
        sound: 'speech-like',
      },
    },
    { folder },
  )
  const { _id: file } = await call(files.registerFile, { body: { name: 'offline.mp4', asset } })
  await call(files.receiveContent, {
    params: { id: file },
    body: await readFile(join(folder, name)),
  })
  while (!(await call(files.getFile, { params: { id: file } })).verified) await sleep(200)
  const { _id } = await call(offlines.createOffline, { body: { workRequest, file } })
  while ((await call(offlines.getOffline, { params: { id: _id } })).status !== 'ready')
    await sleep(200)
  return _id
}

async function openAs(app: BrowserTestApp, { email, token }: sessions.Session, path: string) {
  const page = await app.open('/')
  await page
    .context()
    .addInitScript(
      (stored) => sessionStorage.setItem('reelay.session', stored),
      JSON.stringify({ email, token }),
    )
  await page.goto(path)
  return page
}

async function draw(page: Page, tool: string, from: [number, number], to: [number, number]) {
  await page.getByRole('button', { name: tool }).click()
  const { x, y, width, height } = (await page.getByTestId('drawing').boundingBox())!
  await page.mouse.move(x + width * from[0], y + height * from[1])
  await page.mouse.down()
  await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 5 })
  await page.mouse.up()
}
