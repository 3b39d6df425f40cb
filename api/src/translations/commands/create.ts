import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { saveLines } from '../../lines/commands/save.ts'
import { loadLines } from '../../lines/queries/lines.ts'
import { untranslated } from '../../lines/rules/merge-script.ts'
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
 * A translation begins with the lines of the asset's script, each in its time and not yet said. One
 * beside a request's own two follows the dialogue.
 */
export async function insertTranslation(
  tx: Tx,
  { studio, asset, workRequest, part, language, translator = null, by }: CreateTranslationInput,
): Promise<string> {
  const { rows } = await sql<{
    id: string
    sheet: string
    script: string | null
    revision: number
  }>`
    with given as (select new_id() as sheet), made as (insert into text_track (id, studio_id) select sheet, ${studio} from given),
    original as (select sc.text_track_id, sh.revision from script sc join text_track sh on sh.id = sc.text_track_id where sc.asset_id = ${asset} and sc.part = ${part ?? 'dialogue'})
    insert into translation (studio_id, asset_id, work_request_id, part, language, translator_id, text_track_id, script_revision)
    select ${studio}, ${asset}, ${workRequest}, ${part}, ${language}, ${translator}, sheet, coalesce(revision, 0) from given left join original on true
    returning id, text_track_id as sheet, (select text_track_id from original) as script`.execute(
    tx,
  )
  const { id, sheet, script } = rows[0]!
  if (script)
    await saveLines(tx, {
      sheet,
      put: (await loadLines(tx, script)).map(untranslated),
      by,
      deed: 'begun',
    })
  return id
}
