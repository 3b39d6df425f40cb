import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { parseTimecode } from '@reelay/subtitles'
import type { EditorPanel } from '../dialogs/dialogs.tsx'
import type { EditorContext } from '../editor-context.ts'
import { insertText, toggleStyle, type FieldSelection } from '../lines/field-text.ts'
import { findShortcut, type ShortcutName } from './shortcuts.ts'

type ShortcutContext = {
  editor: EditorContext
  open: (panel: EditorPanel) => void
  event: KeyboardEvent
  field: HTMLTextAreaElement | undefined
}

/** Shortcuts work wherever the focus is, except in a dialog or popover. */
export function useShortcuts(editor: EditorContext, open: (panel: EditorPanel) => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.isComposing || event.defaultPrevented || target.closest('dialog, [popover]')) return
    const field = target instanceof HTMLTextAreaElement && target.dataset.line ? target : undefined
    const isField = target.closest('input, textarea, select, [contenteditable]')
    const shortcut = findShortcut(event, field ? 'text' : isField ? 'field' : 'outside')
    if (!shortcut) return
    event.preventDefault()
    if (shortcut === 'cue') {
      // A held key repeats.
      if (event.repeat) return
      cueCode.current = event.code
    }
    runShortcut(shortcut, { editor, open, event, field })
  })
  const cueCode = useRef<string>(undefined)
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== cueCode.current) return
    cueCode.current = undefined
    editor.actions.releaseCueKey()
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    document.addEventListener('keyup', (event) => onKeyUp(event), { signal })
    return () => stop.abort()
  }, [])
}

function runShortcut(shortcut: ShortcutName, context: ShortcutContext) {
  const { editor, open } = context
  const { actions, selected } = editor
  const anywhere: Partial<Record<ShortcutName, () => void>> = {
    next: () => actions.selectByOffset(1),
    previous: () => actions.selectByOffset(-1),
    nextFinding: () => actions.selectFinding(1),
    previousFinding: () => actions.selectFinding(-1),
    nextUntranslated: actions.selectUntranslated,
    checks: () => open('checks'),
    find: () => open('find'),
    replace: () => open('replace'),
    undo: actions.undo,
    redo: actions.redo,
    add: () => actions.add(),
    submit: () => {
      if (!editor.readOnly && editor.lines.length > 0) open('submit')
    },
    playPause: () => playPause(editor),
  }
  const run = anywhere[shortcut]
  if (run) run()
  else if (selected !== undefined) runOnLine(shortcut, selected, context)
}

function runOnLine(
  shortcut: ShortcutName,
  id: string,
  { editor, open, event, field }: ShortcutContext,
) {
  const { actions, lines, player } = editor
  const line = lines.find(({ _id }) => _id === id)
  if (!line) return
  const onLine: Partial<Record<ShortcutName, () => void>> = {
    leave: () => field?.blur(),
    fix: () => actions.fix(id),
    confirm: () => actions.confirm([id]),
    merge: () => actions.merge(id),
    remove: () => actions.remove(id),
    shift: () => open('shift'),
    comment: () => openComments(open),
    copySource: () => actions.replaceText(id, line.source),
    suggestion: () => insertSuggestion(editor, id, Number(/\d$/.exec(event.code)?.[0] ?? 0)),
    inEarlier: () => actions.nudge(id, 'start', -1),
    inLater: () => actions.nudge(id, 'start', 1),
    outEarlier: () => actions.nudge(id, 'stop', -1),
    outLater: () => actions.nudge(id, 'stop', 1),
    cue: () => actions.pressCueKey(id, field !== undefined),
    setIn: () => actions.setEdgeToPlayhead(id, 'start'),
    setOut: () => actions.setEdgeToPlayhead(id, 'stop'),
    playLine: () =>
      player.current?.playRange(parseTimecode(line.startTime), parseTimecode(line.stopTime)),
    split: () => field && actions.split(id, field.value, field.selectionStart),
    break: () => field && editField(field, (selection) => insertText(selection, '\n')),
    italic: () => field && editField(field, (selection) => toggleStyle(selection, 'i')),
    bold: () => field && editField(field, (selection) => toggleStyle(selection, 'b')),
    underline: () => field && editField(field, (selection) => toggleStyle(selection, 'u')),
  }
  onLine[shortcut]?.()
}

function insertSuggestion({ suggestions, actions }: EditorContext, id: string, number: number) {
  const { line, items } = suggestions.current
  const suggestion = line === id ? items[number - 1] : undefined
  if (suggestion) actions.replaceText(id, suggestion.target)
}

/** Edits through the field and its input event, as typing does, so that React sees the change. */
export function editField(
  field: HTMLTextAreaElement,
  edit: (selection: FieldSelection) => FieldSelection,
) {
  if (field.readOnly) return
  const { value, start, end } = edit({
    value: field.value,
    start: field.selectionStart,
    end: field.selectionEnd,
  })
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value)
  field.setSelectionRange(start, end)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** Renders the tab immediately, so that the field takes the next letter. */
function openComments(open: ShortcutContext['open']) {
  flushSync(() => open('comments'))
  document.querySelector<HTMLElement>('[data-line-comment]')?.focus()
}

function playPause({ player: { current: player } }: EditorContext) {
  if (player?.isPlaying()) player.pause()
  else player?.play()
}
