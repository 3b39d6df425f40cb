// Measures suggestions from a translation memory. The full bench has 200,000 approved lines.
import { createClient } from '@reelay/client'
import { memory } from '@reelay/api/contract'
import pg from 'pg'
import { connect } from '../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../api/src/kernel/db/transaction.ts'
import { storeUnits } from '../../api/src/memory/commands/store-units.ts'
import { readPostmasterPid, type TestService } from '../../api/test/service.ts'
import type { BenchFixtures } from './fixtures.ts'
import { createRandom, dialogueLine } from './dialogue.ts'
import { cpuOf, cpuOfTree } from './process-usage.ts'

/** `hitRate` is a share. CPU times are per query, in microseconds. */
export type TranslationMemoryFigures = {
  lines: number
  results: {
    who: string
    p50: number
    p95: number
    slowest: number
    serviceCpu: number
    databaseCpu: number
    hitRate: number
  }[]
}
type BenchContext = {
  dataDir: string
  databaseUrl: string
  service: TestService
  filled: BenchFixtures
  /** Each has a thousand lines. */
  translations: number
  log: (message: string) => void
}

const LINES = 1000
const QUERIES = 300

export async function measureMemory({
  dataDir,
  databaseUrl,
  service,
  filled,
  translations,
  log,
}: BenchContext): Promise<TranslationMemoryFigures> {
  log(`Storing ${translations * LINES} lines`)
  const sources = await fillMemory(databaseUrl, filled, translations)
  log('Querying the memory')
  const [questions, postmaster] = [createQueries(sources), await readPostmasterPid(dataDir)]
  const results = []
  for (const [who, person] of [
    ['studio', filled.reader],
    ['vendor', filled.vendor],
    ['translator', filled.translator],
  ] as const) {
    const { call } = createClient({
      baseUrl: `${service.address}/api`,
      credential: { email: person.email, token: person.token },
      retry: false,
    })
    const suggest = (source: string) =>
      call(memory.suggest, {
        query: { studio: filled.studio, sourceLanguage: 'eng', language: 'deu', source },
      })
    for (const source of questions.slice(0, 50)) await suggest(source)
    const before = { service: cpuOf(service.pid), database: cpuOfTree(postmaster) }
    const times: number[] = []
    let hits = 0
    for (const source of questions) {
      const started = performance.now()
      hits += (await suggest(source)).length ? 1 : 0
      times.push(performance.now() - started)
    }
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
    const each = (cpu: number) => cpu / questions.length
    results.push({
      who,
      p50: at(0.5),
      p95: at(0.95),
      slowest: at(1),
      hitRate: each(hits),
      serviceCpu: each(cpuOf(service.pid) - before.service),
      databaseCpu: each(cpuOfTree(postmaster) - before.database),
    })
  }
  return { lines: translations * LINES, results }
}

const CREATE_TRANSLATIONS = `
    with tracks as (
      insert into text_track (studio_id)
      select w.studio_id from work_request w cross join generate_series(1, $2::int)
      where w.id = $1
      returning id
    ),
    created as (
      insert into translation (
        studio_id, asset_id, work_request_id, language, status, translator_id, text_track_id
      )
      select
        w.studio_id, w.asset_id, w.id, 'deu', 'approved',
        case when row_number() over () % 2 = 0
          then (select id from person where email = 'translator@northlight.example') end,
        tracks.id
      from work_request w cross join tracks
      where w.id = $1
      returning id
    )
    select created.id, a.project_id as project, (select id from person limit 1) as person
    from created cross join asset a
    where a.id = $3`

/**
 * Half of the translations belong to the translator. The translator sees nothing of the others,
 * because none was released.
 */
async function fillMemory(
  url: string,
  { studio, asset, request }: BenchFixtures,
  translations: number,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; project: string; person: string }>(
    CREATE_TRANSLATIONS,
    [request, translations, asset],
  )
  const db = connect(url, { size: 1 })
  const random = createRandom(1)
  const sources: string[] = []
  const translated = new Map<string, string>()
  // A repeated line is mostly translated as before.
  const lineOf = (id: string) => {
    const source = dialogueLine(random)
    const target =
      random() < 0.8 ? (translated.get(source) ?? dialogueLine(random)) : dialogueLine(random)
    translated.set(source, target)
    return { _id: id, source, text: target }
  }
  for (const { id: translation, project, person } of rows) {
    const lines = Array.from({ length: LINES }, (_none, index) => lineOf(String(index)))
    await inTransaction(db, (tx) =>
      storeUnits(tx, {
        studio,
        project,
        asset,
        translation,
        sourceLanguage: 'eng',
        language: 'deu',
        approvedBy: person,
        lines,
      }),
    )
    sources.push(...lines.map(({ source }) => source))
  }
  await db.destroy()
  await client.query('vacuum analyze memory_unit')
  await client.end()
  return sources
}

/** A quarter exact repetitions, half with a word or two changed, a quarter new. */
function createQueries(sources: readonly string[]): string[] {
  const random = createRandom(2)
  return Array.from({ length: QUERIES }, (_none, index) => {
    const line =
      index % 4 === 3 ? dialogueLine(random) : sources[Math.floor(random() * sources.length)]!
    if (index % 4 === 0 || index % 4 === 3) return line
    const words = line.split(' ')
    for (let changed = 0; changed <= words.length / 6; changed++)
      words[Math.floor(random() * words.length)] = dialogueLine(random).split(' ')[0]!
    return words.join(' ')
  })
}
