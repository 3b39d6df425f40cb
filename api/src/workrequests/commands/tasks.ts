// Runs in worker threads. Lines are JSON texts.
import { jsonOutput } from '../../kernel/compute/json-output.ts'
import { parseLines } from '../../lines/commands/tasks/lines.ts'
import { presentLines } from '../../lines/rules/line.ts'
import type { WorkRequest } from '../contract.ts'

/** Adds lines to the reply of a work request. */
export function insertLines({
  json,
  dialogue,
  graphics,
}: {
  json: string
  dialogue: readonly string[] | undefined
  graphics: readonly string[] | undefined
}) {
  const request = JSON.parse(json) as WorkRequest
  if (dialogue) request.translation.lines = presentLines(parseLines(dialogue))
  if (graphics) {
    const lines = presentLines(parseLines(graphics))
    request.graphicsTranslation.lines = lines
    if (request.assetCategory === 'print') request.graphicsTranslation.printLines = lines
  }
  return jsonOutput(request)
}
