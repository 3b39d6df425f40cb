// To order: assets into the queue, one form for both, a price, one button; and what is told when
// something is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { studios, territories, workrequests } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { raiseStage, type Stage } from './stage.ts'

test('the order page', { timeout: 120_000 }, async (t) => {
  const stage = await raiseStage(t)
  if (!stage) return
  const studio = await rates(stage)
  const [one, two, three] = [
    await stage.newAsset('Trailer A'),
    await stage.newAsset('Trailer B'),
    await stage.newAsset('Trailer C'),
  ]

  await t.test('orders two assets together, for the price it told', async () => {
    const page = await stage.open(`/order?asset=${one._id},${two._id}`)
    await page.getByRole('heading', { name: '2 orders together' }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'the address is clean again')
    await write(page)
    await page.getByLabel('Instructions').fill('Keep the title card.')
    await page.getByRole('region', { name: 'Estimate' }).getByText('100.00').waitFor()
    const emptied = page.waitForResponse(
      (answer) => answer.request().postData() === '{"orderQueue":[]}',
    )
    await page.getByRole('button', { name: 'Place 2 orders' }).click()
    await page.getByText('2 orders were taken').waitFor()
    await page.getByText('Nothing to order yet').waitFor()
    await emptied
    const { items } = await stage.call(workrequests.listWorkRequests, { query: { order: 'asset' } })
    assert.deepEqual(
      items.map(({ asset, language, territory, dng, uses, instructions, due }) => [
        asset.name,
        language,
        territory,
        dng.dialogue,
        uses,
        instructions,
        due?.tz,
      ]),
      ['Trailer A', 'Trailer B'].map((name) => [
        name,
        'deu',
        'DE',
        ['Subtitled'],
        { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
        'Keep the title card.',
        items[0]!.due!.tz,
      ]),
    )
    assert.ok(items.every(({ status }) => status !== 'incomplete'))
    assert.deepEqual(page.complaints, [])
    await page.context().close()
  })

  await t.test(
    'says at each field what is missing, and keeps the queue over a reload',
    async () => {
      const page = await stage.open(`/order?asset=${three._id}`)
      await page.getByRole('button', { name: 'Place 1 order' }).click()
      for (const words of [
        'Choose a territory.',
        'Choose what the version is for.',
        'Choose a due date that leaves the studio its time.',
      ])
        await page.getByText(words).waitFor()
      const saved = page.waitForResponse(
        (answer) =>
          answer.request().method() === 'PUT' &&
          answer.request().postData()?.includes('"due":{') === true,
      )
      await write(page)
      await page.waitForFunction(() => !document.body.textContent.includes('Choose a territory.'))
      await saved
      await page.reload()
      await page.getByText('Ready to order').waitFor()
      assert.deepEqual(page.complaints, [])

      // The studio changed its mind while the page was open.
      await stage.call(studios.changeStudio, {
        params: { id: studio },
        body: { settings: { leadTimeHours: 2000 } },
      })
      await page.getByRole('button', { name: 'Place 1 order' }).click()
      await page.getByText('Choose a due date that leaves the studio its time.').waitFor()
      assert.equal((await stage.call(workrequests.listWorkRequests)).total, 2)
      await page.getByRole('button', { name: 'Keep as drafts' }).click()
      await page.getByText('1 order was taken').waitFor()
      assert.equal(
        (await stage.call(workrequests.listWorkRequests, { query: { status: 'incomplete' } }))
          .items[0]?.asset.name,
        'Trailer C',
      )
      await page.context().close()
    },
  )
})

async function rates({ call }: Stage): Promise<string> {
  await call(territories.createTerritory, {
    body: {
      name: 'Germany',
      code: 'DE',
      standard: 'PAL',
      countries: [{ name: 'Germany', code: 'DE' }],
      languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
    },
  })
  await call(territories.createTerritory, {
    body: {
      name: 'France',
      code: 'FR',
      standard: 'PAL',
      countries: [{ name: 'France', code: 'FR' }],
      languages: [{ name: 'French', code: 'fra', dcpCode: 'FR' }],
    },
  })
  const {
    items: [studio],
  } = await call(studios.listStudios)
  await call(studios.changeStudio, {
    params: { id: studio!._id },
    body: {
      settings: {
        leadTimeHours: 24,
        rateCard: { perMinute: '40.00', perUse: '10.00', languages: {} },
      },
    },
  })
  return studio!._id
}

/** What an order needs: German is chosen with Germany, which has no other language. */
async function write(page: Page) {
  const chip = (group: string, name: string) =>
    page
      .getByRole('group', { name: group, exact: true })
      .getByRole('checkbox', { name, exact: true })
      .check()
  await page.getByLabel('Territory').selectOption('DE')
  await chip('Dialogue', 'Subtitled')
  await chip('Uses', 'Online')
  await chip('Formats', '1080p')
  await page.getByRole('button', { name: 'In 2 weeks, Due' }).click()
}
