import type { Cue } from '../../cue.ts'
import type { FileError, ReadResult } from '../format.ts'
import { MAX_CUES } from '../limits.ts'
import { DRAWING } from '../overrides.ts'
import { toPercent } from '../position.ts'
import { readResult, type Loss } from '../results.ts'
import { NO_DURATION, clockToMs, findTimeError, withDuration } from '../times.ts'
import { PLAIN_STYLE, readStyle, type AssStyle } from './style.ts'
import { readText } from './text.ts'

const TIME = /^(\d{1,2}):(\d\d):(\d\d)\.(\d\d)$/
const SECTION = /^\s*\[([^\]]+)\]\s*$/
const EVENT_FIELDS = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
]
/** Event types without text. */
const NON_TEXT_EVENTS = new Set(['comment', 'picture', 'sound', 'movie', 'command'])

export type ScriptState = {
  section: string
  fields: string[] | undefined
  styles: Map<string, AssStyle>
  breaksAtN: boolean
  /** The size of the picture that positions refer to. */
  width: number
  height: number
  seen: boolean
}

/** libass assumes this size if a script has none. */
const [DEFAULT_WIDTH, DEFAULT_HEIGHT] = [384, 288]

/** `onCue` is called for each cue, with its line and the fields of its section. */
export function readScript(
  lines: string[],
  onCue?: (line: number, fields: readonly string[], script: ScriptState) => void,
): ReadResult {
  const script: ScriptState = {
    section: '',
    fields: undefined,
    styles: new Map(),
    breaksAtN: false,
    width: DEFAULT_WIDTH,
    height: DEFAULT_HEIGHT,
    seen: false,
  }
  const [cues, errors, losses]: [Cue[], FileError[], Loss[]] = [[], [], []]
  for (const [index, line] of lines.entries()) {
    const read = readLine(line, script)
    if (read?.ok) {
      if (read.cue) {
        cues.push(read.cue)
        onCue?.(index, script.fields ?? EVENT_FIELDS, script)
      }
      for (const lost of read.losses) losses.push({ cue: read.cue ?? null, lost })
    } else if (read) errors.push({ line: index + 1, column: read.column, message: read.error })
    if (cues.length > MAX_CUES) break
  }
  if (!script.seen)
    errors.push({ line: 1, column: 1, message: 'An ASS file must have an [Events] section' })
  return readResult(cues, errors, losses)
}

/** Without `cue`, the event is a drawing only. */
type LineResult =
  | { ok: true; cue: Cue | undefined; losses: string[] }
  | { ok: false; column: number; error: string }
  | undefined

function readLine(line: string, script: ScriptState): LineResult {
  const section = line.includes('[') ? SECTION.exec(line)?.[1]?.toLowerCase() : undefined
  if (section) {
    Object.assign(script, { section, fields: undefined, seen: script.seen || section === 'events' })
    return undefined
  }
  const { name, value } = splitLabel(line)
  if (script.section === 'events') return readEvent(line, name, value ?? '', script)
  if (name === 'wrapstyle') script.breaksAtN = value!.trim() === '2'
  if (name === 'playresx') script.width = Number(value) || DEFAULT_WIDTH
  if (name === 'playresy') script.height = Number(value) || DEFAULT_HEIGHT
  if (!script.section.endsWith('styles')) return undefined
  if (name === 'format') script.fields = parseFields(value!)
  if (name === 'style') {
    const style = readStyle(value!, script.fields, !script.section.includes('+'))
    script.styles.set(style.name, style.style)
  }
  return undefined
}

/** `Name: value`. Comments start with `;` or `!`. */
function splitLabel(line: string): { name?: string; value?: string } {
  const colon = line.indexOf(':')
  const label = line.slice(0, Math.max(0, colon))
  return label === '' || /[;!]/.test(label)
    ? {}
    : { name: label.trim().toLowerCase(), value: line.slice(colon + 1) }
}

const MAX_FIELDS = 100
const parseFields = (value: string) =>
  value.split(',', MAX_FIELDS).map((field) => field.trim().toLowerCase())

function readEvent(
  line: string,
  name: string | undefined,
  value: string,
  script: ScriptState,
): LineResult {
  if (/^\s*(?:;.*|!:.*)?$/s.test(line) || NON_TEXT_EVENTS.has(name ?? '')) return undefined
  if (name === 'format') {
    const fields = parseFields(value)
    const missing = ['start', 'end', 'text'].find((field) => !fields.includes(field))
    if (missing)
      return { ok: false, column: 1, error: `the event format has no field for the ${missing}` }
    if (fields.at(-1) !== 'text')
      return { ok: false, column: 1, error: 'the text must be the last field of the event format' }
    script.fields = fields
    return undefined
  }
  return name === 'dialogue'
    ? readDialogue(line, script)
    : { ok: false, column: 1, error: 'expected an event (Dialogue: or Comment:)' }
}

function readDialogue(
  line: string,
  { fields = EVENT_FIELDS, styles, breaksAtN, width, height }: ScriptState,
): LineResult {
  const cells = splitCells(line, fields)
  if (!cells)
    return {
      ok: false,
      column: line.length + 1,
      error: `an event must have ${fields.length} fields`,
    }
  const [from, to, text] = [cells('start')!, cells('end')!, cells('text')!]
  const [start, stop] = [readTime(from.value), readTime(to.value)]
  if (start === undefined)
    return { ok: false, column: from.column, error: 'a time must be written as 0:00:01.00' }
  if (stop === undefined)
    return { ok: false, column: to.column, error: 'a time must be written as 0:00:01.00' }
  const error = findTimeError({ start, stop: withDuration(start, stop) })
  if (error) return { ok: false, column: to.column, error: `the cue ${error}` }
  const style = cells('style')?.value.trim().replace(/^\*+/, '') ?? ''
  const read = readText(text.value, styles.get(style) ?? styles.get('Default') ?? PLAIN_STYLE, {
    styles,
    breaksAtN,
  })
  if (!read.ok) return { ok: false, column: text.column + read.offset, error: read.error }
  if (read.losses.includes(DRAWING) && !read.text.trim())
    return { ok: true, cue: undefined, losses: [DRAWING] }
  const speaker = cells('name')?.value.trim().slice(0, MAX_SPEAKER)
  const point = read.point && {
    x: toPercent((read.point.x / width) * 100),
    y: toPercent((read.point.y / height) * 100),
  }
  return {
    ok: true,
    cue: {
      start,
      stop: withDuration(start, stop),
      text: read.text,
      ...read.place,
      ...point,
      ...(speaker && { speaker }),
    },
    losses: [...(stop === start ? [NO_DURATION] : []), ...read.losses],
  }
}

const MAX_SPEAKER = 200

/** The text is the rest of the line, including commas and spaces. */
export function splitCells(
  line: string,
  fields: string[],
): ((field: string) => { value: string; column: number } | undefined) | undefined {
  const ends: number[] = []
  let at = line.indexOf(':') + 1
  for (const field of fields) {
    const comma = field === 'text' ? line.length : line.indexOf(',', at)
    if (comma < 0) return undefined
    ends.push(comma)
    at = comma + 1
  }
  return (field) => {
    const index = fields.lastIndexOf(field)
    if (index < 0) return undefined
    const from = (ends[index - 1] ?? line.indexOf(':')) + 1
    return { value: line.slice(from, ends[index]), column: from + 1 }
  }
}

function readTime(value: string): number | undefined {
  const [, hours, minutes, seconds, hundredths] = TIME.exec(value.trim()) ?? []
  return hours === undefined
    ? undefined
    : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(hundredths) * 10)
}
