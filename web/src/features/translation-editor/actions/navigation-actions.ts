import { showToast } from '../../../ui/feedback/toasts.tsx'
import type { EditorActions } from '../editor-context.ts'
import type { ActionContext } from './action-context.ts'

type NavigationActions = Pick<
  EditorActions,
  'selectByOffset' | 'selectFinding' | 'selectUntranslated'
>

/** Moves the selection. The searches continue at the other end of the list. */
export function createNavigationActions({ latest, indexOf, t }: ActionContext): NavigationActions {
  return {
    selectByOffset(offset) {
      const { lines, selected, select } = latest()
      const target = selected === undefined ? 0 : indexOf(selected) + offset
      const line = lines[Math.max(0, Math.min(lines.length - 1, target))]
      if (line) select(line._id, true)
    },
    selectFinding(direction) {
      const { lines, findings, selected, select } = latest()
      const index = indexOf(selected)
      const ordered =
        direction > 0
          ? [...lines.slice(index + 1), ...lines.slice(0, index + 1)]
          : [
              ...lines.slice(0, Math.max(index, 0)).toReversed(),
              ...lines.slice(Math.max(index, 0)).toReversed(),
            ]
      const found = ordered.find(({ _id }) => findings.has(_id))
      if (found) select(found._id, true)
      else showToast(t('noFindings'))
    },
    selectUntranslated() {
      const { lines, selected, select } = latest()
      const index = indexOf(selected)
      const ordered = [...lines.slice(index + 1), ...lines.slice(0, index + 1)]
      const found = ordered.find(({ text, source }) => !text && source)
      if (found) select(found._id, true)
      else showToast(t('allTranslated'))
    },
  }
}
