import { useCallback, useMemo, useRef, useState } from 'react'
import { translationRules, type translations } from '@reelay/api/contract'
import { useHasPermission } from '../shared/current-user.ts'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { Line } from './model/draft.ts'
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
  lines: readonly Line[]
}

export function Editor({ request, translation, part, parts, person, rules, lines: first }: Props) {
  const mayWrite = useHasPermission('translation.write')
  const isOpen = translationRules.isOpen(translation)
  const [store, state] = useStore({
    translation: translation._id,
    person,
    lines: first,
    revision: rules.revision,
    isOpen,
  })
  const { lines } = state
  const wish = useRef<string | undefined>(undefined)
  const offered = useRef<EditorContext['suggestions']['current']>({ line: undefined, items: [] })
  const [selected, select] = useSelectedLine(lines, store, wish)
  const [shown, open] = useState<EditorPanel | null>(null)
  const isNarrow = useIsNarrow()
  const deck = useRef<TimelinePlayer | null>(null)
  const findings = useFindings(lines, rules)
  const people = usePresence(translation._id, selected, store)
  const wording = useMemo(() => createTermIndex(rules), [rules])
  const readOnly = !mayWrite || !isOpen || state.locked
  const acts = useEditorActions(store, { lines, findings, selected, readOnly, rules, deck, select })
  const desk: EditorContext = {
    store,
    state,
    lines,
    rules,
    terms: wording,
    findings,
    selected,
    select,
    people,
    readOnly,
    focusRequest: wish,
    suggestions: offered,
    player: deck,
    actions: acts,
  }
  useShortcuts(desk, open)
  const close = useCallback(() => open(null), [])
  return (
    <EditorProvider value={desk}>
      <Toolbar translation={translation} part={part} parts={parts} shown={shown} open={open} />
      <Notices translation={translation} open={open} />
      <div className={styles.desk}>
        <aside className={styles.aside}>
          <LazyTimeline asset={request.asset._id} isGraphics={part === 'graphics'} />
        </aside>
        <div className={styles.main}>
          {(shown === 'find' || shown === 'replace') && (
            <FindBar key={shown} withReplace={shown === 'replace'} close={close} />
          )}
          {shown === 'checks' && !isNarrow && <ChecksPanel close={close} />}
          <LineList asset={request.asset._id} />
        </div>
      </div>
      <EditorDialogs
        shown={shown}
        close={close}
        open={open}
        translation={translation}
        asset={request.asset.slug}
        isNarrow={isNarrow}
      />
    </EditorProvider>
  )
}
