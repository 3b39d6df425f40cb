// Changes events of a script in place. They keep their style, and fields that a cue does not have.
import type { Cue } from '../../cue.ts'
import { isRightToLeft } from '../../languages.ts'
import { editText, type CueEdit, type EditFile } from '../edits.ts'
import { decodeUtf8, locateLines } from '../original.ts'
import { createReport } from '../report.ts'
import { readScript, splitCells, type ScriptState } from './read.ts'
import { eventTimes, oneLine, writeEventText } from './script.ts'
import { PLAIN_STYLE } from './style.ts'

type LocatedEvent = { line: number; fields: readonly string[] }

export const editScript: EditFile = (original, edits, { language }) => {
  const text = decodeUtf8(original.bytes)
  if (text === undefined) return undefined
  const { lines, starts } = locateLines(text)
  const events: LocatedEvent[] = []
  let script: ScriptState | undefined
  readScript(lines, createReport({ strict: true }), (line, fields, state) => {
    events.push({ line, fields })
    script = state
  })
  if (!script || events.length !== original.cues.length) return undefined
  const state = script
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  const edited = editText(text, edits, {
    spans: events.map(({ line }) => ({
      from: starts[line]!,
      to: starts[line]! + lines[line]!.length,
    })),
    separator: text.includes('\r\n') ? '\r\n' : '\n',
    removesLine: true,
    write: (edit) => {
      const index = 'at' in edit ? edit.at : Math.max(0, edit.behind)
      const { line, fields } = events[index]!
      return writeEvent(edit, {
        line: lines[line]!,
        fields,
        before: original.cues[index]!,
        script: state,
        direction,
      })
    },
  })
  return edited === undefined ? undefined : new TextEncoder().encode(edited)
}

type Template = {
  line: string
  fields: readonly string[]
  before: Cue
  script: ScriptState
  direction: 'ltr' | 'rtl'
}

/** Of an added event, only the style is that of its neighbour. */
const NEW_CELLS: Record<string, string> = {
  layer: '0',
  marginl: '0',
  marginr: '0',
  marginv: '0',
  effect: '',
}

function writeEvent(
  edit: CueEdit & { cue: Cue },
  { line, fields, before, script, direction }: Template,
): string | undefined {
  const { cue } = edit
  const cells = splitCells(line, [...fields])
  if (!cells) return undefined
  const isNew = 'behind' in edit
  const { start, stop } = eventTimes(cue)
  const style = cells('style')?.value.trim().replace(/^\*+/, '') ?? ''
  const written: Record<string, string | undefined> = {
    ...(isNew && NEW_CELLS),
    start: cue.start === before.start && !isNew ? undefined : start,
    end: cue.stop === before.stop && !isNew ? undefined : stop,
    name:
      cue.speaker === before.speaker && !isNew
        ? undefined
        : oneLine(cue.speaker ?? '').replaceAll(',', ' '),
    text:
      looksSame(cue, before) && !isNew
        ? undefined
        : writeEventText(cue, {
            base: script.styles.get(style) ?? script.styles.get('Default') ?? PLAIN_STYLE,
            width: script.width,
            height: script.height,
            direction,
          }),
  }
  const values = fields.map((field) => {
    const { value } = cells(field)!
    const next = written[field]
    if (next === undefined || field === 'text') return next ?? value
    return value.slice(0, value.length - value.trimStart().length) + next
  })
  return `${line.slice(0, line.indexOf(':') + 1)}${values.join()}`
}

const LOOK = ['text', 'alignment', 'textAlign', 'x', 'y'] as const
const looksSame = (one: Cue, other: Cue) => LOOK.every((field) => one[field] === other[field])
