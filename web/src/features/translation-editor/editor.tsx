import { useCallback, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  translationRules,
  type scripts,
  type translations,
  type workrequests,
} from '@reelay/api/contract'
import { useHasPermission } from '../shared/current-user.ts'
import { useMustAnswer } from '../shared/must-answer.ts'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { EditorLine } from './model/draft.ts'
import { createTermIndex } from './suggestions/terms.ts'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { Toolbar } from './toolbar/toolbar.tsx'
import { EditorProvider, type EditorContext } from './editor-context.ts'
import { Splitter } from '../../ui/layout/workspace/splitter.tsx'
import { LazyTimeline } from './timeline/lazy-timeline.tsx'
import { FindBar } from './find/find-bar.tsx'
import { ListHeader } from './lines/list-header.tsx'
import { LineList } from './lines/line-list.tsx'
import { Notices } from './notices/notices.tsx'
import { useEditorClock } from './use-editor-clock.ts'
import { useEditorActions } from './use-editor-actions.ts'
import { useLineComments } from './comments/use-line-comments.ts'
import { useReference } from './reference/use-reference.ts'
import { useSpelling } from './spelling/use-spelling.ts'
import { useFindings } from './checks/use-findings.ts'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'
import { usePresence } from './presence/use-presence.ts'
import { useSelectedLine } from './use-selected-line.ts'
import { useTrackCopy } from './use-track-copy.ts'
import { useStore } from './model/use-store.ts'
import { EditorDialogs, type EditorPanel } from './dialogs/dialogs.tsx'
import { EditorPanels } from './panels/editor-panels.tsx'
import { EDITOR_ID, type EditorTab } from './panels/editor-tabs.ts'
import { useEditorPanes } from './use-editor-panes.ts'
import styles from './translation-editor.module.css'

export type EditorProps = {
  request: workrequests.WorkRequest
  translation: translations.Translation
  part: scripts.ScriptPart
  parts: scripts.ScriptPart[]
  /** Where the toolbar is rendered: in the header of the page. */
  toolbarSlot: HTMLElement | null
}
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
  toolbarSlot,
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
  useTrackCopy(translation._id, rules, store)
  const { lines } = state
  const focusRequest = useRef<string | undefined>(undefined)
  const suggestions = useRef<EditorContext['suggestions']['current']>({
    line: undefined,
    items: [],
  })
  const [selected, select] = useSelectedLine(lines, store, focusRequest)
  const [panel, setPanel] = useState<EditorPanel | null>(null)
  const [tab, setTab] = useState<EditorTab>('lines')
  const panes = useEditorPanes()
  const isNarrow = useIsNarrow()
  const player = useRef<TimelinePlayer | null>(null)
  const spelling = useSpelling(lines, useFindings(lines, rules), {
    translation: translation._id,
    rules,
    selected,
  })
  const { findings } = spelling
  const { people, reportSelection } = usePresence({
    translation: translation._id,
    line: selected,
    store,
  })
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
    translation,
    lineComments: useLineComments(translation),
    reference: useReference({ asset: request.asset._id, part, own: translation._id, lines }),
    findings,
    spelling,
    selected,
    select,
    people,
    reportSelection,
    readOnly,
    focusRequest,
    suggestions,
    player,
    actions,
  }
  /** The checks and comments are tabs, everything else is a dialog or a bar above the lines. */
  const open = useCallback((next: EditorPanel | null) => {
    const isTab = next === 'checks' || next === 'comments'
    if (isTab) setTab(next)
    setPanel(isTab ? null : next)
    if (next === 'find' || next === 'replace') setTab((tab) => (isNarrow ? 'lines' : tab))
  }, [])
  useShortcuts(editor, open)
  const close = useCallback(() => setPanel(null), [])
  return (
    <EditorProvider value={editor}>
      {toolbarSlot &&
        createPortal(
          <Toolbar translation={translation} part={part} parts={parts} open={open} />,
          toolbarSlot,
        )}
      <Notices translation={translation} open={open} />
      <div className={styles.layout} data-tab={tab} style={panes.style}>
        <LazyTimeline asset={request.asset._id} isGraphics={part === 'graphics'} />
        <Splitter pane={panes.picture} side="before" className={styles.divider} />
        <div className={styles.main} id={`${EDITOR_ID}-lines`}>
          {(panel === 'find' || panel === 'replace') && (
            <FindBar key={panel} withReplace={panel === 'replace'} close={close} />
          )}
          <ListHeader />
          <LineList />
        </div>
        {/* After the lines: Tab goes from the text of a line to what helps with it. */}
        <EditorPanels tab={tab} setTab={setTab} asset={request.asset._id} isNarrow={isNarrow} />
        <Splitter pane={panes.wave} side="below" className={styles.waveDivider} />
      </div>
      <EditorDialogs
        panel={panel}
        close={close}
        open={open}
        translation={translation}
        asset={request.asset.slug}
      />
    </EditorProvider>
  )
}
