// One work request from the uploaded film to the delivered version, with what each role does and
// sees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../src/assets/contract.ts'
import * as downloads from '../src/downloads/contract.ts'
import * as events from '../src/events/contract.ts'
import * as files from '../src/files/contract.ts'
import * as memory from '../src/memory/contract.ts'
import * as notifications from '../src/notifications/contract.ts'
import * as offlines from '../src/offlines/contract.ts'
import * as previews from '../src/previews/contract.ts'
import * as reports from '../src/reports/contract.ts'
import * as scripts from '../src/scripts/contract.ts'
import * as translations from '../src/translations/contract.ts'
import * as users from '../src/users/contract.ts'
import * as workrequests from '../src/workrequests/contract.ts'
import { uploadBytes, film } from './clips.ts'
import { readRequest } from './work-requests.ts'
import { newOrder } from './orders.ts'
import { expectProblem } from './expect-problem.ts'
import { startMailServer } from './mail-server.ts'
import { loadFixtures, type TestUser } from './fixtures.ts'

const SCRIPT =
  '1\n00:00:00,200 --> 00:00:01,500\nWho taught you to fly?\n\n2\n00:00:01,800 --> 00:00:03,300\nThey say the wind in Velmarra\nhas a memory.\n'
const TRANSLATION = ['Wer hat dich gelehrt?', 'Der Wind in Velmarra<br>vergisst nichts.']

test('takes a work request from the film to the delivered version', async (t) => {
  const mailServer = await startMailServer()
  t.after(() => mailServer.close())
  const fixtures = await loadFixtures(t, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Reelay <reelay@studio.example>',
  })
  const { a, b, runJobs } = fixtures
  const { studio, territory, vendor, translator, guest } = a.people
  const everyone = { studio, territory, vendor, translator, guest }
  const takeMails = async () => {
    await runJobs()
    return mailServer.mails
      .splice(0)
      .map(({ to, subject }) => `${[to].flat()[0]!.text}: ${subject}`)
      .toSorted()
  }
  for (const person of Object.values(everyone))
    await person.call(users.changeUser, {
      params: { id: person._id },
      body: { preferences: { tz: 'Europe/Berlin' } },
    })

  await t.test('the studio uploads a film and its script', async () => {
    const { _id: file } = await uploadBytes(
      studio,
      a,
      await film({ seconds: 4, width: 320, height: 180 }),
    )
    await runJobs()
    await studio.call(previews.createPreview, { body: { asset: a.asset._id, file } })
    const script = await studio.call(scripts.createScript, {
      body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
    })
    const imported = await studio.call(scripts.scriptLines.import, {
      params: { id: script._id },
      query: { format: 'srt' },
      body: SCRIPT,
    })
    assert.deepEqual(
      [imported.read, imported.added.length, imported.added[1]!.text],
      [2, 2, 'They say the wind in Velmarra<br>has a memory.'],
    )
    const broken = await expectProblem(
      studio.call(scripts.scriptLines.import, {
        params: { id: script._id },
        query: { format: 'srt' },
        body: '\n1\n00:00:0x,000 --> 00:00:08,000\nx\n',
      }),
      422,
      'import.file-invalid',
    )
    assert.match(broken.message, /^Line 3, column \d+: /)
    await studio.call(memory.createTerm, {
      params: { id: a.project._id },
      body: { kind: 'name', source: 'Velmarra' },
    })
    assert.equal((await vendor.call(files.listFiles)).total, 1)
    for (const outsider of [translator, guest])
      assert.equal((await outsider.call(files.listFiles)).total, 0)
    await expectProblem(b.people.studio.call(assets.getAsset, { params: { id: a.asset._id } }), 404)
    assert.deepEqual(
      (await takeMails()).filter((mail) => mail.startsWith('guest')),
      [],
    )
  })

  const ordered = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, {
      autosubs: true,
      dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
      recipients: { Online: ['press@cinema.example', { _id: vendor._id }] },
      uses: { items: ['Online'], details: { Online: [{ value: '320x180', ship: false }] } },
    }),
  })
  const read = (by: TestUser) => readRequest(by, ordered._id)
  const params = { id: ordered.translation._id }
  const change = (by: TestUser, body: workrequests.WorkRequestChange) =>
    by.call(workrequests.changeWorkRequest, { params: { id: ordered._id }, body })
  const move = (by: TestUser, status: translations.TranslationStatus) =>
    by.call(translations.changeTranslation, { params, body: { status } })

  await t.test(
    'the territory orders, sees the estimate, and nobody else sees the draft',
    async () => {
      for (const outsider of [vendor, translator, guest, b.people.territory])
        await expectProblem(read(outsider), 404)
      assert.match((await read(territory)).estimate.base, /^\d+\.\d\d$/)
      const submitted = await change(territory, { status: 'submitted' })
      assert.deepEqual(
        [submitted.status, submitted.materials.map(({ name, complete }) => [name, complete])],
        ['awaiting-materials', [['Subtitled', false]]],
      )
      assert.ok((await takeMails()).some((mail) => mail.startsWith('vendor-a@example.com: ')))
      assert.equal((await read(vendor)).estimate.base, '', 'the vendor does not see prices')
      await expectProblem(read(translator), 404)
    },
  )

  await t.test('the vendor learns what is missing and assigns the translation', async () => {
    const rejected = await expectProblem(
      change(vendor, { status: 'in-progress' }),
      409,
      'work-request.move-not-allowed',
    )
    const [missing] = rejected.problem.missing as { code: string; message: string; who: string }[]
    assert.deepEqual(
      [missing!.code, missing!.message, missing!.who],
      ['material', 'Submit the translation into deu', 'the vendor, who must assign a translator'],
    )
    await vendor.call(translations.changeTranslation, {
      params,
      body: { translator: translator._id },
    })
    assert.equal((await read(translator))._id, ordered._id)
  })

  await t.test('the translator fixes all errors and submits', async () => {
    const lines = await translator.call(translations.translationLines.list, { params })
    assert.deepEqual(
      lines.map(({ source, text }) => [source, text]),
      [
        ['Who taught you to fly?', ''],
        ['They say the wind in Velmarra<br>has a memory.', ''],
      ],
    )
    const write = (index: number, text: string) =>
      translator.call(translations.translationLines.change, {
        params: { ...params, line: lines[index]!._id },
        body: { text },
      })
    await write(0, TRANSLATION[0]!)
    const rejected = await expectProblem(
      move(translator, 'submitted'),
      422,
      'translation.checks-failed',
    )
    assert.ok(
      (rejected.problem.findings as { rule: string; line: number }[]).some(
        ({ rule, line }) => rule === 'UNTRANSLATED' && line === 2,
      ),
    )
    await write(1, 'Der Wind in Welmara<br>vergisst nichts.')
    assert.ok(
      (await translator.call(translations.getChecks, { params })).findings.some(
        ({ rule }) => rule === 'NAME',
      ),
    )
    await write(1, TRANSLATION[1]!)
    assert.equal((await translator.call(translations.getChecks, { params })).errors, 0)
    assert.equal((await move(translator, 'submitted')).status, 'submitted')
    assert.ok(
      (await takeMails()).includes(
        'territory-a@example.com: Project a · Trailer a · German · DE: translator a submitted a translation',
      ),
    )
    await expectProblem(write(0, 'zu spät'), 409, 'translation.locked')
  })

  await t.test(
    'the territory approves the translation, and the service renders an offline for review',
    async () => {
      await move(territory, 'approved')
      await runJobs()
      const request = await read(vendor)
      assert.deepEqual(
        [request.status, request.encodes.map(({ kind, status }) => [kind, status])],
        ['for-review', [['offline', 'ready']]],
      )
      assert.deepEqual(
        request.history.map(({ status }) => status),
        ['incomplete', 'submitted', 'awaiting-materials', 'in-progress', 'for-review'],
      )
      const hits = await vendor.call(memory.suggest, {
        query: {
          studio: a.studio._id,
          sourceLanguage: 'eng',
          language: 'deu',
          source: 'Who taught you to fly?',
        },
      })
      assert.deepEqual(
        hits.map(({ target }) => target),
        [TRANSLATION[0]],
      )
    },
  )

  await t.test(
    'the territory rejects the offline with a comment and approves the next version',
    async () => {
      const [first] = (await read(territory)).offlines
      const target = { params: { id: first!._id } }
      const comment = await territory.call(offlines.createComment, {
        ...target,
        body: { text: 'A full stop is missing here', frame: 10 },
      })
      assert.equal(comment.timecode, '00:00:00:10')
      await expectProblem(guest.call(offlines.listComments, target), 404)
      await territory.call(offlines.decideOffline, {
        ...target,
        body: { decision: 'rejected', reason: 'see the comment', code: 'wording' },
      })
      await territory.call(translations.changeTranslation, {
        params,
        body: { status: 'incomplete', reason: 'a full stop' },
      })
      const [line] = await translator.call(translations.translationLines.list, { params })
      await translator.call(translations.translationLines.change, {
        params: { ...params, line: line!._id },
        body: { text: 'Wer hat dich das gelehrt?' },
      })
      await move(translator, 'submitted')
      await move(territory, 'approved')
      await change(vendor, { status: 'in-progress' })
      await runJobs()
      const [second] = (await read(territory)).offlines
      assert.notEqual(second!._id, first!._id)
      const carried = (await vendor.call(offlines.listComments, { params: { id: second!._id } }))
        .items
      assert.deepEqual(
        carried.map(({ text, resolved, carriedFrom }) => [text, resolved, carriedFrom]),
        [['A full stop is missing here', null, first!._id]],
      )
      await vendor.call(offlines.changeComment, {
        params: { id: second!._id, comment: carried[0]!._id },
        body: { resolved: true },
      })
      await territory.call(offlines.decideOffline, {
        params: { id: second!._id },
        body: { decision: 'approved' },
      })
      await change(territory, { status: 'approved' })
    },
  )

  await t.test(
    'approval renders, names and delivers the deliverables to the recipients',
    async () => {
      const mails = await takeMails()
      const done = await read(vendor)
      assert.deepEqual(
        [done.status, done.encodes.filter(({ status }) => status === 'failed')],
        ['complete', []],
      )
      const bundles = Object.fromEntries(
        await Promise.all(
          done.files.map(
            async ({ name, files: ids }) =>
              [
                name,
                await Promise.all(ids.map((id) => vendor.call(files.getFile, { params: { id } }))),
              ] as const,
          ),
        ),
      )
      assert.match(bundles.Online![0]!.name, /^Project-a_Trailer-a_DE_deu_Online_320x180_v\d\.mp4$/)
      assert.ok(
        bundles.Online![0]!.verified && bundles.Online![0]!.media?.probe?.video?.width === 320,
      )
      assert.ok(Array.isArray(bundles.Online![0]!.warnings))
      const names = bundles.Sidecar!.map(({ name }) => name.split('.').at(-1))
      for (const format of ['srt', 'vtt', 'ttml']) assert.ok(names.includes(format), format)
      assert.ok(
        mails.some(
          (mail) =>
            mail.startsWith('press@cinema.example: ') && mail.includes('is ready for Online'),
        ),
        mails.join('\n'),
      )
      assert.ok(!mails.some((mail) => mail.startsWith('guest')))
      assert.ok(
        (await vendor.call(notifications.listNotifications, { query: { type: 'wco' } })).total ===
          1,
      )
      const srt = bundles.Sidecar!.find(({ name }) => name.endsWith('.srt'))!
      const bytes = await territory.call(downloads.sendFile, { params: { id: srt._id } })
      assert.equal(
        new TextDecoder().decode(bytes),
        '1\n00:00:00,200 --> 00:00:01,500\nWer hat dich das gelehrt?\n\n2\n00:00:01,800 --> 00:00:03,300\nDer Wind in Velmarra\nvergisst nichts.\n',
      )
      await expectProblem(translator.call(downloads.sendFile, { params: { id: srt._id } }), 404)
    },
  )

  await t.test('reports are correct, and another studio sees nothing', async () => {
    const { cells } = await studio.call(reports.coverageReport, {
      query: { project: a.project._id },
    })
    assert.deepEqual(
      cells.map(({ use, state }) => [use, state]),
      [['Online', 'delivered']],
    )
    assert.equal((await studio.call(reports.riskReport)).total, 0, 'no open request is left')
    for (const outsider of Object.values(b.people)) {
      assert.equal((await outsider.call(events.listEvents)).total, 0)
      assert.equal((await outsider.call(notifications.listNotifications)).total, 0)
    }
    assert.equal((await guest.call(notifications.listNotifications)).total, 0)
    assert.ok(
      (await translator.call(events.listEvents)).items.every(
        ({ type }) => !['fin', 'fd'].includes(type),
      ),
    )
  })
})
