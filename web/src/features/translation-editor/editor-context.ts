// What all parts of the editor share: the lines, the one that is worked on, and what can be done
// with them.
import { createContext, useContext } from 'react'
import type { memory, translations } from '@reelay/api/contract'
import type { TermIndex } from '@reelay/subtitles/checks'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { Finding, Findings } from './checks/checks.ts'
import type { Line } from './model/draft.ts'
import type { EditorState } from './model/reducer.ts'
import type { EditorStore } from './model/store.ts'

export type PresentPerson = translations.Presence['people'][number]

export type EditorContext = {
  store: EditorStore
  state: EditorState
  lines: readonly Line[]
  rules: translations.CheckRules
  terms: TermIndex
  findings: Findings
  selected: string | undefined
  /** `focus`: the text of the line takes the caret. */
  select: (id: string | undefined, focus?: boolean) => void
  people: readonly PresentPerson[]
  readOnly: boolean
  /**
   * Whose text is to take the caret when it is drawn next: a line that is far away is drawn only
   * once the list has gone there.
   */
  focusRequest: React.RefObject<string | undefined>
  /** What the memory offers for a line, for the keys. */
  suggestions: React.RefObject<{ line: string | undefined; items: readonly memory.Suggestion[] }>
  /** Where the film is, once there is one. */
  player: React.RefObject<TimelinePlayer | null>
  actions: EditorActions
}

/** What a key, a button or the film asks for. They say aloud what went wrong. */
export type EditorActions = {
  selectByOffset: (by: number) => void
  selectFinding: (by: 1 | -1) => void
  selectUntranslated: () => void
  fix: (id: string, finding?: Finding) => void
  split: (id: string, typed: string, caret: number) => void
  merge: (id: string) => void
  add: (startMs?: number, stopMs?: number) => void
  remove: (id: string) => void
  shift: (from: string, by: number) => void
  setTimes: (id: string, startMs: number, stopMs: number) => void
  nudge: (id: string, edge: 'start' | 'stop', frames: number) => void
  setEdgeToPlayhead: (id: string, edge: 'start' | 'stop') => void
  setText: (id: string, text: string, how?: { machine?: boolean; key?: string }) => void
  undo: () => void
  redo: () => void
  /** Says what was just done, with the way back from it. */
  showDone: (text: string) => void
}

const editorContext = createContext<EditorContext | null>(null)
export const EditorProvider = editorContext.Provider

export function useEditor(): EditorContext {
  const desk = useContext(editorContext)
  if (!desk) throw new Error('There is no desk around this component')
  return desk
}
