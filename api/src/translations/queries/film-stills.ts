import { notEmbargoed, viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { playablePreview } from '../../previews/queries.ts'
import { findPart, findRendition, type PlaybackRequest } from '../../renditions/queries/playable.ts'
import type { FilmStills } from '../rules/check-report.ts'

/** The newest film of an asset that the person can see. */
export async function findFilm(
  db: Db,
  { person, asset }: { person: Caller; asset: string },
): Promise<PlaybackRequest | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from preview p
    join asset a on a.studio_id = p.studio_id and a.id = p.asset_id
    join file f on f.studio_id = p.studio_id and f.id = p.file_id
    join media m on m.studio_id = f.studio_id and m.file_id = f.id
    where p.asset_id = ${asset} and f.removed_at is null
      and m.probe ->> 'kind' = 'video' and ${notEmbargoed(viewerOf(person))}
    order by p.created_at desc, p.id desc
    limit 1`.execute(db)
  return rows[0] && { record: playablePreview, id: rows[0].id, person }
}

/**
 * The storyboard of a film, by the rules of playback: none under embargo, and none if the studio
 * burns the viewer's name into its films.
 */
export async function loadFilmStills(
  { db, storage }: { db: Db; storage: Storage },
  film: PlaybackRequest,
): Promise<FilmStills | undefined> {
  const name = { kind: 'storyboard', variant: '' } as const
  const { cells = [] } = (await findRendition(db, film, name))?.metadata ?? {}
  const count = cells.reduce((most, { sheet }) => Math.max(most, sheet + 1), 0)
  const sheets: Uint8Array[] = []
  for (let number = 0; number < count; number++) {
    const part = await findPart(db, film, { ...name, number })
    if (!part) return undefined
    const chunks = await storage.read(part.key, { start: 0, end: part.length - 1 }).toArray()
    sheets.push(Buffer.concat(chunks as Uint8Array[]))
  }
  return sheets.length > 0 ? { cells, sheets } : undefined
}
