import type { translations } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { getFixedT } from '../../../i18n/i18n.ts'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import type { Findings } from '../checks/checks.ts'
import type { EditorContext } from '../editor-context.ts'
import type { EditorLine } from '../model/draft.ts'
import type { EditorStore } from '../model/store.ts'
import type { TimelinePlayer } from '../timeline/timeline-props.ts'

/** The values of the last render. */
export type ActionInput = {
  lines: readonly EditorLine[]
  findings: Findings
  selected: string | undefined
  readOnly: boolean
  rules: translations.CheckRules
  player: React.RefObject<TimelinePlayer | null>
  select: EditorContext['select']
  focusRequest: EditorContext['focusRequest']
}
export type ActionContext = ReturnType<typeof createActionContext>

/** Helpers that all actions share. `latest` returns the values of the last render. */
export function createActionContext(store: EditorStore, latest: () => ActionInput) {
  const t = getFixedT(['translation-editor', 'common'])
  const indexOf = (id: string | undefined) => latest().lines.findIndex(({ _id }) => _id === id)
  const isEditable = () => !latest().readOnly

  const undoAction = () => {
    const step = store.lastStep()
    return {
      name: t('common:undo'),
      run: () => {
        if (step) void request(() => store.revertStep(step))
      },
    }
  }

  /**
   * Runs an action that needs the server and selects the line that it returns. Shows errors and
   * keeps the typed text.
   */
  async function request(action: () => Promise<string | undefined>, doneMessage?: string) {
    if (!isEditable()) return
    try {
      const lineToSelect = await action()
      if (lineToSelect) latest().select(lineToSelect, true)
      if (doneMessage) showToast(doneMessage, { action: undoAction() })
    } catch (error) {
      if (error instanceof TypeError) return showToast(t('needsConnection'), { tone: 'bad' })
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    }
  }

  return {
    store,
    latest,
    t,
    indexOf,
    lineOf: (id: string) => latest().lines[indexOf(id)],
    isEditable,
    undoAction,
    request,
  }
}

export const timesOf = (line: EditorLine | undefined) => ({
  start: parseTimecode(line?.startTime ?? '00:00:00,000'),
  stop: parseTimecode(line?.stopTime ?? '00:00:00,000'),
})
