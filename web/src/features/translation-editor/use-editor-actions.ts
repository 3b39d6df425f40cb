import { useMemo, useRef } from 'react'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { createActionContext, type ActionInput } from './actions/action-context.ts'
import { createCueActions } from './actions/cue-actions.ts'
import { createFieldActions } from './actions/field-actions.ts'
import { createNavigationActions } from './actions/navigation-actions.ts'
import { createStructureActions } from './actions/structure-actions.ts'
import type { EditorActions } from './editor-context.ts'
import type { EditorStore } from './model/store.ts'

/** Created once per store; the actions read the values of the last render. */
export function useEditorActions(store: EditorStore, input: ActionInput): EditorActions {
  const latest = useRef(input)
  latest.current = input
  return useMemo(() => createEditorActions(store, () => latest.current), [store])
}

function createEditorActions(store: EditorStore, latest: () => ActionInput): EditorActions {
  const context = createActionContext(store, latest)
  const fieldActions = createFieldActions(context)
  return {
    ...createNavigationActions(context),
    ...fieldActions,
    ...createCueActions(context, fieldActions.setTimes),
    ...createStructureActions(context),
    undo: () => void context.request(() => store.undo()),
    redo: () => void context.request(() => store.redo()),
    showDone: (message) => showToast(message, { action: context.undoAction() }),
  }
}
