import { useCallback, useMemo, useRef, useState } from 'react'
import { translationRules, type translations } from '@reelay/api/contract'
import { useHasRight } from '../shared/current-user.ts'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { Line } from './model/draft.ts'
import { wordingOf } from './suggestions/terms.ts'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { Bar } from './toolbar/toolbar.tsx'
import { ChecksPanel } from './checks/checks-panel.tsx'
import { EditorProvider, type EditorContext } from './editor-context.ts'
import { LazyTimeline } from './timeline/lazy-timeline.tsx'
import { FindBar } from './find/find-bar.tsx'
import { LineList } from './lines/line-list.tsx'
import { Notices } from './notices/notices.tsx'
import type { Opened } from './load-editor.tsx'
import { useActs } from './use-editor-actions.ts'
import { useFindings } from './checks/use-findings.ts'
import { useKeys } from './shortcuts/use-shortcuts.ts'
import { usePresence } from './presence/use-presence.ts'
import { useSelected } from './use-selected-line.ts'
import { useStore } from './model/use-store.ts'
import { Windows, type Window } from './dialogs/dialogs.tsx'
import styles from './translation-editor.module.css'

type Parts = Opened & { person: string; rules: translations.CheckRules; lines: readonly Line[] }

export function Editor({ request, translation, part, parts, person, rules, lines: first }: Parts) {
  const mayWrite = useHasRight('translation.write')
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
  const offered = useRef<EditorContext['offered']['current']>({ line: undefined, items: [] })
  const [selected, select] = useSelected(lines, store, wish)
  const [shown, open] = useState<Window | null>(null)
  const isNarrow = useIsNarrow()
  const deck = useRef<TimelinePlayer | null>(null)
  const findings = useFindings(lines, rules)
  const people = usePresence(translation._id, selected, store)
  const wording = useMemo(() => wordingOf(rules), [rules])
  const readOnly = !mayWrite || !isOpen || state.locked
  const acts = useActs(store, { lines, findings, selected, readOnly, rules, deck, select })
  const desk: EditorContext = {
    store,
    state,
    lines,
    rules,
    wording,
    findings,
    selected,
    select,
    people,
    readOnly,
    wish,
    offered,
    deck,
    acts,
  }
  useKeys(desk, open)
  const close = useCallback(() => open(null), [])
  return (
    <EditorProvider value={desk}>
      <Bar translation={translation} part={part} parts={parts} shown={shown} open={open} />
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
      <Windows
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
