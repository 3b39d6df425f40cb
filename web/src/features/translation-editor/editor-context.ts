// The state and actions that all parts of the editor share.
import { createContext, useContext } from 'react'
import type { memory, translations } from '@reelay/api/contract'
import type { TermIndex } from '@reelay/subtitles/checks'
import type { FilmClock } from '../player/film-clock.ts'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import type { LineComments } from './comments/use-line-comments.ts'
import type { Finding, Findings } from './checks/checks.ts'
import type { EditorLine } from './model/draft.ts'
import type { ReportSelection } from './presence/use-presence.ts'
import type { Reference } from './reference/use-reference.ts'
import type { SpellingChecks } from './spelling/use-spelling.ts'
import type { EditorState } from './model/reducer.ts'
import type { EditorStore } from './model/store.ts'

export type PresentPerson = translations.PresentPerson

export type EditorContext = {
  store: EditorStore
  state: EditorState
  lines: readonly EditorLine[]
  rules: translations.CheckRules
  /** How times are shown and read. */
  clock: FilmClock
  termIndex: TermIndex
  translation: translations.Translation
  lineComments: LineComments
  reference: Reference
  findings: Findings
  spelling: SpellingChecks
  selected: string | undefined
  /** `focus` moves the focus to the text of the line. */
  select: (id: string | undefined, focus?: boolean) => void
  people: readonly PresentPerson[]
  reportSelection: ReportSelection
  readOnly: boolean
  /**
   * The line to focus when it is rendered: a distant line is rendered only after the list has
   * scrolled to it.
   */
  focusRequest: React.RefObject<string | undefined>
  /** The suggestions shown for a line, for their shortcuts. */
  suggestions: React.RefObject<{ line: string | undefined; items: readonly memory.Suggestion[] }>
  /** The film, once it has loaded. */
  player: React.RefObject<TimelinePlayer | null>
  actions: EditorActions
}

/** What a shortcut, a button or the timeline can do. Errors are shown as toasts. */
export type EditorActions = {
  selectByOffset: (offset: number) => void
  selectFinding: (direction: 1 | -1) => void
  selectUntranslated: () => void
  fix: (id: string, finding?: Finding) => void
  split: (id: string, text: string, caret: number) => void
  merge: (id: string) => void
  add: (startMs?: number, stopMs?: number) => void
  remove: (id: string) => void
  shift: (fromId: string, byMs: number) => void
  setTimes: (id: string, startMs: number, stopMs: number) => void
  nudge: (id: string, edge: 'start' | 'stop', frames: number) => void
  setEdgeToPlayhead: (id: string, edge: 'start' | 'stop') => void
  /** The key for cueing on the fly went down, perhaps in the text of the line, and up. */
  pressCueKey: (id: string, inText: boolean) => void
  releaseCueKey: () => void
  /** While lines are cued, the picture and the selected line do not follow each other. */
  isCueing: () => boolean
  endCueing: () => void
  /** The text as it is typed. */
  setText: (id: string, text: string) => void
  /** Another text in place of the one there, with the caret at its end. */
  replaceText: (id: string, text: string) => void
  /** Texts that a machine drafted are right. */
  confirm: (ids: readonly string[]) => void
  undo: () => void
  redo: () => void
  /** Shows a toast that offers to undo the last step. */
  showDone: (message: string) => void
}

const editorContext = createContext<EditorContext | null>(null)
export const EditorProvider = editorContext.Provider

export function useEditor(): EditorContext {
  const editor = useContext(editorContext)
  if (!editor) throw new Error('useEditor needs an EditorProvider')
  return editor
}
