// An export is a backup of one studio: the same folder and files, with the rows of the studio only.
import pg from 'pg'
import { connectionOptions } from '../../kernel/db/primary.ts'
import { BackupError } from '../backup/repository.ts'
import type { SnapshotPlan } from '../backup/snapshot.ts'
import {
  HISTORY_ROWS,
  REPLACED_COLUMNS,
  STUDIO_OBJECTS,
  STUDIO_ROWS,
  forStudio,
} from './contents.ts'
import { sharedConditions } from './references.ts'

/** What `createBackup` copies for one studio. */
export async function planExport(url: string, idOrSlug: string): Promise<SnapshotPlan> {
  const client = new pg.Client(connectionOptions(url))
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; slug: string; name: string }>(
      'select id, slug, name from studio where $1 in (id, slug)',
      [idOrSlug],
    )
    const [studio] = rows
    if (!studio) throw new BackupError(`There is no studio ${idOrSlug}`)
    const own = { ...STUDIO_ROWS, ...HISTORY_ROWS }
    return {
      studio,
      objects: forStudio(STUDIO_OBJECTS, studio.id),
      only: {
        ...Object.fromEntries(
          Object.entries(own).map(([table, where]) => [table, forStudio(where, studio.id)]),
        ),
        ...Object.fromEntries(await sharedConditions(client, studio.id)),
      },
      replaced: Object.fromEntries(
        Object.entries(REPLACED_COLUMNS).map(([table, columns]) => [
          table,
          Object.fromEntries(
            Object.entries(columns).map(([name, value]) => [name, forStudio(value, studio.id)]),
          ),
        ]),
      ),
    }
  } finally {
    await client.end()
  }
}
