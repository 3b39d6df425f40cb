// The films of the demo. The media engine renders them in background jobs after the first start.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp, type AppDependencies } from '../src/app.ts'
import { receiveContent, registerFile } from '../src/files/contract.ts'
import type { Tx } from '../src/kernel/db/connect.ts'
import { enqueue } from '../src/kernel/jobs/enqueue.ts'
import type { LongJob, JobHandlers } from '../src/kernel/jobs/worker.ts'
import type { MediaEngine } from '../src/media/engine.ts'
import type { DemoClip } from '../src/media/types.ts'
import { createOffline } from '../src/offlines/contract.ts'
import { createPreview } from '../src/previews/contract.ts'
import { withWorkFolder } from '../src/renditions/reactions/work-folder.ts'
import { verifyInBackground } from './calendar.ts'
import { signInAs } from './sign-in-as.ts'
import type { DemoAsset } from './data/assets.ts'
import { PROJECTS } from './data/projects.ts'
import { lookOf } from './looks.ts'
import type { DemoLibrary } from './library.ts'
import { nestedDatabase } from './nested-db.ts'
import type { Staff } from './people.ts'

/** A film for an asset: its preview, or the offline of a work request (`offlineOf`). */
type FilmJob = {
  by: { _id: string; email: string }
  asset: string
  clip: DemoClip
  offlineOf?: string
}

/** A screener for every film, and an offline for every work request in review. */
export async function enqueueFilms(tx: Tx, staff: Staff, library: DemoLibrary): Promise<number> {
  const films = [...screeners(staff, library), ...(await offlines(tx, library))]
  for (const film of films) await enqueue(tx, 'render-demo-clip', film)
  return films.length
}

function screeners(staff: Staff, library: DemoLibrary): FilmJob[] {
  return Object.values(library)
    .filter(({ plan }) => isFilm(plan))
    .map(({ _id, plan }) => {
      const { _id: id, email } = staff.person[PROJECTS[plan.project].by]
      return {
        by: { _id: id, email },
        asset: _id,
        clip: clipOf(plan, `${plan.code}_screener.mp4`, plan.name),
      }
    })
}

async function offlines(tx: Tx, library: DemoLibrary): Promise<FilmJob[]> {
  const { rows } = await sql<{
    id: string
    asset: string
    slug: string
    language: string
    vendor: string
    email: string
  }>`
    select w.id, w.asset_id as asset, a.slug, w.language, o.from_id as vendor, p.email
    from work_request w join asset a on a.id = w.asset_id
      join lateral (
        select from_id from offline where work_request_id = w.id
        order by created_at desc, id desc limit 1
      ) o on true
      join person p on p.id = o.from_id
    where w.status = 'for-review' order by w.id`.execute(tx)
  return rows
    .filter((row) => isFilm(library[row.slug]!.plan))
    .map(({ id, asset, slug, language, vendor, email }) => {
      const { plan } = library[slug]!
      return {
        by: { _id: vendor, email },
        asset,
        offlineOf: id,
        clip: clipOf(
          plan,
          `${plan.code}_${language}_offline.mp4`,
          `${plan.name} · ${language.toUpperCase()} offline`,
        ),
      }
    })
}

const isFilm = ({ type }: DemoAsset) => !['poster', 'banner'].includes(type)

function clipOf(plan: DemoAsset, name: string, title: string): DemoClip {
  const { code, project } = plan
  const [width, height] = plan.size
  const [short, long] = [720, 1280]
  return {
    kind: 'clip',
    name,
    title: `${PROJECTS[project].name} · ${title}`,
    seconds: 12 + (code.length % 4) * 2,
    scenes: 4 + (code.length % 3),
    width: width > height ? long : short,
    height: width > height ? short : long,
    frameRate: project === 'almanac' ? '25/1' : '24000/1001',
    sound: code.includes('TLR') ? 'speech-like' : 'tones',
    timecode: '01:00:00:00',
    look: lookOf(plan),
  }
}

export const demoReactions = (dependencies: AppDependencies, engine: MediaEngine): JobHandlers => ({
  'render-demo-clip': renderFilm(dependencies, engine),
})

const renderFilm = (dependencies: AppDependencies, engine: MediaEngine): LongJob => ({
  maxAttempts: 3,
  work: (film: FilmJob, context) =>
    withWorkFolder(dependencies.config.dataDir, context, async ({ output: made }) => {
      const { name } = await engine.run(
        { do: 'demo-clip', clip: film.clip },
        { folder: made, signal: context.signal },
      )
      const bytes = await readFile(join(made, name))
      return (tx: Tx) => uploadFilm(tx, dependencies, film, bytes)
    }),
  // A demo without one film is acceptable. The log has the cause.
  onExhausted: async () => {},
})

/** Uploads the film through the API as the person, in the transaction that ends the job. */
async function uploadFilm(
  tx: Tx,
  dependencies: AppDependencies,
  { by, asset, clip, offlineOf }: FilmJob,
  bytes: Uint8Array,
) {
  const app = buildApp({
    ...dependencies,
    database: nestedDatabase(tx),
    config: { ...dependencies.config, logLevel: 'error' },
  })
  const person = await signInAs(app, by)
  const { _id: file } = await person.call(registerFile, {
    body: { name: clip.name, asset, tags: [offlineOf ? 'offline' : 'screener'] },
  })
  await person.call(receiveContent, { params: { id: file }, body: bytes })
  await verifyInBackground(tx, file)
  if (offlineOf) await person.call(createOffline, { body: { workRequest: offlineOf, file } })
  else await person.call(createPreview, { body: { asset, file, label: 'Screener' } })
  // now() is constant within a transaction, so this is the token created above.
  await sql`delete from token where person_id = ${by._id} and created_at = now()`.execute(tx)
  await app.fastify.close()
}
