// What the translation memory of a studio costs to ask, over 200,000 lines that were approved in
// two hundred translations.
import { createClient } from '@reelay/client'
import { memory } from '@reelay/api/contract'
import pg from 'pg'
import { connect } from '../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../api/src/kernel/db/transaction.ts'
import { storeUnits } from '../../api/src/memory/commands/store-units.ts'
import { readPostmasterPid, type TestService } from '../../api/test/service.ts'
import type { Filled } from './fill.ts'
import { chance, spokenLine } from './spoken.ts'
import { cpuOf, cpuOfFamily } from './usage.ts'

/** `answered` is a share; processor time is of one question, in microseconds. */
export type MemoryFigures = {
  lines: number
  asked: {
    who: string
    p50: number
    p95: number
    slowest: number
    serviceCpu: number
    databaseCpu: number
    answered: number
  }[]
}
type Parts = {
  dataDir: string
  databaseUrl: string
  service: TestService
  filled: Filled
  tell: (what: string) => void
}

const TRANSLATIONS = 200
const LINES = 1000
const QUESTIONS = 300

export async function measureMemory({
  dataDir,
  databaseUrl,
  service,
  filled,
  tell,
}: Parts): Promise<MemoryFigures> {
  tell(`Remembering ${TRANSLATIONS * LINES} lines`)
  const sources = await rememberAll(databaseUrl, filled)
  tell('Asking the memory')
  const [questions, postmaster] = [questionsOf(sources), await readPostmasterPid(dataDir)]
  const asked = []
  for (const [who, person] of [
    ['studio', filled.reader],
    ['vendor', filled.works],
    ['translator', filled.translates],
  ] as const) {
    const { call } = createClient({
      baseUrl: `${service.address}/api`,
      credential: { email: person.email, token: person.token },
      retry: false,
    })
    const ask = (source: string) =>
      call(memory.suggest, {
        query: { studio: filled.studio, sourceLanguage: 'eng', language: 'deu', source },
      })
    for (const source of questions.slice(0, 50)) await ask(source)
    const before = { service: cpuOf(service.pid), database: cpuOfFamily(postmaster) }
    const times: number[] = []
    let answered = 0
    for (const source of questions) {
      const begun = performance.now()
      answered += (await ask(source)).length ? 1 : 0
      times.push(performance.now() - begun)
    }
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
    const each = (cpu: number) => cpu / questions.length
    asked.push({
      who,
      p50: at(0.5),
      p95: at(0.95),
      slowest: at(1),
      answered: each(answered),
      serviceCpu: each(cpuOf(service.pid) - before.service),
      databaseCpu: each(cpuOfFamily(postmaster) - before.database),
    })
  }
  return { lines: TRANSLATIONS * LINES, asked }
}

/**
 * Half of the translations were the translator's own; of the rest they are shown nothing, because
 * nothing of it was released.
 */
async function rememberAll(url: string, { studio, asset, request }: Filled): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; project: string; person: string }>(
    `
    with sheets as (insert into text_track (studio_id) select w.studio_id from work_request w cross join generate_series(1, $2::int) where w.id = $1 returning id),
    made as (
      insert into translation (studio_id, asset_id, work_request_id, language, status, translator_id, text_track_id)
      select w.studio_id, w.asset_id, w.id, 'deu', 'approved', case when row_number() over () % 2 = 0 then (select id from person where email = 'translator@northlight.example') end, sheets.id
      from work_request w cross join sheets where w.id = $1 returning id)
    select made.id, a.project_id as project, (select id from person limit 1) as person from made cross join asset a where a.id = $3`,
    [request, TRANSLATIONS, asset],
  )
  const db = connect(url, { size: 1 })
  const random = chance(1)
  const sources: string[] = []
  const said = new Map<string, string>()
  // What comes again is mostly translated as it was before.
  const lineOf = (id: string) => {
    const source = spokenLine(random)
    const target = random() < 0.8 ? (said.get(source) ?? spokenLine(random)) : spokenLine(random)
    said.set(source, target)
    return { id, source, target }
  }
  for (const { id: translation, project, person } of rows) {
    const lines = Array.from({ length: LINES }, (_none, at) => lineOf(String(at)))
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

/** A quarter as it was said before, half with a word or two changed, a quarter never heard. */
function questionsOf(sources: readonly string[]): string[] {
  const random = chance(2)
  return Array.from({ length: QUESTIONS }, (_none, at) => {
    const said = at % 4 === 3 ? spokenLine(random) : sources[Math.floor(random() * sources.length)]!
    if (at % 4 === 0 || at % 4 === 3) return said
    const words = said.split(' ')
    for (let changed = 0; changed <= words.length / 6; changed++)
      words[Math.floor(random() * words.length)] = spokenLine(random).split(' ')[0]!
    return words.join(' ')
  })
}
