import { useCallback, useMemo, useRef, useState } from 'react'
import { translationRules, type translations } from '@reelay/api/contract'
import { useHasPermission } from '../shared/current-user.ts'
import { useMustAnswer } from '../shared/must-answer.ts'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { EditorLine } from './model/draft.ts'
import { createTermIndex } from './suggestions/terms.ts'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { Toolbar } from './toolbar/toolbar.tsx'
import { ChecksPanel } from './checks/checks-panel.tsx'
import { EditorProvider, type EditorContext } from './editor-context.ts'
import { LazyTimeline } from './timeline/lazy-timeline.tsx'
import { FindBar } from './find/find-bar.tsx'
import { LineList } from './lines/line-list.tsx'
import { Notices } from './notices/notices.tsx'
import type { EditorProps } from './editor-loader.tsx'
import { useEditorClock } from './use-editor-clock.ts'
import { useEditorActions } from './use-editor-actions.ts'
import { useFindings } from './checks/use-findings.ts'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'
import { usePresence } from './presence/use-presence.ts'
import { useSelectedLine } from './use-selected-line.ts'
import { useStore } from './model/use-store.ts'
import { EditorDialogs, type EditorPanel } from './dialogs/dialogs.tsx'
import styles from './translation-editor.module.css'

type Props = EditorProps & {
  person: string
  rules: translations.CheckRules
  lines: readonly EditorLine[]
}

export function Editor({
  request,
  translation,
  part,
  parts,
  person,
  rules,
  lines: initialLines,
}: Props) {
  const mustAnswer = useMustAnswer(request)
  const mayWrite = useHasPermission('translation.write') && !mustAnswer
  const isOpen = translationRules.isOpen(translation)
  const [store, state] = useStore({
    translation: translation._id,
    person,
    lines: initialLines,
    revision: rules.revision,
    isOpen,
  })
  const { lines } = state
  const focusRequest = useRef<string | undefined>(undefined)
  const suggestions = useRef<EditorContext['suggestions']['current']>({
    line: undefined,
    items: [],
  })
  const [selected, select] = useSelectedLine(lines, store, focusRequest)
  const [panel, open] = useState<EditorPanel | null>(null)
  const isNarrow = useIsNarrow()
  const player = useRef<TimelinePlayer | null>(null)
  const findings = useFindings(lines, rules)
  const people = usePresence(translation._id, selected, store)
  const termIndex = useMemo(() => createTermIndex(rules), [rules])
  const clock = useEditorClock(request.asset._id)
  const readOnly = !mayWrite || !isOpen || state.locked
  const actions = useEditorActions(store, {
    lines,
    findings,
    selected,
    readOnly,
    rules,
    player,
    select,
    focusRequest,
  })
  const editor: EditorContext = {
    store,
    state,
    lines,
    rules,
    clock,
    termIndex,
    findings,
    selected,
    select,
    people,
    readOnly,
    focusRequest,
    suggestions,
    player,
    actions,
  }
  useShortcuts(editor, open)
  const close = useCallback(() => open(null), [])
  return (
    <EditorProvider value={editor}>
      <Toolbar translation={translation} part={part} parts={parts} panel={panel} open={open} />
      <Notices translation={translation} open={open} />
      <div className={styles.layout}>
        <aside className={styles.aside}>
          <LazyTimeline asset={request.asset._id} isGraphics={part === 'graphics'} />
        </aside>
        <div className={styles.main}>
          {(panel === 'find' || panel === 'replace') && (
            <FindBar key={panel} withReplace={panel === 'replace'} close={close} />
          )}
          {panel === 'checks' && !isNarrow && <ChecksPanel close={close} />}
          <LineList asset={request.asset._id} />
        </div>
      </div>
      <EditorDialogs
        panel={panel}
        close={close}
        open={open}
        translation={translation}
        asset={request.asset.slug}
        isNarrow={isNarrow}
      />
    </EditorProvider>
  )
}
