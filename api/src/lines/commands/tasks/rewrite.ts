// Runs in worker threads.
import { createBodyParser } from '../../../kernel/http/validate.ts'
import { parseJson } from '../../../kernel/http/read-json.ts'
import { NewLines, type NewLine } from '../../contract.ts'
import { planRewrite } from '../../rules/merge-changes.ts'
import { validateLines } from '../../rules/validate.ts'
import { rejectInvalid, rejectOutdated } from '../reject.ts'
import { encodeDrafts } from './drafts.ts'
import { parseLines } from './lines.ts'

const parseBody = createBodyParser(NewLines, undefined)

/** Validates the body that replaces all lines, and plans what to save. */
export function planRewriting({
  bytes,
  current,
}: {
  bytes: Uint8Array
  current: readonly string[]
}) {
  const lines = parseBody(parseJson(bytes)).body as NewLine[]
  rejectInvalid(validateLines(lines))
  const currentLines = parseLines(current)
  rejectOutdated(lines, currentLines)
  const { drafts, removedIds } = planRewrite(currentLines, lines)
  return { ...encodeDrafts(drafts), removedIds }
}
