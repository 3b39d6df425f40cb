// The request page as two people have it open: what the vendor does, and what comes to the vendor
// by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  comments,
  files,
  groups,
  sessions,
  territories,
  users,
  workrequests,
} from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import type { Page } from 'playwright-core'
import { raiseStage, type Stage } from './stage.ts'

const PASSWORD = 'Correct-horse-battery-9'

test('the request page', { timeout: 120_000 }, async (t) => {
  const stage = await raiseStage(t)
  if (!stage) return
  const { call } = stage
  const asset = await stage.newAsset('Trailer A')
  await call(territories.createTerritory, {
    body: {
      name: 'Germany',
      code: 'DE',
      standard: 'PAL',
      countries: [{ name: 'Germany', code: 'DE' }],
      languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
      assignedLanguages: [],
    },
  })
  const vendor = await hire(stage, asset.studio)
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
  const page = await stage.open(`/workrequests/${id}`)
  const mine = await openAs(page, vendor.session, `/workrequests/${id}`)
  const steps = (of: Page) => of.getByRole('region', { name: 'Next steps' })

  await t.test(
    'next steps are those of the service, and what stands in the way is told',
    async () => {
      await mine
        .getByRole('heading', { level: 1, name: /Trailer A · German for Germany/ })
        .waitFor()
      for (const [shown, asks] of [
        [page, call],
        [mine, vendor.call],
      ] as const) {
        await steps(shown).getByRole('link', { name: 'Bring an offline' }).waitFor()
        const may = (await asks(workrequests.listMoves, { params: { id } }))
          .filter((move) => move.may)
          .map(({ to }) => NAMES[to])
        assert.deepEqual(
          (await steps(shown).getByRole('button').allTextContents()).toSorted(),
          may.toSorted(),
        )
      }
    },
  )

  await t.test('an offline is brought from a file of the asset, and sent for review', async () => {
    const { _id: file } = await vendor.call(files.registerFile, {
      body: { name: 'offline.txt', asset: asset._id },
    })
    await vendor.call(files.receiveContent, { params: { id: file }, body: 'a cut' })
    await mine.reload()
    await mine.getByText('Bring the next offline').click()
    await mine
      .getByRole('region', { name: 'Offlines' })
      .getByLabel('File', { exact: true })
      .selectOption({ label: 'offline.txt' })
    await mine.getByRole('button', { name: 'Bring as offline' }).click()
    await mine.getByRole('link', { name: 'Version 1' }).waitFor()
    await steps(mine).getByRole('button', { name: 'Send for review' }).click()
    await here(mine, 'For review')
  })

  await t.test(
    'what somebody else does shows without a reload, and the page stays where it is',
    async () => {
      await here(page, 'For review')
      await mine.evaluate(() => {
        Object.assign(globalThis, { marked: true })
        scrollTo(0, 420)
      })
      const place = () =>
        mine
          .getByRole('heading', { name: 'Offlines' })
          .boundingBox()
          .then((box) => Math.round(box!.y))
      const before = await place()
      await steps(page).getByRole('button', { name: 'Reject' }).click()
      const form = page.getByRole('form', { name: 'Reject' })
      assert.ok(
        await form.getByRole('button', { name: 'Reject' }).isDisabled(),
        'not without code and reason',
      )
      await form.getByLabel('What is wrong').selectOption({ label: 'Sound' })
      await form.getByLabel(/^Reason/).fill('The second reel drifts.')
      await form.getByRole('button', { name: 'Reject' }).click()
      await here(page, 'Rejected')
      await here(mine, 'Rejected')
      await mine.getByText(/marked it as Rejected, just now/).waitFor()
      await mine.getByText('Sound: The second reel drifts.').first().waitFor()
      assert.deepEqual(
        [await mine.evaluate(() => 'marked' in globalThis), await place()],
        [true, before],
      )
    },
  )

  await t.test('a comment reaches the other’s open page, and calls by name', async () => {
    await page.getByLabel('New comment').pressSequentially('When, @Pi')
    await page.getByRole('option', { name: /^Piet/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await mine.getByRole('article').getByText('When, @Piet ?').waitFor()
    await mine.getByRole('button', { name: 'Answer' }).click()
    await mine.getByLabel(/^Answer to/).fill('Tomorrow.')
    await mine.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('Tomorrow.').waitFor()
    assert.equal(await page.getByRole('article').count(), 2)
  })

  await t.test(
    'a comment that is being written stays when the page becomes narrow, and when another speaks meanwhile',
    async () => {
      const field = page.getByLabel('New comment')
      await field.fill('Not sent yet')
      await page.setViewportSize({ width: 700, height: 800 })
      await vendor.call(comments.createComment, { params: { id }, body: { text: 'In between.' } })
      await page.getByRole('article').getByText('In between.').waitFor()
      assert.equal(await field.inputValue(), 'Not sent yet')
      assert.ok(
        await field.evaluate((area) => area === document.activeElement),
        'and whoever writes goes on writing',
      )
      await page.setViewportSize({ width: 1440, height: 900 })
      assert.equal(await field.inputValue(), 'Not sent yet')
      await field.fill('')
    },
  )

  await t.test(
    'an order that was not handed in is changed with the form of an order, and back with one press',
    async () => {
      const { _id } = await call(workrequests.createWorkRequest, {
        body: {
          asset: asset._id,
          language: 'deu',
          territory: 'DE',
          dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
        },
      })
      await page.goto(`/workrequests/${_id}`)
      await page
        .getByRole('region', { name: 'What is ordered' })
        .getByRole('button', { name: 'Change' })
        .click()
      const form = page.getByRole('form', { name: 'Change the order' })
      await form
        .getByRole('group', { name: 'Uses', exact: true })
        .getByRole('checkbox', { name: 'Online' })
        .check()
      await form.getByRole('button', { name: 'In 2 weeks, Due' }).click()
      await form.getByLabel('Instructions').fill('Keep the title card.')
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'detached' })
      const kept = async () => {
        const { uses, due, instructions } = await call(workrequests.getWorkRequest, {
          params: { id: _id },
        })
        return [uses.items, due !== null, instructions]
      }
      assert.deepEqual(await kept(), [['Online'], true, 'Keep the title card.'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Keep the title card.').waitFor({ state: 'detached' })
      assert.deepEqual(await kept(), [[], false, ''])
    },
  )

  await t.test(
    'an invitation leads to the request; the board moves a card by its menu',
    async () => {
      await mine.goto(`/workrequests/${id}/invite/some-code`)
      await mine.waitForURL(`**/workrequests/${id}`)
      await mine.goto('/workrequests?as=board')
      const card = mine.getByRole('region', { name: 'Rejected' }).getByRole('listitem')
      await card.getByText('Move', { exact: true }).click()
      await card.getByRole('button', { name: 'Take up again' }).click()
      await mine
        .getByRole('region', { name: 'In progress' })
        .getByRole('link', { name: 'Trailer A' })
        .waitFor()
    },
  )

  assert.deepEqual([...page.complaints, ...mine.complaints], [])
})

const NAMES: Record<workrequests.Status, string> = {
  incomplete: 'Take the order back',
  submitted: 'Hand in',
  'awaiting-materials': 'Wait for materials',
  'in-progress': 'Begin work',
  'for-review': 'Send for review',
  rejected: 'Reject',
  approved: 'Approve',
  complete: 'Complete',
  cancelled: 'Cancel the order',
}

const here = (page: Page, status: string) =>
  page.locator('li[aria-current=step]').getByText(status, { exact: true }).waitFor()

/** A vendor who hears of the studio's orders. */
async function hire(
  { call, address }: Stage,
  studio: string,
): Promise<{ call: Call; session: sessions.Session }> {
  const { _id, emailNormal: email } = await call(users.inviteUser, {
    body: {
      emailNormal: 'piet@example.com',
      name: 'Piet',
      roles: ['vendor'],
      studios: [studio],
      password: PASSWORD,
    },
  })
  await call(groups.createGroup, {
    body: { name: 'Tidal Post', type: 'v', studios: [studio], users: [_id] },
  })
  const session = (await createClient({
    baseUrl: `${address}/api`,
    credential: { email, password: PASSWORD },
  }).call(sessions.openSession)) as sessions.Session
  return { session, call: createClient({ baseUrl: `${address}/api`, credential: session }).call }
}

/** In a browser of their own, as it were: nothing is shared with the page that is open already. */
async function openAs(beside: Page, { email, token }: sessions.Session, path: string) {
  const context = await beside
    .context()
    .browser()!
    .newContext({ viewport: { width: 1440, height: 600 }, baseURL: new URL(beside.url()).origin })
  await context.addInitScript(
    (kept) => sessionStorage.setItem('reelay.session', kept),
    JSON.stringify({ email, token }),
  )
  const page = Object.assign(await context.newPage(), { complaints: [] as string[] })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.complaints.push(message.text())
  })
  page.on('pageerror', (error) => page.complaints.push(String(error)))
  await page.goto(path)
  return page
}
