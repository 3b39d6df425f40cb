import { useEffect, useEffectEvent } from 'react'
import { parseTimecode } from '@reelay/subtitles'
import { commandOf, type Command } from './shortcuts.ts'
import { insert, restyle, type Selection } from '../lines/field-text.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Window } from '../dialogs/dialogs.tsx'

type Doing = {
  desk: EditorContext
  open: (window: Window) => void
  event: KeyboardEvent
  field: HTMLTextAreaElement | undefined
  id: string | undefined
}

/** Shortcuts work wherever the focus is, except in a window over the page. */
export function useKeys(desk: EditorContext, open: (window: Window) => void) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.isComposing || event.defaultPrevented || target.closest('dialog, [popover]')) return
    const field = target instanceof HTMLTextAreaElement && target.dataset.line ? target : undefined
    const command = commandOf(
      event,
      field
        ? 'text'
        : target.closest('input, textarea, select, [contenteditable]')
          ? 'field'
          : 'outside',
    )
    if (!command) return
    event.preventDefault()
    run(command, { desk, open, event, field, id: desk.selected })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** What needs a line does nothing without one. */
function run(command: Command, doing: Doing) {
  const {
    desk: { acts },
    open,
    id,
  } = doing
  const anywhere: Partial<Record<Command, () => void>> = {
    next: () => acts.go(1),
    previous: () => acts.go(-1),
    nextFinding: () => acts.goFinding(1),
    previousFinding: () => acts.goFinding(-1),
    nextUntranslated: acts.goUntranslated,
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

function runOnLine(command: Command, id: string, doing: Doing) {
  const {
    desk: { acts, lines, deck },
    open,
    event,
    field,
  } = doing
  const line = lines.find(({ _id }) => _id === id)
  if (!line) return
  const onLine: Partial<Record<Command, () => void>> = {
    leave: () => field?.blur(),
    fix: () => acts.fix(id),
    merge: () => acts.merge(id),
    remove: () => acts.remove(id),
    shift: () => open('shift'),
    copySource: () => acts.say(id, line.source),
    suggestion: () => take(doing.desk, id, Number(/\d$/.exec(event.code)?.[0] ?? 0)),
    inEarlier: () => acts.nudge(id, 'start', -1),
    inLater: () => acts.nudge(id, 'start', 1),
    outEarlier: () => acts.nudge(id, 'stop', -1),
    outLater: () => acts.nudge(id, 'stop', 1),
    setIn: () => acts.mark(id, 'start'),
    setOut: () => acts.mark(id, 'stop'),
    playLine: () =>
      deck.current?.playRange(parseTimecode(line.startTime), parseTimecode(line.stopTime)),
    split: () => field && acts.split(id, field.value, field.selectionStart),
    break: () => field && edit(field, (selection) => insert(selection, '\n')),
    italic: () => field && edit(field, (selection) => restyle(selection, 'i')),
    bold: () => field && edit(field, (selection) => restyle(selection, 'b')),
    underline: () => field && edit(field, (selection) => restyle(selection, 'u')),
  }
  onLine[command]?.()
}

function take({ offered, acts }: EditorContext, id: string, number: number) {
  const { line, items } = offered.current
  const chosen = line === id ? items[number - 1] : undefined
  if (chosen) acts.say(id, chosen.target, { machine: true })
}

/**
 * Through the field itself, as if it had been typed: what it holds and what is kept are then one.
 */
export function edit(field: HTMLTextAreaElement, by: (selection: Selection) => Selection) {
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
const LOOK_MS = 90
function playPause({ desk: { deck } }: Doing) {
  const film = deck.current
  const before = film?.timeMs()
  setTimeout(() => {
    if (film?.timeMs() === before) film?.play()
    else film?.pause()
  }, LOOK_MS)
}
