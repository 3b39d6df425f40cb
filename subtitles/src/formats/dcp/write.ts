import type { Cue } from '../../cue.ts'
import { isRightToLeft, tagFromLanguage } from '../../languages.ts'
import type { TextRun } from '../../markup.ts'
import { nominalRate } from '../../smpte.ts'
import { encodeXml, escapeXml, findXmlError, writeElement } from '../../xml/write.ts'
import type { FileInfo, WriteResult } from '../format.ts'
import { formatFrames } from '../frames.ts'
import { findPastMidnight, visibleCues, type VisibleCue } from '../visible-cues.ts'

const WRITTEN_NAMESPACE = 'http://www.smpte-ra.org/schemas/428-7/2014/DCST'

export function writeDcp(cues: readonly Cue[], about: FileInfo): WriteResult {
  const perSecond = nominalRate(about.rate)
  const direction = isRightToLeft(about.language) ? 'rtl' : undefined
  const shown = visibleCues(cues, about.rate)
  const errors = shown.flatMap((one) => [
    ...findPastMidnight(one, perSecond),
    ...findTextErrors(one),
  ])
  if (errors.length) return { ok: false, errors: errors.toSorted((a, b) => a.cue - b.cue) }
  const list = writeElement(
    'SubtitleList',
    {},
    writeElement(
      'Font',
      {
        ID: 'font',
        Size: 42,
        Weight: 'normal',
        Color: 'FFFFFFFF',
        Effect: 'border',
        EffectColor: 'FF000000',
      },
      shown
        .map((one, spot) => `\n${writeSubtitle(one, spot + 1, { perSecond, direction })}`)
        .join(''),
      '\n',
    ),
  )
  const title = escapeXml(findXmlError(about.title) ? '' : about.title)
  const head = [
    writeElement('ContentTitleText', {}, title),
    writeElement('IssueDate', {}, formatDate(about.date ?? new Date(0))),
    writeElement('ReelNumber', {}, '1'),
    writeElement('Language', {}, tagFromLanguage(about.language)),
    writeElement('EditRate', {}, `${about.rate.num} ${about.rate.den}`),
    writeElement('TimeCodeRate', {}, String(perSecond)),
    writeElement('StartTime', {}, '00:00:00:00'),
    writeElement('LoadFont', { ID: 'font' }, contentUrn('font')),
  ]
  const id = writeElement('Id', {}, contentUrn([...head, list].join('')))
  return {
    ok: true,
    bytes: encodeXml(
      writeElement(
        'SubtitleReel',
        { xmlns: WRITTEN_NAMESPACE },
        ...[id, ...head, list].map((part) => `\n${part}`),
        '\n',
      ),
    ),
  }
}

const formatDate = (date: Date) => date.toISOString().replace('Z', '-00:00')
const findTextErrors = ({ cue, index }: VisibleCue) => {
  const message = findXmlError(cue.text)
  return message ? [{ cue: index, message }] : []
}

function writeSubtitle(
  { cue, rows, from, to }: VisibleCue,
  spot: number,
  { perSecond, direction }: { perSecond: number; direction: 'rtl' | undefined },
): string {
  const [first, apart] = [8, 7]
  const height = (index: number) => {
    if (cue.alignment === 'top') return { Valign: 'top', Vposition: first + apart * index }
    if (cue.alignment === 'middle')
      return { Valign: 'center', Vposition: apart * (index - (rows.length - 1) / 2) }
    return { Valign: 'bottom', Vposition: first + apart * (rows.length - 1 - index) }
  }
  const still = '00:00:00:00'
  return writeElement(
    'Subtitle',
    {
      SpotNumber: spot,
      TimeIn: formatFrames(from, perSecond),
      TimeOut: formatFrames(to, perSecond),
      FadeUpTime: still,
      FadeDownTime: still,
    },
    rows
      .map((row, index) =>
        writeElement(
          'Text',
          {
            Halign: cue.textAlign ?? 'center',
            Hposition: cue.textAlign === 'left' || cue.textAlign === 'right' ? 10 : 0,
            ...height(index),
            Direction: direction,
          },
          row.map(writeRun).join(''),
        ),
      )
      .join(''),
  )
}

function writeRun({ text, styles }: TextRun): string {
  const look = {
    Weight: styles.includes('b') ? 'bold' : undefined,
    Italic: styles.includes('i') ? 'yes' : undefined,
    Underline: styles.includes('u') ? 'yes' : undefined,
  }
  return styles.length ? writeElement('Font', look, escapeXml(text)) : escapeXml(text)
}

/** The same content gets the same UUID (version 8, from four FNV-1a hashes). */
function contentUrn(content: string): string {
  const sum = (seed: number) => {
    let hash = (0x811c9dc5 ^ seed) >>> 0
    for (let at = 0; at < content.length; at++)
      hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193) >>> 0
    return hash.toString(16).padStart(8, '0')
  }
  const hex = [1, 2, 3, 4].map((seed) => sum(seed * 0x9e3779b1)).join('')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
