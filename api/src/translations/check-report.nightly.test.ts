import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { listAudit } from '../audit/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { film } from '../../test/clips.ts'
import { EMBARGOED, LIFTED, loadEmbargoFixtures, setEmbargo } from '../../test/embargo-fixtures.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import type { TestUser } from '../../test/fixtures.ts'
import type { ReportFormat } from './contract/check-report.ts'
import * as contract from './contract.ts'

/** A translation with two broken lines of a film with a storyboard. */
async function broken(t: TestContext) {
  const fixtures = await loadEmbargoFixtures(t, await film({ seconds: 3, width: 320, height: 240 }))
  await setEmbargo(fixtures, LIFTED)
  const params = { id: fixtures.translation }
  const { vendor } = fixtures.a.people
  const add = (second: number, text: string) =>
    vendor.call(contract.translationLines.add, {
      params,
      body: {
        startTime: `00:00:0${second},000`,
        stopTime: `00:00:0${second},900`,
        text,
        source: 'One',
      },
    })
  await add(1, 'Zwei  &lt;script&gt; سلام')
  await add(2, '')
  const report = async (by: TestUser, format: ReportFormat, query = {}) =>
    Buffer.from(
      await by.call(contract.exportCheckReport, { params, query: { format, ...query } }),
    ).toString(format === 'html' ? 'utf8' : 'latin1')
  return { ...fixtures, params, report }
}

test('reports findings with stills to those who see the film', { timeout: 120_000 }, async (t) => {
  const fixtures = await broken(t)
  const { report, a } = fixtures
  const { translator, studio } = a.people

  await t.test('as one HTML file without scripts', async () => {
    const page = await report(translator, 'html')
    assert.match(page, /<td class="error">error<\/td><td title="[^"]+">UNTRANSLATED<\/td>/)
    assert.match(page, /Zwei {2}&lt;script&gt; سلام/)
    assert.doesNotMatch(page, /<script|https?:/)
    assert.match(page, /\.sheet0\{background-image:url\(data:image\/jpeg;base64,/)
    assert.match(page, /aria-label="Picture of the film at 00:00:0/)
    assert.match(page, /<td class="time">00:00:02:00<br>00:00:02:2\d<\/td>/)
  })

  await t.test('as PDF', async () => {
    const pdf = await report(translator, 'pdf')
    assert.match(pdf, /^%PDF-1\.7/)
    assert.match(pdf, /\/Subtype \/Image \/Width 800 /)
  })

  await t.test('with another profile, and refuses unknown ones', async () => {
    assert.match(await report(translator, 'html', { profile: 'bbc' }), /BBC/)
    await expectProblem(
      report(translator, 'html', { profile: 'nettflix' }),
      422,
      'profile.not-found',
    )
    await expectProblem(report(translator, 'docx' as never), 400)
    await expectProblem(report(fixtures.b.people.studio, 'html'), 404, 'translation.not-found')
  })

  await t.test('without stills while the film is under embargo', async () => {
    await setEmbargo(fixtures, EMBARGOED)
    for (const format of ['html', 'pdf'] as const)
      assert.doesNotMatch(await report(translator, format), /data:image|\/Subtype \/Image/)
    assert.match(await report(translator, 'html'), /no stills of the film are available/)
    // The studio sees the film, and the audit log says who did.
    assert.match(await report(studio, 'html'), /data:image/)
    const { items } = await fixtures.admin.call(listAudit, {})
    assert.ok(items.some(({ act }) => act === 'GET /translations/:id/qc/report'))
    await setEmbargo(fixtures, LIFTED)
  })

  await t.test('without stills if the studio watermarks its films', async () => {
    await studio.call(changeStudio, {
      params: { id: a.studio._id },
      body: { settings: { watermark: true } },
    })
    for (const person of [translator, studio])
      for (const format of ['html', 'pdf'] as const)
        assert.doesNotMatch(await report(person, format), /data:image|\/Subtype \/Image/)
  })
})
