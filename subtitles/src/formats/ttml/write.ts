// Writes an IMSC 1.1 document of the text profile. Regions never overlap, and their sizes are
// percentages.
import { formatTimecode, type Cue, type FrameRate } from '../../cue.ts'
import { readMarkup, type TextRow, type TextRun } from '../../markup.ts'
import { isRightToLeft, tagFromLanguage } from '../../languages.ts'
import { escapeXml, findXmlError, writeElement, encodeXml } from '../../xml/write.ts'
import type { FileInfo, WriteResult } from '../format.ts'
import { PARAMETER, STYLING, TT } from './namespaces.ts'

const PROFILE = 'http://www.w3.org/ns/ttml/profile/imsc1.1/text'
const REGIONS = {
  top: { 'tts:origin': '10% 10%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'before' },
  middle: { 'tts:origin': '10% 37.5%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'center' },
  bottom: { 'tts:origin': '10% 65%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'after' },
} as const

type VisibleParagraph = Cue & { rows: TextRow[] }

export function writeTtml(cues: readonly Cue[], info: FileInfo): WriteResult {
  const errors = cues.flatMap(({ text }, cue) => {
    const message = findXmlError(text)
    return message ? [{ cue, message }] : []
  })
  if (errors.length) return { ok: false, errors }
  const visible = cues.flatMap((cue): VisibleParagraph[] => {
    const read = readMarkup(cue.text)
    return read.ok && read.rows.some((row) => row.some(({ text }) => text.trim()))
      ? [{ ...cue, rows: read.rows }]
      : []
  })
  const root = writeElement(
    'tt',
    {
      xmlns: TT,
      'xmlns:ttp': PARAMETER,
      'xmlns:tts': STYLING,
      'xmlns:ttm': `${TT}#metadata`,
      'xml:lang': tagFromLanguage(info.language),
      'ttp:contentProfiles': PROFILE,
      'ttp:timeBase': 'media',
      ...frameRateAttributes(info.rate),
    },
    `\n${writeHead(visible, info)}\n`,
    writeElement(
      'body',
      { style: 'text' },
      writeElement('div', {}, `\n${visible.map(writeParagraph).join('\n')}\n`),
    ),
    '\n',
  )
  return { ok: true, bytes: encodeXml(root) }
}

function writeHead(visible: readonly VisibleParagraph[], { title, language }: FileInfo): string {
  const used = (['top', 'middle', 'bottom'] as const).filter((region) =>
    visible.some(({ alignment = 'bottom' }) => alignment === region),
  )
  const regions = used.map((region) =>
    writeElement('region', { 'xml:id': region, ...REGIONS[region], 'tts:overflow': 'visible' }),
  )
  return writeElement(
    'head',
    {},
    writeElement(
      'metadata',
      {},
      writeElement('ttm:title', {}, escapeXml(findXmlError(title) ? '' : title)),
    ),
    writeElement(
      'styling',
      {},
      writeElement('style', {
        'xml:id': 'text',
        'tts:fontFamily': 'proportionalSansSerif',
        'tts:fontSize': '80%',
        'tts:lineHeight': '125%',
        'tts:color': 'white',
        'tts:textAlign': 'center',
        // Without it, punctuation at the end of a row is shown at its beginning.
        'tts:direction': isRightToLeft(language) ? 'rtl' : undefined,
      }),
    ),
    writeElement('layout', {}, ...regions),
  )
}

function writeParagraph({
  start,
  stop,
  rows,
  alignment = 'bottom',
  textAlign = 'center',
}: VisibleParagraph): string {
  return writeElement(
    'p',
    {
      begin: formatTime(start),
      end: formatTime(stop),
      region: alignment,
      'tts:textAlign': textAlign === 'center' ? undefined : textAlign,
      'xml:space': 'preserve',
    },
    rows.map(writeRow).join('<br/>'),
  )
}

const formatTime = (milliseconds: number) => formatTimecode(milliseconds).replace(',', '.')
const writeRow = (row: TextRow) => row.map(writeRun).join('')
function writeRun({ text, styles }: TextRun): string {
  const [weight, style, decoration] = [
    styles.includes('b') ? 'bold' : undefined,
    styles.includes('i') ? 'italic' : undefined,
    styles.includes('u') ? 'underline' : undefined,
  ]
  return styles.length
    ? writeElement(
        'span',
        { 'tts:fontWeight': weight, 'tts:fontStyle': style, 'tts:textDecoration': decoration },
        escapeXml(text),
      )
    : escapeXml(text)
}

function frameRateAttributes({ num, den }: FrameRate): Record<string, string> {
  const whole = Math.round(num / den)
  let [left, right] = [num, den * whole]
  while (right) [left, right] = [right, left % right]
  return {
    'ttp:frameRate': String(whole),
    ...(num === den * whole
      ? {}
      : { 'ttp:frameRateMultiplier': `${num / left} ${(den * whole) / left}` }),
  }
}
