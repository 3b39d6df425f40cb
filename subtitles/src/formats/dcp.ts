// Subtitles of digital cinema packages: SMPTE ST 428-7 of 2007, 2010 and 2014, and the older
// Interop (CineCanvas). Written is ST 428-7:2014.
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { writeMarkup, type TextRow, type TextRun, type TextStyle } from '../markup.ts'
import { tagFromLanguage } from '../languages.ts'
import { childOf, elementsOf, isElement, readXml, textOf, type Element } from '../xml/tree.ts'
import { escapeXml, faultForXml, tag, xmlBytes } from '../xml/write.ts'
import type { About, Fault, Format, Read, Written } from './format.ts'
import { frameAt, labelOf } from './frames.ts'
import { nominalRate } from '../smpte.ts'
import { hasLetters, placed, shownOf, tooLate, type Shown } from './shown.ts'

const SMPTE = /^http:\/\/www\.smpte-ra\.org\/schemas\/428-7\/20(07|10|14)\/DCST$/
const WRITTEN = 'http://www.smpte-ra.org/schemas/428-7/2014/DCST'
const TICK = 4

export const dcp: Format = {
  name: 'dcp',
  title: 'DCP subtitles (SMPTE 428-7)',
  extension: 'xml',
  mime: 'text/xml',
  read: readDcp,
  write: writeDcp,
}

function readDcp(bytes: Uint8Array): Read {
  const xml = readXml(bytes)
  if (!xml.ok) return { ok: false, faults: [xml.fault] }
  const { root } = xml
  const smpte = root.name === 'SubtitleReel' && SMPTE.test(root.space)
  if (!smpte && root.name !== 'DCSubtitle')
    return {
      ok: false,
      faults: [
        fault(
          root,
          `DCP subtitles begin with SubtitleReel of SMPTE 428-7 or with DCSubtitle, not with ${root.name}`,
        ),
      ],
    }
  const rate = smpte ? rateOf(root) : undefined
  if (smpte && !rate)
    return { ok: false, faults: [fault(root, 'TimeCodeRate or EditRate is missing or no rate')] }
  const clock = clockIn(root, rate)
  const faults: Fault[] = []
  const cues = subtitlesIn(smpte ? (childOf(root, 'SubtitleList') ?? root) : root, []).flatMap(
    (found) => cuesOf(found, clock, faults),
  )
  if (faults.length) return { ok: false, faults: faults.slice(0, 100) }
  return { ok: true, cues: cues.toSorted((a, b) => a.start - b.start), ...(rate ? { rate } : {}) }
}

type Clock = (code: string | undefined) => number | undefined
type Found = { subtitle: Element; styles: readonly TextStyle[] }

/**
 * Labels are counted by TimeCodeRate; how long a frame lasts is EditRate's to say, where the two
 * agree.
 */
function rateOf(root: Element): FrameRate | undefined {
  const said = (name: string) => {
    const child = childOf(root, name)
    return child ? textOf(child).trim() : ''
  }
  const perSecond = Number(said('TimeCodeRate'))
  const [, num, den] = /^([1-9][0-9]{0,6})\s+([1-9][0-9]{0,6})$/.exec(said('EditRate')) ?? []
  const edit = num ? { num: Number(num), den: Number(den) } : undefined
  if (said('TimeCodeRate') && !(Number.isInteger(perSecond) && perSecond > 0 && perSecond <= 240))
    return undefined
  return edit && (!perSecond || nominalRate(edit) === perSecond)
    ? edit
    : perSecond
      ? { num: perSecond, den: 1 }
      : undefined
}

/**
 * SMPTE counts frames after the last colon, from StartTime; Interop counts ticks of 4 ms there, or
 * a fraction after a point.
 */
function clockIn(root: Element, rate: FrameRate | undefined): Clock {
  const at = (code: string | undefined): number | undefined => {
    const [, hours, minutes, seconds, mark, rest] =
      /^([0-9]{1,2}):([0-9]{2}):([0-9]{2})([:.;])([0-9]{1,3})$/.exec(code?.trim() ?? '') ?? []
    const parts = [hours, minutes, seconds, rest].map(Number)
    if (!hours || parts[1]! > 59 || parts[2]! > 59) return undefined
    const whole = ((parts[0]! * 60 + parts[1]!) * 60 + parts[2]!) * 1000
    if (mark === '.') return whole + Math.round(Number(`0.${rest}`) * 1000)
    if (!rate) return parts[3]! < 1000 / TICK ? whole + parts[3]! * TICK : undefined
    const frame = frameAt(parts, nominalRate(rate))
    return frame === undefined ? undefined : frameToMs(frame, rate)
  }
  const start = rate && childOf(root, 'StartTime')
  const offset = (start && at(textOf(start))) ?? 0
  return (code) => {
    const time = at(code)
    return time === undefined || time < offset ? undefined : time - offset
  }
}

function subtitlesIn(element: Element, styles: readonly TextStyle[]): Found[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'Subtitle') return [{ subtitle: child, styles }]
    return child.name === 'Font' ? subtitlesIn(child, lettering(child, styles)) : []
  })
}

type Line = { row: TextRow; valign: string; halign: string; down: number }

/**
 * Texts of one subtitle that stand in different places are different cues; within a place they are
 * rows, from the top.
 */
function cuesOf({ subtitle, styles }: Found, clock: Clock, faults: Fault[]): Cue[] {
  const lines = linesIn(subtitle, styles, faults)
  if (!hasLetters(lines.map(({ row }) => row))) return []
  const [start, stop] = [clock(said(subtitle, 'TimeIn')), clock(said(subtitle, 'TimeOut'))]
  if (start === undefined || stop === undefined)
    faults.push(
      fault(
        subtitle,
        `${start === undefined ? 'TimeIn' : 'TimeOut'} is missing or no time of this file`,
      ),
    )
  else if (stop <= start) faults.push(fault(subtitle, 'Ends no later than it begins'))
  const places = Map.groupBy(lines, ({ valign, halign }) => `${valign} ${halign}`)
  return [...places.values()].map((group) => {
    const { valign, halign } = group[0]!
    const place = placed(
      valign === 'top' ? 'top' : valign === 'center' ? 'middle' : 'bottom',
      halign === 'left' || halign === 'right' ? halign : 'center',
    )
    const rows = group.toSorted((a, b) => a.down - b.down).map(({ row }) => row)
    return Object.assign(place, { start: start ?? 0, stop: stop ?? 0, text: writeMarkup(rows) })
  })
}

function linesIn(element: Element, styles: readonly TextStyle[], faults: Fault[]): Line[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'Image')
      faults.push(fault(child, 'Subtitles that are pictures hold no text to read'))
    if (child.name === 'Font') return linesIn(child, lettering(child, styles), faults)
    if (child.name !== 'Text') return []
    const [valign, halign, position] = [
      said(child, 'VAlign') ?? 'bottom',
      said(child, 'HAlign') ?? 'center',
      Number(said(child, 'VPosition') ?? 0) || 0,
    ]
    return [
      {
        row: runsIn(child, styles),
        valign,
        halign,
        down: valign === 'bottom' ? -position : valign === 'top' ? position : 0,
      },
    ]
  })
}

function runsIn(element: Element, styles: readonly TextStyle[]): TextRun[] {
  return element.children.flatMap((child, index, all): TextRun[] => {
    if (!isElement(child))
      return [
        {
          text: unfolded(child.text, { first: index === 0, last: index === all.length - 1 }),
          styles,
        },
      ]
    if (child.name === 'Font') return runsIn(child, lettering(child, styles))
    if (child.name === 'Space') return [{ text: ' ', styles }]
    if (child.name === 'Rt')
      return [{ text: '\uff08', styles }, ...runsIn(child, styles), { text: '\uff09', styles }]
    return runsIn(child, styles)
  })
}

/**
 * Lines that were broken and indented in the file are one line of text, and a break at its ends is
 * nothing.
 */
function unfolded(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const lines = text.replaceAll('\t', ' ').split('\n')
  const words = lines.map((line, at) => {
    const left = at ? line.trimStart() : line
    return at < lines.length - 1 ? left.trimEnd() : left
  })
  return words
    .filter(
      (word, at) =>
        word || !((first && at === 0) || (last && at === words.length - 1)) || words.length === 1,
    )
    .join(' ')
}

function lettering(font: Element, outside: readonly TextStyle[]): readonly TextStyle[] {
  const now: Record<TextStyle, string | undefined> = {
    b: said(font, 'Weight'),
    i: said(font, 'Italic'),
    u: said(font, 'Underline') ?? said(font, 'Underlined'),
  }
  return (['b', 'i', 'u'] as const).filter((style) =>
    now[style] === undefined
      ? outside.includes(style)
      : ['bold', 'yes', 'true', '1'].includes(now[style]),
  )
}

/** Interop writes VAlign where SMPTE writes Valign. */
function said(element: Element, name: string): string | undefined {
  for (const [key, value] of element.attributes)
    if (key.toLowerCase() === ` ${name.toLowerCase()}`) return value
  return undefined
}
const fault = ({ line, column }: Element, message: string): Fault => ({ line, column, message })

function writeDcp(cues: readonly Cue[], about: About): Written {
  const perSecond = nominalRate(about.rate)
  const shown = shownOf(cues, about.rate)
  const faults = shown.flatMap((one) => [...tooLate(one, perSecond), ...saying(one)])
  if (faults.length) return { ok: false, faults: faults.toSorted((a, b) => a.cue - b.cue) }
  const list = tag(
    'SubtitleList',
    {},
    tag(
      'Font',
      {
        ID: 'font',
        Size: 42,
        Weight: 'normal',
        Color: 'FFFFFFFF',
        Effect: 'border',
        EffectColor: 'FF000000',
      },
      shown.map((one, spot) => `\n${subtitleOf(one, spot + 1, perSecond)}`).join(''),
      '\n',
    ),
  )
  const title = escapeXml(faultForXml(about.title) ? '' : about.title)
  const head = [
    tag('ContentTitleText', {}, title),
    tag('IssueDate', {}, ISSUED),
    tag('ReelNumber', {}, '1'),
    tag('Language', {}, tagFromLanguage(about.language)),
    tag('EditRate', {}, `${about.rate.num} ${about.rate.den}`),
    tag('TimeCodeRate', {}, String(perSecond)),
    tag('StartTime', {}, '00:00:00:00'),
    tag('LoadFont', { ID: 'font' }, urn('font')),
  ]
  const id = tag('Id', {}, urn([...head, list].join('')))
  return {
    ok: true,
    bytes: xmlBytes(
      tag(
        'SubtitleReel',
        { xmlns: WRITTEN },
        ...[id, ...head, list].map((part) => `\n${part}`),
        '\n',
      ),
    ),
  }
}

/** The schema wants a date, and rules have no clock: who wraps the package writes the day. */
const ISSUED = '1970-01-01T00:00:00.000-00:00'
const saying = ({ cue, index }: Shown) => {
  const message = faultForXml(cue.text)
  return message ? [{ cue: index, message }] : []
}

function subtitleOf({ cue, rows, from, to }: Shown, spot: number, perSecond: number): string {
  const [first, apart] = [8, 7]
  const height = (index: number) => {
    if (cue.alignment === 'top') return { Valign: 'top', Vposition: first + apart * index }
    if (cue.alignment === 'middle')
      return { Valign: 'center', Vposition: apart * (index - (rows.length - 1) / 2) }
    return { Valign: 'bottom', Vposition: first + apart * (rows.length - 1 - index) }
  }
  const still = '00:00:00:00'
  return tag(
    'Subtitle',
    {
      SpotNumber: spot,
      TimeIn: labelOf(from, perSecond),
      TimeOut: labelOf(to, perSecond),
      FadeUpTime: still,
      FadeDownTime: still,
    },
    rows
      .map((row, index) =>
        tag(
          'Text',
          {
            Halign: cue.textAlign ?? 'center',
            Hposition: cue.textAlign === 'left' || cue.textAlign === 'right' ? 10 : 0,
            ...height(index),
          },
          row.map(fontOf).join(''),
        ),
      )
      .join(''),
  )
}

function fontOf({ text, styles }: TextRun): string {
  const look = {
    Weight: styles.includes('b') ? 'bold' : undefined,
    Italic: styles.includes('i') ? 'yes' : undefined,
    Underline: styles.includes('u') ? 'yes' : undefined,
  }
  return styles.length ? tag('Font', look, escapeXml(text)) : escapeXml(text)
}

/** The same content has the same name: a UUID of version 8 from four FNV-1a sums. */
function urn(content: string): string {
  const sum = (seed: number) => {
    let hash = (0x811c9dc5 ^ seed) >>> 0
    for (let at = 0; at < content.length; at++)
      hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193) >>> 0
    return hash.toString(16).padStart(8, '0')
  }
  const hex = [1, 2, 3, 4].map((seed) => sum(seed * 0x9e3779b1)).join('')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
