import { formatTimecode } from '@reelay/subtitles'
import { check } from '@reelay/subtitles/checks'
import { applyFixes } from '@reelay/subtitles/fixes'
import { useTranslation } from '../../../i18n/i18n.ts'
import { toCue } from './checks.ts'
import type { LineFields } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'

/** One fix may make room for another. */
const MOST_ROUNDS = 5

/**
 * All that can safely be mended, as one step: it is typed here, so it goes without the service too,
 * and back with one key.
 */
export function useFixAll(): () => void {
  const { t } = useTranslation('checks')
  const { rules, store, actions: acts } = useEditor()
  return () => {
    const { lines } = store.getState()
    let cues = lines.map(toCue)
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const findings = check(cues, rules).filter(({ fix }) => fix)
      if (!findings.length) break
      cues = applyFixes(cues, findings)
    }
    const changes = lines.flatMap((line, at): { id: string; fields: LineFields }[] => {
      const { text, start, stop } = cues[at]!
      const next = {
        text,
        startTime: formatTimecode(start),
        stopTime: formatTimecode(stop),
      }
      const fields = Object.fromEntries(
        Object.entries(next).filter(([name, value]) => line[name as keyof typeof next] !== value),
      )
      return Object.keys(fields).length ? [{ id: line._id, fields }] : []
    })
    store.changeLines(changes)
    acts.showDone(t('fixedAll', { count: changes.length }))
  }
}
