import { useEffect, useRef, useState } from 'react'
import type { translations } from '@reelay/api/contract'
import { checkAll, checkSome, type Findings } from './checks.ts'
import type { EditorLine } from '../model/draft.ts'

/** Checking all of ten thousand lines takes a quarter of a second, so it waits longer. */
const CHANGED_DELAY_MS = 120
const ALL_DELAY_MS = 1_500

export function useFindings(
  lines: readonly EditorLine[],
  rules: translations.CheckRules,
): Findings {
  const [findings, setFindings] = useState<Findings>(() => checkAll(lines, rules))
  const checked = useRef(new Map(lines.map((line) => [line._id, line])))
  useEffect(() => {
    const some = setTimeout(() => {
      const changed = new Set(
        lines.filter((line) => !isSame(line, checked.current.get(line._id))).map(({ _id }) => _id),
      )
      if (changed.size === 0 && checked.current.size === lines.length) return
      const hasRemoved =
        checked.current.size + [...changed].filter((id) => !checked.current.has(id)).length >
        lines.length
      checked.current = new Map(lines.map((line) => [line._id, line]))
      setFindings((current) =>
        hasRemoved ? checkAll(lines, rules) : checkSome(current, lines, changed, rules),
      )
    }, CHANGED_DELAY_MS)
    // With mixed alignments, the previous line with the same alignment may be far away.
    const all = lines.every(({ alignment }) => alignment === undefined || alignment === 'bottom')
      ? undefined
      : setTimeout(
          () =>
            setFindings((current) => {
              const next = checkAll(lines, rules)
              return JSON.stringify([...next]) === JSON.stringify([...current]) ? current : next
            }),
          ALL_DELAY_MS,
        )
    return () => {
      clearTimeout(some)
      clearTimeout(all)
    }
  }, [lines, rules])
  return findings
}

const isSame = (line: EditorLine, before: EditorLine | undefined) =>
  before === line ||
  (before !== undefined &&
    before.text === line.text &&
    before.startTime === line.startTime &&
    before.stopTime === line.stopTime &&
    before.alignment === line.alignment &&
    before.source === line.source &&
    before.number === line.number)
