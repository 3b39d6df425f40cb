// What all parts of the editor share: the lines, the one that is worked on, and what can be done
// with them.
import { createContext, useContext } from 'react'
import type { memory, translations } from '@reelay/api/contract'
import type { TermIndex } from '@reelay/subtitles/checks'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { Finding, Findings } from './checks/checks.ts'
import type { Line } from './model/draft.ts'
import type { State, Store } from './model/store.ts'

export type Person = translations.Presence['people'][number]

export type EditorContext = {
  store: Store
  state: State
  lines: readonly Line[]
  rules: translations.CheckRules
  wording: TermIndex
  findings: Findings
  selected: string | undefined
  /** `focus`: the text of the line takes the caret. */
  select: (id: string | undefined, focus?: boolean) => void
  people: readonly Person[]
  readOnly: boolean
  /**
   * Whose text is to take the caret when it is drawn next: a line that is far away is drawn only
   * once the list has gone there.
   */
  wish: React.RefObject<string | undefined>
  /** What the memory offers for a line, for the keys. */
  offered: React.RefObject<{ line: string | undefined; items: readonly memory.Suggestion[] }>
  /** Where the film is, once there is one. */
  deck: React.RefObject<TimelinePlayer | null>
  acts: EditorActions
}

/** What a key, a button or the film asks for. They say aloud what went wrong. */
export type EditorActions = {
  go: (by: number) => void
  goFinding: (by: 1 | -1) => void
  goUntranslated: () => void
  fix: (id: string, finding?: Finding) => void
  split: (id: string, typed: string, caret: number) => void
  merge: (id: string) => void
  add: (startMs?: number, stopMs?: number) => void
  remove: (id: string) => void
  shift: (from: string, by: number) => void
  time: (id: string, startMs: number, stopMs: number) => void
  nudge: (id: string, edge: 'start' | 'stop', frames: number) => void
  mark: (id: string, edge: 'start' | 'stop') => void
  say: (id: string, text: string, how?: { machine?: boolean; key?: string }) => void
  undo: () => void
  redo: () => void
  /** Says what was just done, with the way back from it. */
  told: (text: string) => void
}

const editorContext = createContext<EditorContext | null>(null)
export const EditorProvider = editorContext.Provider

export function useEditor(): EditorContext {
  const desk = useContext(editorContext)
  if (!desk) throw new Error('There is no desk around this component')
  return desk
}
