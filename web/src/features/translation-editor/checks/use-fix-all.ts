import { formatTimecode } from '@reelay/subtitles'
import { check } from '@reelay/subtitles/checks'
import { applyFixes } from '@reelay/subtitles/fixes'
import { useTranslation } from '../../../i18n/i18n.ts'
import { toCue } from './checks.ts'
import type { LineFields } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'

/** One fix may make another possible. */
const MAX_ROUNDS = 5

/** Applies all safe fixes as one step. It works offline and is undone at once. */
export function useFixAll(): () => void {
  const { t } = useTranslation('checks')
  const { rules, store, actions } = useEditor()
  return () => {
    const { lines } = store.getState()
    let cues = lines.map(toCue)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const findings = check(cues, rules).filter(({ fix }) => fix)
      if (!findings.length) break
      cues = applyFixes(cues, findings)
    }
    const changes = lines.flatMap((line, index): { id: string; fields: LineFields }[] => {
      const { text, start, stop } = cues[index]!
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
    actions.showDone(t('fixedAll', { count: changes.length }))
  }
}
