import { useEffect, useRef, useState } from 'react'
import type { translations } from '@reelay/api/contract'
import { checkAll, checkSome, type Findings } from './checks.ts'
import type { Line } from '../model/draft.ts'

/**
 * A line is held against the rules soon after a letter; all lines, where that is needed, after a
 * rest: with ten thousand it takes a quarter of a second.
 */
const LINE_MS = 120
const ALL_MS = 1_500

export function useFindings(lines: readonly Line[], rules: translations.CheckRules): Findings {
  const [findings, setFindings] = useState<Findings>(() => checkAll(lines, rules))
  const seen = useRef(new Map(lines.map((line) => [line._id, line])))
  useEffect(() => {
    const some = setTimeout(() => {
      const changed = new Set(
        lines.filter((line) => !says(line, seen.current.get(line._id))).map(({ _id }) => _id),
      )
      if (changed.size === 0 && seen.current.size === lines.length) return
      const gone =
        seen.current.size + [...changed].filter((id) => !seen.current.has(id)).length > lines.length
      seen.current = new Map(lines.map((line) => [line._id, line]))
      setFindings((now) => (gone ? checkAll(lines, rules) : checkSome(now, lines, changed, rules)))
    }, LINE_MS)
    // Where lines stand above and below, the one before at the same place may be far off.
    const all = lines.every(({ alignment }) => alignment === undefined || alignment === 'bottom')
      ? undefined
      : setTimeout(
          () =>
            setFindings((now) => {
              const next = checkAll(lines, rules)
              return JSON.stringify([...next]) === JSON.stringify([...now]) ? now : next
            }),
          ALL_MS,
        )
    return () => {
      clearTimeout(some)
      clearTimeout(all)
    }
  }, [lines, rules])
  return findings
}

const says = (line: Line, before: Line | undefined) =>
  before === line ||
  (before !== undefined &&
    before.text === line.text &&
    before.startTime === line.startTime &&
    before.stopTime === line.stopTime &&
    before.alignment === line.alignment &&
    before.source === line.source &&
    before.number === line.number)
