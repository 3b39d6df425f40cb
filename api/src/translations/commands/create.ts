import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { copyScript } from '../../lines/commands/save.ts'
import type { ScriptPart } from '../../scripts/contract.ts'

type CreateTranslationInput = {
  studio: string
  asset: string
  workRequest: string
  part: ScriptPart | null
  language: string
  translator?: string | null
  by: string
}

/**
 * A translation starts with the lines of the script, timed and untranslated. Additional
 * translations follow the dialogue script.
 */
export async function insertTranslation(
  tx: Tx,
  { studio, asset, workRequest, part, language, translator = null, by }: CreateTranslationInput,
): Promise<string> {
  const { rows } = await sql<{
    id: string
    textTrack: string
    script: string | null
  }>`
    with new_track as (select new_id() as id), inserted as (
      insert into text_track (id, studio_id) select id, ${studio} from new_track
    ), original as (
      select sc.text_track_id, t.revision
      from script sc join text_track t on t.studio_id = sc.studio_id and t.id = sc.text_track_id
      where sc.asset_id = ${asset} and sc.part = ${part ?? 'dialogue'}
    )
    insert into translation (
      studio_id, asset_id, work_request_id, part, language,
      translator_id, text_track_id, script_revision
    )
    select ${studio}, ${asset}, ${workRequest}, ${part}, ${language},
      ${translator}, new_track.id, coalesce(original.revision, 0)
    from new_track left join original on true
    returning id, text_track_id as "textTrack",
      (select text_track_id from original) as script`.execute(tx)
  const { id, textTrack, script } = rows[0]!
  if (script) await copyScript(tx, { script, textTrack, by })
  return id
}
