// Two people watch together: the pictures of both show the same frame number.
import type { Page } from '@playwright/test'
import { shares, workrequests } from '@reelay/api/contract'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { goTo, readFrame, uploadNumberedFilm } from './numbered-film.ts'
import { addVersion, order } from './orders.ts'
import { inviteTeam } from './team.ts'

const FILM = { rate: '25', gop: 50, bf: 2, seconds: 36 }

// In one worker, so that the renditions are made once.
test.describe.configure({ mode: 'default' })

test('people who watch the same film join, see the same frame, and play together', async ({
  app,
}) => {
  const { leader, member } = await watchTogether(app)

  await test.step('shows the same frame', async () => {
    await goTo(leader, 123, FILM.rate)
    await frame(member, 123)
    await leader.keyboard.press('ArrowRight')
    await frame(leader, 124)
    await frame(member, 124)
  })

  await test.step('plays and pauses together', async () => {
    await leader.keyboard.press('Space')
    await inSync(leader, member)
    await leader.keyboard.press('Space')
    await expect
      .poll(async () => (await readFrame(member)) - (await readFrame(leader)), 'frames between')
      .toBe(0)
  })
})

test('the session bar is accessible with its menu open', async ({ app }) => {
  const { leader } = await watchTogether(app)
  await menu(leader).locator('summary').click()
  for (const { width, colorScheme } of AXE_VIEWS)
    for (const dir of ['ltr', 'rtl']) {
      await leader.setViewportSize({ width, height: 900 })
      await leader.emulateMedia({ colorScheme })
      await leader.evaluate((value) => {
        document.documentElement.dir = value
      }, dir)
      expect(await findViolations(leader), `${width} px, ${colorScheme}, ${dir}`).toEqual([])
    }
})

test('a guest follows until the share is revoked, and a member looks around', async ({ app }) => {
  const { leader, member, file } = await watchTogether(app)
  const share = await app.call(shares.createShare, {
    body: { kind: 'files', files: [file], mayDownload: false, mayFollow: true },
  })
  const guest = await app.visit(new URL(share.url!).pathname)
  await guest.getByLabel('Your name').fill('Bea Client')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await guest.getByRole('button', { name: 'Follow' }).click()
  await goTo(leader, 200, FILM.rate)
  await frame(guest, 200)
  await frame(member, 200)

  await test.step('a member looks around and follows again', async () => {
    await member.keyboard.press('ArrowRight')
    await status(member, 'On your own')
    const own = await readFrame(member)
    await goTo(leader, 300, FILM.rate)
    await frame(guest, 300)
    expect(await readFrame(member)).toBe(own)
    await member.getByRole('button', { name: 'Follow again' }).click()
    await frame(member, 300)
  })

  await test.step('the guest is listed, and loses the session with the share', async () => {
    await menu(leader).locator('summary').click()
    await expect(menu(leader).getByText('Bea Client')).toBeVisible()
    await app.call(shares.revokeShare, { params: { id: share._id } })
    await expect(menu(guest)).toHaveCount(0)
  })
})

test('the lead passes on, and is taken when the leader has left', async ({ app }) => {
  const { leader, member } = await watchTogether(app)

  await test.step('the lead passes on', async () => {
    await menu(leader).locator('summary').click()
    await leader.getByRole('checkbox', { name: 'Let others take the lead' }).check()
    await member.getByRole('button', { name: 'Take the lead' }).click()
    await status(member, 'You lead')
    await status(leader, 'Ada Winter leads')
    await menu(leader).locator('summary').press('Escape')
    await goTo(member, 41, FILM.rate)
    await frame(leader, 41)
  })

  await test.step('somebody takes the lead when the leader has left', async () => {
    await menu(member).locator('summary').click()
    await member.getByRole('button', { name: 'Leave' }).click()
    await expect(member.getByRole('button', { name: /^Join / })).toBeVisible()
    await status(leader, 'Nobody leads')
    await leader.getByRole('button', { name: 'Take the lead' }).click()
    await status(leader, 'You lead')
  })
})

test('members follow to another version, a comparison and a drawing', async ({ app }) => {
  const asset = await uploadNumberedFilm(app, FILM)
  const { ada } = await inviteTeam(app)
  const [first, second] = await addVersions(app, asset)
  const path = `/offlines/${first}`
  const { leader, member } = await join(await app.open(path), await app.openFor(ada, path))
  await leader.getByRole('link', { name: 'Version 2' }).click()
  await member.waitForURL(new RegExp(second))
  await goTo(leader, 77, FILM.rate)
  await frame(member, 77)
  await leader.getByRole('combobox', { name: 'Compare with' }).selectOption(first)
  await leader.getByRole('radio', { name: 'Wipe' }).check()
  await member.waitForURL(/beside=/)
  await expect(member.getByRole('radio', { name: 'Wipe' })).toBeChecked()
  await draw(leader)
  await expect(member.locator('[data-testid=drawing] polyline')).toBeVisible()
})

const menu = (page: Page) => page.getByRole('group', { name: 'Review session' })
const status = (page: Page, text: string | RegExp) =>
  expect(menu(page).getByRole('status').filter({ hasText: text })).toBeAttached()

const frame = (page: Page, number: number) => expect.poll(() => readFrame(page)).toBe(number)

/** The page of a film: the home office leads, Ada has joined. */
async function watchTogether(app: BrowserApp) {
  const { file, slug } = await uploadNumberedFilm(app, FILM)
  const { ada } = await inviteTeam(app)
  const path = `/assets/${slug}`
  return { ...(await join(await app.open(path), await app.openFor(ada, path))), file }
}

async function join(leader: Page, member: Page) {
  await leader.getByRole('button', { name: 'Start session' }).click()
  await status(leader, 'You lead')
  await member.getByRole('button', { name: /^Join / }).click()
  await status(member, / leads$/)
  return { leader, member }
}

/** Waits until both films have been within 100 ms of each other three times. */
async function inSync(leader: Page, member: Page) {
  let times = 0
  const count = async () => {
    times = (await distance(leader, member)) < 100 ? times + 1 : 0
    return times
  }
  await expect.poll(count, { message: 'times in sync', intervals: [300] }).toBeGreaterThan(2)
}

/** Milliseconds between two playing films, by the clock of this machine. */
async function distance(leader: Page, member: Page): Promise<number> {
  const [one, other] = [await position(leader), await position(member)]
  if (!one.isPlaying || !other.isPlaying) return Infinity
  return Math.abs(other.seconds * 1000 - other.at - (one.seconds * 1000 - one.at))
}

const position = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    at: Date.now(),
    isPlaying: !video.paused,
  }))

async function draw(page: Page) {
  await page.getByRole('button', { name: 'Arrow', exact: true }).click()
  const box = (await page.getByTestId('drawing').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 5 })
  await page.mouse.up()
}

/** Two versions of the same film for a request of Ada's territory. */
async function addVersions(
  app: BrowserApp,
  asset: { _id: string; file: string },
): Promise<[string, string]> {
  const { _id: id } = await order(app, asset._id)
  const params = { id }
  await app.call(workrequests.changeWorkRequest, { params, body: { status: 'in-progress' } })
  const add = () => addVersion(app.call, id, asset.file)
  return [await add(), await add()]
}
