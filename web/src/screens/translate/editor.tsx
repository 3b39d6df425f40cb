import { useCallback, useMemo, useRef, useState } from 'react'
import { translationRules, type translations } from '@reelay/api/contract'
import { useMay } from '../../records/me.ts'
import type { Deck } from '../../stage/contract.ts'
import type { Line } from '../../translate/draft.ts'
import { wordingOf } from '../../translate/terms.ts'
import { useIsNarrow } from '../../ui/narrow.ts'
import { Bar } from './bar.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { DeskProvider, type Desk } from './desk.ts'
import { Film } from './film.tsx'
import { FindBar } from './find-bar.tsx'
import { LineList } from './line-list.tsx'
import { Notices } from './notices.tsx'
import type { Opened } from './opening.tsx'
import { useActs } from './use-acts.ts'
import { useFindings } from './use-findings.ts'
import { useKeys } from './use-keys.ts'
import { usePresence } from './use-presence.ts'
import { useSelected } from './use-selected.ts'
import { useStore } from './use-store.ts'
import { Windows, type Window } from './windows.tsx'
import styles from './translate.module.css'

type Parts = Opened & { person: string; rules: translations.Rules; lines: readonly Line[] }

export function Editor({ request, translation, part, parts, person, rules, lines: first }: Parts) {
  const mayWrite = useMay('translation.write')
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
  const offered = useRef<Desk['offered']['current']>({ line: undefined, items: [] })
  const [selected, select] = useSelected(lines, store, wish)
  const [shown, open] = useState<Window | null>(null)
  const isNarrow = useIsNarrow()
  const deck = useRef<Deck | null>(null)
  const findings = useFindings(lines, rules)
  const people = usePresence(translation._id, selected, store)
  const wording = useMemo(() => wordingOf(rules), [rules])
  const readOnly = !mayWrite || !isOpen || state.locked
  const acts = useActs(store, { lines, findings, selected, readOnly, rules, deck, select })
  const desk: Desk = {
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
    <DeskProvider value={desk}>
      <Bar translation={translation} part={part} parts={parts} shown={shown} open={open} />
      <Notices translation={translation} open={open} />
      <div className={styles.desk}>
        <aside className={styles.aside}>
          <Film asset={request.asset._id} isGraphics={part === 'graphics'} />
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
    </DeskProvider>
  )
}
