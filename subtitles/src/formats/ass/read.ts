import type { Cue } from '../../cue.ts'
import type { ReadResult } from '../format.ts'
import { MAX_CUES } from '../limits.ts'
import { DRAWING } from '../overrides.ts'
import { toPercent } from '../position.ts'
import type { ReadCode } from '../read-codes.ts'
import { excerpt, leftOut, type ReadReport } from '../report.ts'
import { addText } from '../results.ts'
import { clockToMs, OPEN_END, repairTimes, UNTIL_NEXT } from '../times.ts'
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
  fonts: Set<string>
  /** What else the styles and the events say of their look, once for the file. */
  looks: Set<string>
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
  report: ReadReport,
  onCue?: (line: number, fields: readonly string[], script: ScriptState) => void,
): ReadResult {
  const script: ScriptState = {
    section: '',
    fields: undefined,
    styles: new Map(),
    fonts: new Set(),
    looks: new Set(),
    breaksAtN: false,
    width: DEFAULT_WIDTH,
    height: DEFAULT_HEIGHT,
    seen: false,
  }
  const cues: Cue[] = []
  for (const [index, line] of lines.entries()) {
    const cue = readLine({ text: line, number: index + 1 }, script, report)
    if (!cue) continue
    cues.push(cue)
    onCue?.(index, script.fields ?? EVENT_FIELDS, script)
    if (cues.length > MAX_CUES) break
  }
  if (script.fonts.size > 0)
    report.lose('style', null, `The fonts of the styles: ${excerpt([...script.fonts].join('; '))}`)
  if (script.looks.size > 0)
    report.lose('style', null, `The look of the styles: ${excerpt([...script.looks].join('; '))}`)
  if (!script.seen)
    report.fault({
      code: 'header',
      line: 1,
      column: 1,
      message: 'An ASS file must have an [Events] section',
      repair: 'read without it',
    })
  return report.finish(cues)
}

type Line = { text: string; number: number }

function readLine(line: Line, script: ScriptState, report: ReadReport): Cue | undefined {
  const { text } = line
  const section = text.includes('[') ? SECTION.exec(text)?.[1]?.toLowerCase() : undefined
  if (section) {
    Object.assign(script, { section, fields: undefined, seen: script.seen || section === 'events' })
    return undefined
  }
  const { name, value } = splitLabel(text)
  const isEvent =
    script.section === 'events' || (name === 'dialogue' && !report.isStrict && !script.seen)
  if (isEvent) {
    const own = script.section === 'events' ? script : { ...script, fields: undefined }
    return readEvent(line, { name, value: value ?? '' }, own, report)
  }
  if (name === 'wrapstyle') script.breaksAtN = value!.trim() === '2'
  if (name === 'playresx') script.width = Number(value) || DEFAULT_WIDTH
  if (name === 'playresy') script.height = Number(value) || DEFAULT_HEIGHT
  const isStyle = script.section.endsWith('styles') && (name === 'style' || name === 'format')
  if (isStyle) readStyleLine(script, name, value ?? '')
  else if (text.trim() && (script.section !== SCRIPT_INFO || MISPLACED.test(text)))
    report.lose('outside', null, `The line ${excerpt(text)}`, { line: line.number, column: 1 })
  if (COMMENT.test(text))
    report.lose('comment', null, `The comment ${excerpt(text)}`, { line: line.number, column: 1 })
  return undefined
}

/** About the file, not about its cues. */
const SCRIPT_INFO = 'script info'
const COMMENT = /^\s*;/
/** Events, and what has no label, which a damaged section has. */
const MISPLACED =
  /^\W*(?:Dialogue|Comment|Picture|Sound|Movie|Command)\s*:|^(?!\s*[\w][\w -]*:|\s*[;!])/i

function readStyleLine(script: ScriptState, name: string | undefined, value: string) {
  if (name === 'format') script.fields = parseFields(value)
  if (name !== 'style') return
  const style = readStyle(value, script.fields, !script.section.includes('+'))
  script.styles.set(style.name, style.style)
  if (style.look.length > 0 && script.looks.size < MAX_FIELDS)
    script.looks.add(`${style.name} ${style.look.join(', ')}`)
  if (style.font && script.fonts.size < MAX_FIELDS) script.fonts.add(style.font)
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
  line: Line,
  { name, value }: { name: string | undefined; value: string },
  script: ScriptState,
  report: ReadReport,
): Cue | undefined {
  const { text, number } = line
  if (/^\s*$/.test(text)) return undefined
  const place = { line: number, column: 1 }
  if (/^\s*(?:;|!:)/.test(text) || NON_TEXT_EVENTS.has(name ?? '')) {
    report.lose('comment', null, `The comment ${excerpt(text)}`, place)
    return undefined
  }
  if (name === 'dialogue') return readDialogue(line, script, report)
  if (name !== 'format') {
    const message = 'expected an event (Dialogue: or Comment:)'
    report.fault({ code: 'syntax', ...place, message, repair: `left out: ${excerpt(text)}` })
    return undefined
  }
  const fields = parseFields(value)
  const missing = ['start', 'end', 'text'].find((field) => !fields.includes(field))
  const message = missing
    ? `the event format has no field for the ${missing}`
    : 'the text must be the last field of the event format'
  if (missing || fields.at(-1) !== 'text')
    report.fault({
      code: 'header',
      ...place,
      message,
      repair: `the usual fields are used: ${excerpt(text)}`,
    })
  else script.fields = fields
  return undefined
}

function readDialogue(
  { text: line, number }: Line,
  { fields = EVENT_FIELDS, styles, breaksAtN, width, height }: ScriptState,
  report: ReadReport,
): Cue | undefined {
  const fail = (code: ReadCode, column: number, message: string, repair = leftOut(line)) =>
    report.fault({ code, line: number, column, message, repair })
  const cells = splitCells(line, fields)
  if (!cells) {
    fail('syntax', line.length + 1, `an event must have ${fields.length} fields`)
    return undefined
  }
  const [from, to, text] = [cells('start')!, cells('end')!, cells('text')!]
  const start = readTime(from.value) ?? readDamagedTime(from.value, report)
  const stop = readTime(to.value) ?? readDamagedTime(to.value, report) ?? OPEN_END
  const [isStart, isStop] = [from, to].map(({ value }) => readTime(value) !== undefined)
  if (start === undefined) {
    fail('time', from.column, MALFORMED)
    return undefined
  }
  const style = cells('style')?.value.trim().replace(/^\*+/, '') ?? ''
  const read = readText(text.value, styles.get(style) ?? styles.get('Default') ?? PLAIN_STYLE, {
    styles,
    breaksAtN,
  })
  const cue: Cue = { start, stop, text: '' }
  const place = { line: number, column: text.column }
  if (!isStart) fail('time', from.column, MALFORMED, `read as ${from.value.trim()}`)
  if (!isStop)
    fail(
      'time',
      to.column,
      MALFORMED,
      Number.isNaN(stop) ? `${UNTIL_NEXT}: ${to.value}` : 'read as such',
    )
  const isDrawing =
    read.ok && !read.text.trim() && read.losses.some((lost) => lost.startsWith(DRAWING))
  if (isDrawing) {
    report.lose('style', null, `The drawing ${excerpt(line)}`, place)
    return undefined
  }
  if (!addText(cue, read, { report, place, text: text.value }) || !read.ok) return undefined
  Object.assign(cue, read.place)
  if (read.point) {
    cue.x = toPercent((read.point.x / width) * 100)
    cue.y = toPercent((read.point.y / height) * 100)
  }
  for (const field of fields.filter((one) => !EVENT_FIELDS.includes(one) && one !== 'marked')) {
    const value = cells(field)?.value.trim()
    if (value) report.lose('field', cue, `The field ${excerpt(field)}: ${excerpt(value)}`)
  }
  addFields(cue, cells, {
    report,
    knowsStyle: style === '' || style === 'Default' || styles.has(style),
  })
  return repairTimes(cue, report, { line: number, column: to.column }) ? cue : undefined
}

const MALFORMED = 'a time must be written as 0:00:01.00'
const MAX_SPEAKER = 200
const MARGINS = ['marginl', 'marginr', 'marginv']

function addFields(
  cue: Cue,
  cells: NonNullable<ReturnType<typeof splitCells>>,
  { report, knowsStyle }: { report: ReadReport; knowsStyle: boolean },
) {
  const valueOf = (field: string) => cells(field)?.value.trim() ?? ''
  const speaker = valueOf('name')
  if (speaker) cue.speaker = speaker.slice(0, MAX_SPEAKER)
  if (speaker.length > MAX_SPEAKER)
    report.lose('field', cue, `The rest of the name ${excerpt(speaker.slice(MAX_SPEAKER))}`)
  if (!knowsStyle)
    report.lose('style', cue, `The style ${excerpt(valueOf('style'))}, which is not defined`)
  if (!/^(?:Marked=)?0*$/i.test(valueOf('layer')))
    report.lose('style', cue, `The layer ${excerpt(valueOf('layer'))}`)
  if (valueOf('effect')) report.lose('style', cue, `The effect ${excerpt(valueOf('effect'))}`)
  const margins = MARGINS.filter((field) => !/^0*$/.test(valueOf(field)))
  if (margins.length > 0)
    report.lose(
      'position',
      cue,
      `The margins ${excerpt(margins.map((field) => valueOf(field)).join(', '))}`,
    )
}

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

/** Another number of digits, or a comma. */
const DAMAGED_TIME = /^([-−]?)(\d{1,4})[:.](\d{1,3})[:.](\d{1,3})(?:[.,:](\d{1,3}))?$/

function readDamagedTime(value: string, { isStrict }: ReadReport): number | undefined {
  const [, minus, hours, minutes, seconds, fraction = ''] = DAMAGED_TIME.exec(value.trim()) ?? []
  if (hours === undefined || isStrict) return undefined
  const whole = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  const time = whole + Number(fraction.padEnd(3, '0'))
  return minus ? -time : time
}

function readTime(value: string): number | undefined {
  const [, hours, minutes, seconds, hundredths] = TIME.exec(value.trim()) ?? []
  return hours === undefined
    ? undefined
    : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(hundredths) * 10)
}
