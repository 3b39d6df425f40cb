import { audienceOfAsset } from '../../access/queries/audience.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'

type ReadyPreview = { preview: string; studio: string; asset: string; owner: string }

/**
 * Emits that the previews of a file are playable. `only` limits it to a new preview of a file that
 * was already playable.
 */
export async function emitReady(
  tx: Tx,
  file: string,
  only?: { preview: string; by: string },
): Promise<void> {
  const { rows } = await sql<ReadyPreview>`
    select v.id as preview, v.studio_id as studio, v.asset_id as asset, f.owner_id as owner
    from preview v join file f on f.studio_id = v.studio_id and f.id = v.file_id
    where f.id = ${file} and (${only === undefined} or v.id = ${only?.preview ?? null})
    order by v.created_at, v.id`.execute(tx)
  for (const { preview, studio, asset, owner } of rows) {
    await emit(tx, {
      type: 'prv',
      from: only?.by ?? owner,
      studio,
      asset,
      files: [file],
      details: { preview },
      notify: await audienceOfAsset(tx, asset),
    })
  }
}
