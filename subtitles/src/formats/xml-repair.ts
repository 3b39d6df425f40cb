import type { ReferenceRepair } from '../xml/characters.ts'
import { repairXml, type XmlDialect } from '../xml/repair.ts'
import type { ReadOptions, ReadResult } from './format.ts'
import { createReport, type ReadReport } from './report.ts'
import { reportUnread } from './safety-net.ts'
import { decodeEntity } from './vtt/entities.ts'

const MAX_REPORTED = 20

/** XML knows five entities; files use those of HTML, and bare ampersands. */
export function createRepair(): { repair: ReferenceRepair; report: (report: ReadReport) => void } {
  const lost = new Set<string>()
  return {
    repair(reference) {
      const letter = /^&\w/.test(reference) ? decodeEntity(reference.slice(1, -1), ';') : undefined
      if (lost.size < MAX_REPORTED)
        lost.add(
          letter === undefined
            ? `The meaning of ${reference}, which XML does not know; it is kept as text`
            : `${reference} is not declared; it was read as in HTML`,
        )
      return letter ?? reference
    },
    report: (report) => lost.forEach((what) => report.lose('character', null, what)),
  }
}

/**
 * Reads a document. One that cannot be read is made well-formed, if it is not, and read again. `read`
 * starts a new report each time that it starts again.
 */
export function readDocument(
  bytes: Uint8Array,
  options: ReadOptions,
  {
    dialect,
    read,
  }: {
    dialect: XmlDialect
    read: (bytes: Uint8Array, startReport: () => ReadReport) => ReadResult
  },
): ReadResult {
  const result = read(bytes, () => createReport(options))
  if (result.ok || options.strict) return result
  const repaired = repairXml(bytes, dialect)
  if (repaired.faults.length === 0) return result
  const again = read(repaired.bytes, () => {
    const report = createReport(options)
    for (const fault of repaired.faults) report.fault({ ...fault, code: 'syntax' })
    return report
  })
  return again.ok ? reportUnread(again, textsOf(repaired.bytes)) : result
}

const TAG = /<!\[CDATA\[|\]\]>|<[^<>]*>/
const textsOf = (bytes: Uint8Array): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(TAG)
    .filter((text) => text.trim())
