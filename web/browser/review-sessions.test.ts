// Two people watch together: the pictures of both show the same frame number.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { offlines, shares, workrequests } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'
import { goTo, readFrame, uploadFilm } from './numbered-film.ts'
import { ADA, invite, signIn } from './people.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const FILM = { rate: '25', gop: 50, bf: 2, seconds: 36 }

test('review sessions', { timeout: 300_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const asset = await uploadFilm(t, app, FILM)
  await invite(app, asset.studio)
  const leader = await app.open(`/assets/${asset.slug}`)
  const member = await signIn(app, ADA)
  await member.goto(`${app.address}/assets/${asset.slug}`)

  await t.test('somebody who watches the same film joins and shows the same frame', async () => {
    await leader.getByRole('button', { name: 'Start session' }).click()
    await status(leader, 'You lead')
    await member.getByRole('button', { name: /^Join / }).click()
    await status(member, / leads$/)
    await goTo(leader, 123, FILM.rate)
    await frame(member, 123)
    await leader.keyboard.press('ArrowRight')
    await frame(leader, 124)
    await frame(member, 124)
  })

  await t.test('the session bar is accessible with its menu open', async () => {
    const summary = menu(leader).locator('summary')
    await summary.click()
    for (const { width, colorScheme } of AXE_VIEWS)
      for (const dir of ['ltr', 'rtl']) {
        await leader.setViewportSize({ width, height: 900 })
        await leader.emulateMedia({ colorScheme })
        await leader.evaluate((value) => {
          document.documentElement.dir = value
        }, dir)
        assert.deepEqual(await findViolations(leader), [], `${width} px, ${colorScheme}, ${dir}`)
      }
    await leader.evaluate(() => {
      document.documentElement.dir = 'ltr'
    })
    await leader.setViewportSize({ width: 1440, height: 900 })
    await summary.press('Escape')
  })

  await t.test('plays and pauses together', async () => {
    await leader.keyboard.press('Space')
    await inSync(leader, member)
    await leader.keyboard.press('Space')
    await sleep(300)
    await frame(member, await readFrame(leader))
  })

  await t.test('a guest with a share link follows until the share is revoked', async () => {
    const share = await app.call(shares.createShare, {
      body: { kind: 'files', files: [asset.file], mayDownload: false, mayFollow: true },
    })
    const guest = await app.visit(new URL(share.url!).pathname)
    await guest.getByLabel('Your name').fill('Bea Client')
    await guest.getByRole('button', { name: 'Continue' }).click()
    await guest.getByRole('button', { name: 'Follow' }).click()
    await goTo(leader, 200, FILM.rate)
    await frame(guest, 200)
    await menu(leader).locator('summary').click()
    await menu(leader).getByText('Bea Client').waitFor()
    await menu(leader).locator('summary').press('Escape')
    await app.call(shares.revokeShare, { params: { id: share._id } })
    await menu(guest).waitFor({ state: 'detached' })
    await guest.close()
  })

  await t.test('a member looks around and follows again', async () => {
    await member.keyboard.press('ArrowRight')
    await status(member, 'On your own')
    const own = await readFrame(member)
    await goTo(leader, 300, FILM.rate)
    await sleep(1_000)
    assert.equal(await readFrame(member), own)
    await member.getByRole('button', { name: 'Follow again' }).click()
    await frame(member, 300)
  })

  await t.test('the lead passes on', async () => {
    await menu(leader).locator('summary').click()
    await leader.getByRole('checkbox', { name: 'Let others take the lead' }).check()
    await member.getByRole('button', { name: 'Take the lead' }).click()
    await status(member, 'You lead')
    await status(leader, 'Ada Winter leads')
    await menu(leader).locator('summary').press('Escape')
    await goTo(member, 41, FILM.rate)
    await frame(leader, 41)
  })

  await t.test('somebody takes the lead when the leader has left', async () => {
    await menu(member).locator('summary').click()
    await member.getByRole('button', { name: 'Leave' }).click()
    await member.getByRole('button', { name: /^Join / }).waitFor()
    await status(leader, 'Nobody leads')
    await leader.getByRole('button', { name: 'Take the lead' }).click()
    await status(leader, 'You lead')
  })

  await t.test('members follow to another version, a comparison and a drawing', async () => {
    const versions = await uploadVersions(app, asset)
    await menu(leader).locator('summary').click()
    await leader.getByRole('button', { name: 'End for everybody' }).click()
    await leader.goto(`${app.address}/offlines/${versions[0]}`)
    await leader.getByRole('button', { name: 'Start session' }).click()
    await status(leader, 'You lead')
    await member.goto(`${app.address}/offlines/${versions[0]}`)
    await member.getByRole('button', { name: /^Join / }).click()
    await status(member, / leads$/)
    await leader.getByRole('link', { name: 'Version 2' }).click()
    await member.waitForURL(new RegExp(versions[1]!))
    await goTo(leader, 77, FILM.rate)
    await frame(member, 77)
    await leader.getByRole('combobox', { name: 'Compare with' }).selectOption(versions[0]!)
    await leader.getByRole('radio', { name: 'Wipe' }).check()
    await member.waitForURL(/beside=/)
    await member.getByRole('radio', { name: 'Wipe' }).and(member.locator(':checked')).waitFor()
    await draw(leader)
    await member.locator('[data-testid=drawing] polyline').waitFor()
  })
  assert.deepEqual(leader.pageErrors, [])
  assert.deepEqual(member.pageErrors, [])
})

const menu = (page: Page) => page.getByRole('group', { name: 'Review session' })
const status = (page: Page, text: string | RegExp) =>
  menu(page).getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })

async function frame(page: Page, number: number) {
  const end = Date.now() + 20_000
  let shown = await readFrame(page)
  while (shown !== number) {
    if (Date.now() > end) assert.equal(shown, number)
    await sleep(100)
    shown = await readFrame(page)
  }
}

/** Where the film was at a time on the clock of this machine. */
const position = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    at: Date.now(),
    isPlaying: !video.paused,
  }))

/** Waits until both films have been within 100 ms of each other three times. */
async function inSync(leader: Page, member: Page) {
  const measured: number[] = []
  const end = Date.now() + 15_000
  while (Date.now() < end) {
    const [one, other] = [await position(leader), await position(member)]
    if (one.isPlaying && other.isPlaying)
      measured.push(Math.round(other.seconds * 1000 - other.at - (one.seconds * 1000 - one.at)))
    if (measured.length > 2 && measured.slice(-3).every((ms) => Math.abs(ms) < 100)) return
    await sleep(300)
  }
  assert.fail(`ms between the films: ${measured.join(', ')}`)
}

async function draw(page: Page) {
  await page.getByRole('button', { name: 'Arrow', exact: true }).click()
  const box = (await page.getByTestId('drawing').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 5 })
  await page.mouse.up()
}

/** Two versions of the same film for a request of Ada's territory. */
async function uploadVersions(
  { call }: BrowserTestApp,
  asset: { _id: string; file: string },
): Promise<string[]> {
  const { _id: id } = await call(workrequests.createWorkRequest, {
    body: {
      asset: asset._id,
      language: 'deu',
      territory: 'DE',
      status: 'submitted',
      dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
      uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
      due: { date: Math.floor(Date.now() / 1000) + 14 * 86_400, tz: 'Europe/Berlin' },
    },
  })
  await call(workrequests.changeWorkRequest, { params: { id }, body: { status: 'in-progress' } })
  const versions: string[] = []
  for (let version = 1; version <= 2; version++) {
    const { _id } = await call(offlines.createOffline, {
      body: { workRequest: id, file: asset.file },
    })
    versions.push(_id)
    while ((await call(offlines.getOffline, { params: { id: _id } })).status !== 'ready')
      await sleep(200)
  }
  return versions
}
