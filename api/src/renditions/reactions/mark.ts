import { sql } from 'kysely'
import { dropsAreHeld } from '../../operations/backup/hold.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { LongJob, JobContext } from '../../kernel/jobs/work.ts'
import type { Ladder } from '../../media/types.ts'
import { Unplayable } from '../../media/media-error.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { failMarked, finishMarked } from '../commands/marking.ts'
import { addPart } from '../commands/renditions.ts'
import { findSource, findViewing, type Source, type Viewing } from '../queries/source.ts'
import { marksOf } from '../rules/marking.ts'
import { inFolder, originalOf, type Folder } from './folder.ts'
import { keeper } from './make.ts'
import type { Tools } from './work.ts'

type Asked = { file: string; person: string }
const HEIGHT = 540

/**
 * A film with the viewer's name in it. Its segments are there as soon as they are made: somebody is
 * waiting.
 */
export const markForViewer = (tools: Tools): LongJob => ({
  tries: 5,
  async work(asked: Asked, shift) {
    const [source, viewing] = await Promise.all([
      findSource(shift.db, asked.file),
      findViewing(shift.db, asked),
    ])
    if (!source || !viewing) return async () => {}
    try {
      const ladder = await inFolder(tools.dataDir, shift, (folder) =>
        mark(tools, { source, viewing, folder, shift }),
      )
      return (tx) => finishMarked(tx, viewing.id, ladder)
    } catch (error) {
      if (!(error instanceof Unplayable)) throw error
      const { code, message } = error
      return (tx) => failMarked(tx, asked, { code, message })
    }
  },
  onExhausted: (tx, asked: Asked) =>
    failMarked(tx, asked, {
      code: 'media.not-made',
      message:
        'The film could not be marked with your name, so it cannot be shown. Try again tomorrow.',
    }),
})

async function mark(
  { engine, storage, intake, dataDir }: Tools,
  {
    source,
    viewing,
    folder,
    shift,
  }: { source: Source; viewing: Viewing; folder: Folder; shift: JobContext },
): Promise<Ladder> {
  const keep = keeper(intake, folder.made)
  const input = await originalOf(storage, dataDir, source, folder, shift.signal)
  let number = 0
  // One after another, in the order in which they are told: a part is only there when those before
  // it are.
  let adding = Promise.resolve()
  const ladder = await engine.run(
    { do: 'mark', lines: marksOf(viewing), height: HEIGHT },
    {
      input,
      folder: folder.made,
      signal: shift.signal,
      onSegment(segment, init) {
        const parts = number === 0 ? [init, segment] : [segment]
        for (const part of parts) {
          const at = number++
          adding = adding.then(async () =>
            addPart(shift.db, viewing.id, await keep(at, part, 'video/mp4'), shift),
          )
        }
        adding.catch(() => {})
      },
    },
  )
  await adding
  return ladder
}

/** What nobody watches any more. Its bytes go in a job of their own, when no row names them. */
export async function forgetMarked(tx: Tx): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with old as (select id from rendition where person_id is not null and made_at < now() - interval '1 day'),
      parts as (delete from rendition_part where rendition_id in (select id from old) returning key),
      gone as (delete from rendition where id in (select id from old))
    select distinct key from parts`.execute(tx)
  if (rows.length) await enqueue(tx, 'drop-bytes', { keys: rows.map(({ key }) => key) })
}

export const dropBytes = ({ storage }: { storage: Storage }): LongJob => ({
  tries: 5,
  async work({ keys }: { keys: string[] }, { db }) {
    // The backup may have seen the rows that named them. A quarter of an hour later it has copied
    // them, or is asked again.
    if (await dropsAreHeld(db))
      return (tx) => enqueue(tx, 'drop-bytes', { keys }, { inSeconds: 900 })
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where not exists (select from rendition_part p where p.key = key.key) and not exists (select from file f where f.sha256 = key.key)`.execute(
      db,
    )
    for (const { key } of rows) await storage.remove(key)
    return async () => {}
  },
  onExhausted: async () => {},
})
