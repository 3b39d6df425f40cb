import { msToFrame, type Cue } from '../../cue.ts'
import { FONT_STYLES, readMarkup, type FontStyle, type TextRow } from '../../markup.ts'
import { allowsDropFrame, formatSmpte, nominalRate } from '../../smpte.ts'
import type { FileInfo, WriteResult } from '../format.ts'

const SIDES = { left: 'Left', center: 'Center', right: 'Right' }
const ROWS = { top: 'Top', middle: 'Center', bottom: 'Bottom' }

export function writeSpruce(cues: readonly Cue[], { rate }: FileInfo): WriteResult {
  const day = nominalRate(rate) * 86_400
  const errors = cues.flatMap(({ text, stop }, cue) => {
    if (RESERVED.test(text)) return [{ cue, message: 'contains | or a code such as ^B' }]
    const isLate = msToFrame(stop, rate) >= day
    return isLate ? [{ cue, message: 'ends after 24 hours, which timecode cannot express' }] : []
  })
  if (errors.length > 0) return { ok: false, errors }
  const count = { rate, drop: allowsDropFrame(rate) }
  const lines: string[] = []
  let place = ''
  for (const cue of cues) {
    const settings = placeOf(cue)
    if (settings !== place) lines.push(settings)
    place = settings
    const from = msToFrame(cue.start, rate)
    const to = Math.max(from + 1, msToFrame(cue.stop, rate))
    lines.push(
      `${[formatSmpte(from, count), formatSmpte(to, count)].join(',')},${writeText(cue.text)}`,
    )
  }
  return { ok: true, bytes: new TextEncoder().encode([...lines, ''].join('\n')), warnings: [] }
}

const RESERVED = /\||\^[biu]/i

const placeOf = ({ alignment = 'bottom', textAlign = 'center' }: Cue) =>
  `$HorzAlign = ${SIDES[textAlign]}\n$VertAlign = ${ROWS[alignment]}`

/** Styles are switched on and off, also over the end of a row. */
function writeText(markup: string): string {
  const read = readMarkup(markup)
  let open: readonly FontStyle[] = []
  const change = (styles: readonly FontStyle[]) => {
    const codes = FONT_STYLES.filter((one) => open.includes(one) !== styles.includes(one))
    open = styles
    return codes.map((one) => `^${one.toUpperCase()}`).join('')
  }
  const writeRow = (row: TextRow) =>
    row
      .map(({ text, styles }) => change(FONT_STYLES.filter((one) => styles.includes(one))) + text)
      .join('')
  return read.ok ? read.rows.map(writeRow).join('|') + change([]) : ''
}
