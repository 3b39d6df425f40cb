import assert from 'node:assert/strict'
import { test } from 'node:test'
import { READERS } from '@reelay/subtitles/formats'
import { createLineComment, decideLineComment } from '../comments/contract.ts'
import { createPreview } from '../previews/contract.ts'
import * as scripts from '../scripts/contract.ts'
import { translationLines } from '../translations/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import type { LineListOptions } from './contract/lists.ts'
import { loadLineTexts } from './queries/line-texts.ts'
import { loadLines } from './queries/lines.ts'

/** A translation of two lines. */
async function translated(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { studio, vendor } = fixtures.a.people
  const request = await readRequest(studio, await createRequestAt(fixtures.a, 'awaiting-materials'))
  const params = { id: request.translation._id }
  const add = (body: object) => vendor.call(translationLines.add, { params, body: body as never })
  const first = await add({
    startTime: '00:00:01,000',
    stopTime: '00:00:03,480',
    text: '<i>Hallo</i><br>Welt',
    source: 'Hello world',
    speaker: 'ANNA',
    note: 'whispers',
  })
  await add({ startTime: '00:00:04,000', stopTime: '00:00:05,000', text: 'مرحبا', source: 'Hi' })
  const write = (by: TestUser, query: LineListOptions) =>
    by.call(translationLines.exportList, { params, query })
  const read = async (query: Omit<LineListOptions, 'format'>, by: TestUser = vendor) => {
    const result = READERS.xlsx.read(await write(by, { ...query, format: 'xlsx' }), {
      rate: { num: 25, den: 1 },
      language: '',
    })
    assert.ok(result.ok, JSON.stringify(result))
    return result.cues
  }
  return { ...fixtures, params, first, write, read, vendor, studio }
}

/** Gives the asset a film whose first frame has this timecode. */
async function addFilm({ a, db }: Awaited<ReturnType<typeof translated>>, timecode: string | null) {
  const { studio } = a.people
  const { _id: file } = await uploadBytes(studio, a, Buffer.from('film'), 'film.mov')
  const probe = { kind: 'video', video: { frameRate: '25/1', aspect: '16:9' }, timecode }
  await sql`delete from job where payload ->> 'file' = ${file}`.execute(db)
  await sql`
    insert into media (studio_id, file_id, probe)
    select studio_id, id, ${JSON.stringify(probe)}::jsonb from file where id = ${file}
    on conflict (studio_id, file_id) do update set probe = excluded.probe`.execute(db)
  await sql`update file set verified_at = now() where id = ${file}`.execute(db)
  await studio.call(createPreview, { body: { asset: a.asset._id, file } })
}

test('writes a dialogue list with both texts, speaker, note and open comments', async (t) => {
  const { read, params, first, vendor, a } = await translated(t)
  const comment = (text: string) =>
    a.people.territory.call(createLineComment, { params, body: { line: first._id, text } })
  await comment('Too formal?')
  const settled = await comment('Done')
  await vendor.call(decideLineComment, {
    params: { ...params, comment: settled._id },
    body: { status: 'resolved' },
  })
  const [one, two] = await read({ list: 'dialogue' })
  assert.deepEqual(
    [one!.start, one!.stop, one!.speaker, one!.source, one!.text, one!.note],
    [1000, 3480, 'ANNA', 'Hello world', 'Hallo<br>Welt', 'whispers\nToo formal?'],
  )
  assert.deepEqual([two!.text, two!.note], ['مرحبا', undefined])
})

test('counts from the timecode of the film, or from another one', async (t) => {
  const fixtures = await translated(t)
  await addFilm(fixtures, '10:00:00:00')
  const starts = async (more: object = {}) =>
    (await fixtures.read({ list: 'spotting', ...more })).map(({ start }) => start)
  assert.deepEqual(await starts(), [36_001_000, 36_004_000])
  assert.deepEqual(await starts({ offset: '01:00:00:00' }), [3_601_000, 3_604_000])
  await expectProblem(starts({ offset: '10:61:00:00' }), 422, 'lines.offset-invalid')
})

test('writes a spotting list of the translation or the original', async (t) => {
  const { read } = await translated(t)
  const [one] = await read({ list: 'spotting' })
  assert.deepEqual([one!.text, one!.budget], ['Hallo<br>Welt', 9])
  const [original] = await read({ list: 'spotting', of: 'source' })
  assert.deepEqual([original!.text, original!.budget], ['Hello world', 11])
})

test('writes both lists as PDF', async (t) => {
  const { write, vendor } = await translated(t)
  for (const list of ['dialogue', 'spotting'] as const) {
    const bytes = Buffer.from(await write(vendor, { list, format: 'pdf' }))
    assert.match(bytes.toString('latin1'), /^%PDF-1\.7\n[^]*%%EOF\n$/)
  }
})

test('lists a script without a translation column', async (t) => {
  const { a, studio } = await translated(t)
  const { _id: id } = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  const body = { startTime: '00:00:01,000', stopTime: '00:00:02,000', text: 'Hello' }
  await studio.call(scripts.scriptLines.add, { params: { id }, body })
  const bytes = await studio.call(scripts.scriptLines.exportList, {
    params: { id },
    query: { list: 'dialogue', format: 'xlsx' },
  })
  const read = READERS.xlsx.read(bytes, { rate: { num: 25, den: 1 }, language: '' })
  assert.ok(read.ok)
  assert.deepEqual(
    read.cues.map(({ source, text }) => [source, text]),
    [['Hello', '']],
  )
})

test('writes nothing for another studio, and refuses unknown lists', async (t) => {
  const { write, b, vendor } = await translated(t)
  await expectProblem(
    write(b.people.studio, { list: 'dialogue', format: 'pdf' }),
    404,
    'translation.not-found',
  )
  await expectProblem(write(vendor, { list: 'cast' as never, format: 'pdf' }), 400)
  await expectProblem(write(vendor, { list: 'dialogue', format: 'docx' as never }), 400)
})

test('gives worker threads the same lines as JSON texts', async (t) => {
  const { db, params, vendor } = await translated(t)
  const text = 'A "quoted" \\ line & <i>😀</i>'
  const times = { startTime: '00:00:06,000', stopTime: '00:00:07,000' }
  await vendor.call(translationLines.add, { params, body: { ...times, text, source: text } })
  const { rows } = await sql<{
    text_track_id: string
  }>`select text_track_id from translation where id = ${params.id}`.execute(db)
  const { text_track_id: track } = rows[0]!
  const { lines } = await loadLineTexts(db, track)
  assert.equal(lines.length, 3)
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as object),
    [...(await loadLines(db, track))],
  )
})
