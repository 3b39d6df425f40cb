// Run in worker threads. Texts and units pass as JSON, in bytes that the database parses.
import { canonicalMarkup } from '@reelay/subtitles'
import { decodeXml } from '@reelay/subtitles/xml'
import { Problem, invalid } from '../../../kernel/http/contract/problem.ts'
import {
  markupKey,
  minhashSignature,
  readTmx,
  type MemoryScope,
  type TranslationPair,
} from '@reelay/translation-memory'
import { MAX_LINE_LENGTH } from '../../contract.ts'

/** A unit with many long texts takes the database about a millisecond. */
const UNITS_PER_STATEMENT = 1_000

/** `batches` are JSON arrays of units. */
export type EncodedUnits = { batches: Uint8Array[]; count: number }
export type ApprovedLine = { _id: string; source: string; text: string; machine?: boolean }

/**
 * The units of an approved translation. `lines` are JSON texts of all lines in order, because each
 * unit stores its neighbours. Empty lines and machine drafts that nobody confirmed are not stored.
 */
export function buildUnits({
  scope,
  lines: texts,
}: {
  scope: MemoryScope
  lines: readonly string[]
}): EncodedUnits & { ids: string[] } {
  const lines = JSON.parse(`[${texts.join()}]`) as ApprovedLine[]
  const keys = lines.map(({ source }) => markupKey(source))
  const units = lines.flatMap(({ _id, source, text, machine }, index) =>
    keys[index] && !machine && markupKey(text)
      ? [
          {
            id: _id,
            source: canonicalMarkup(source),
            target: canonicalMarkup(text),
            key: keys[index],
            before: keys[index - 1] ?? '',
            after: keys[index + 1] ?? '',
            minhashes: minhashSignature(scope, keys[index]),
          },
        ]
      : [],
  )
  const batches = []
  for (let index = 0; index < units.length; index += UNITS_PER_STATEMENT)
    batches.push(encode(units.slice(index, index + UNITS_PER_STATEMENT)))
  return { batches, count: units.length, ids: units.map(({ id }) => id) }
}

/** Reads all pairs of a TMX file, or reports where it is invalid. */
export function readTmxFile({
  bytes,
  studio,
}: {
  bytes: Uint8Array
  studio: string
}): EncodedUnits {
  const batches: Uint8Array[] = []
  let [pairs, count]: [TranslationPair[], number] = [[], 0]
  const finishBatch = () => {
    if (pairs.length) batches.push(encode(pairs.map((pair) => unitOf(studio, pair))))
    count += pairs.length
    pairs = []
  }
  for (const step of readTmx(decodeTmx(bytes), { maxLength: MAX_LINE_LENGTH })) {
    if (step.kind === 'error') {
      const { line, column, message } = step.error
      throw new Problem(
        422,
        'tmx.invalid',
        `Line ${line}, column ${column}: the file ${message}.`,
        { errors: [step.error] },
      )
    }
    pairs.push(...step.pairs)
    if (pairs.length >= UNITS_PER_STATEMENT) finishBatch()
  }
  finishBatch()
  return { batches, count }
}

function decodeTmx(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) {
    const { line, column, message } = decoded.error
    throw invalid(
      'tmx.encoding-invalid',
      `Line ${line}, column ${column}: the file ${message}. Save it as UTF-8 or UTF-16.`,
    )
  }
  return decoded.source
}

function unitOf(studio: string, pair: TranslationPair) {
  const key = markupKey(pair.source)
  return { ...pair, key, minhashes: minhashSignature({ ...pair, studio }, key) }
}

const encode = (units: readonly object[]) => new TextEncoder().encode(JSON.stringify(units))
