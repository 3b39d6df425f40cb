import { useEffect, useEffectEvent } from 'react'
import { parseTimecode } from '@reelay/subtitles'
import { findShortcut, type ShortcutName } from './shortcuts.ts'
import { insertText, toggleStyle, type FieldSelection } from '../lines/field-text.ts'
import type { EditorContext } from '../editor-context.ts'
import type { EditorPanel } from '../dialogs/dialogs.tsx'

type ShortcutContext = {
  desk: EditorContext
  open: (window: EditorPanel) => void
  event: KeyboardEvent
  field: HTMLTextAreaElement | undefined
  id: string | undefined
}

/** Shortcuts work wherever the focus is, except in a window over the page. */
export function useShortcuts(desk: EditorContext, open: (window: EditorPanel) => void) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.isComposing || event.defaultPrevented || target.closest('dialog, [popover]')) return
    const field = target instanceof HTMLTextAreaElement && target.dataset.line ? target : undefined
    const command = findShortcut(
      event,
      field
        ? 'text'
        : target.closest('input, textarea, select, [contenteditable]')
          ? 'field'
          : 'outside',
    )
    if (!command) return
    event.preventDefault()
    runShortcut(command, { desk, open, event, field, id: desk.selected })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** What needs a line does nothing without one. */
function runShortcut(command: ShortcutName, doing: ShortcutContext) {
  const {
    desk: { actions: acts },
    open,
    id,
  } = doing
  const anywhere: Partial<Record<ShortcutName, () => void>> = {
    next: () => acts.selectByOffset(1),
    previous: () => acts.selectByOffset(-1),
    nextFinding: () => acts.selectFinding(1),
    previousFinding: () => acts.selectFinding(-1),
    nextUntranslated: acts.selectUntranslated,
    find: () => open('find'),
    replace: () => open('replace'),
    undo: acts.undo,
    redo: acts.redo,
    add: () => acts.add(),
    help: () => open('keys'),
    playPause: () => playPause(doing),
  }
  const own = anywhere[command]
  if (own) own()
  else if (id !== undefined) runOnLine(command, id, doing)
}

function runOnLine(command: ShortcutName, id: string, doing: ShortcutContext) {
  const {
    desk: { actions: acts, lines, player: deck },
    open,
    event,
    field,
  } = doing
  const line = lines.find(({ _id }) => _id === id)
  if (!line) return
  const onLine: Partial<Record<ShortcutName, () => void>> = {
    leave: () => field?.blur(),
    fix: () => acts.fix(id),
    merge: () => acts.merge(id),
    remove: () => acts.remove(id),
    shift: () => open('shift'),
    copySource: () => acts.setText(id, line.source),
    suggestion: () => insertSuggestion(doing.desk, id, Number(/\d$/.exec(event.code)?.[0] ?? 0)),
    inEarlier: () => acts.nudge(id, 'start', -1),
    inLater: () => acts.nudge(id, 'start', 1),
    outEarlier: () => acts.nudge(id, 'stop', -1),
    outLater: () => acts.nudge(id, 'stop', 1),
    setIn: () => acts.setEdgeToPlayhead(id, 'start'),
    setOut: () => acts.setEdgeToPlayhead(id, 'stop'),
    playLine: () =>
      deck.current?.playRange(parseTimecode(line.startTime), parseTimecode(line.stopTime)),
    split: () => field && acts.split(id, field.value, field.selectionStart),
    break: () => field && editField(field, (selection) => insertText(selection, '\n')),
    italic: () => field && editField(field, (selection) => toggleStyle(selection, 'i')),
    bold: () => field && editField(field, (selection) => toggleStyle(selection, 'b')),
    underline: () => field && editField(field, (selection) => toggleStyle(selection, 'u')),
  }
  onLine[command]?.()
}

function insertSuggestion(
  { suggestions: offered, actions: acts }: EditorContext,
  id: string,
  number: number,
) {
  const { line, items } = offered.current
  const chosen = line === id ? items[number - 1] : undefined
  if (chosen) acts.setText(id, chosen.target, { machine: true })
}

/**
 * Through the field itself, as if it had been typed: what it holds and what is kept are then one.
 */
export function editField(
  field: HTMLTextAreaElement,
  by: (selection: FieldSelection) => FieldSelection,
) {
  if (field.readOnly) return
  const { value, start, end } = by({
    value: field.value,
    start: field.selectionStart,
    end: field.selectionEnd,
  })
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value)
  field.setSelectionRange(start, end)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** The film does not say whether it runs; two looks at it do. */
const PLAYBACK_CHECK_MS = 90
function playPause({ desk: { player: deck } }: ShortcutContext) {
  const film = deck.current
  const before = film?.timeMs()
  setTimeout(() => {
    if (film?.timeMs() === before) film?.play()
    else film?.pause()
  }, PLAYBACK_CHECK_MS)
}
