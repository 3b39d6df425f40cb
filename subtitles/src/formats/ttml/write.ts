// An IMSC 1.1 document of the text profile. Places are regions that never overlap, in parts of the
// picture and never in pixels.
import { formatTimecode, type Cue, type FrameRate } from '../../cue.ts'
import { readMarkup, type TextRow, type TextRun } from '../../markup.ts'
import { tagFromLanguage } from '../../languages.ts'
import { escapeXml, faultForXml, tag, xmlBytes } from '../../xml/write.ts'
import type { About, Written } from '../format.ts'
import { PARAMETER, STYLING, TT } from './names.ts'

const PROFILE = 'http://www.w3.org/ns/ttml/profile/imsc1.1/text'
const REGIONS = {
  top: { 'tts:origin': '10% 10%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'before' },
  middle: { 'tts:origin': '10% 37.5%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'center' },
  bottom: { 'tts:origin': '10% 65%', 'tts:extent': '80% 25%', 'tts:displayAlign': 'after' },
} as const

export function writeTtml(cues: readonly Cue[], about: About): Written {
  const faults = cues.flatMap(({ text }, cue) => {
    const message = faultForXml(text)
    return message ? [{ cue, message }] : []
  })
  if (faults.length) return { ok: false, faults }
  const seen = cues.flatMap((cue) => {
    const read = readMarkup(cue.text)
    return read.ok && read.rows.some((row) => row.some(({ text }) => text.trim()))
      ? [{ ...cue, rows: read.rows }]
      : []
  })
  const used = (['top', 'middle', 'bottom'] as const).filter((place) =>
    seen.some(({ alignment = 'bottom' }) => alignment === place),
  )
  const head = tag(
    'head',
    {},
    tag(
      'metadata',
      {},
      tag('ttm:title', {}, escapeXml(faultForXml(about.title) ? '' : about.title)),
    ),
    tag(
      'styling',
      {},
      tag('style', {
        'xml:id': 'text',
        'tts:fontFamily': 'proportionalSansSerif',
        'tts:fontSize': '80%',
        'tts:lineHeight': '125%',
        'tts:color': 'white',
        'tts:textAlign': 'center',
      }),
    ),
    tag(
      'layout',
      {},
      ...used.map((place) =>
        tag('region', { 'xml:id': place, ...REGIONS[place], 'tts:overflow': 'visible' }),
      ),
    ),
  )
  const paragraphs = seen.map(({ start, stop, rows, alignment = 'bottom', textAlign = 'center' }) =>
    tag(
      'p',
      {
        begin: clockTime(start),
        end: clockTime(stop),
        region: alignment,
        'tts:textAlign': textAlign === 'center' ? undefined : textAlign,
        'xml:space': 'preserve',
      },
      rows.map(inlineOf).join('<br/>'),
    ),
  )
  const lang = tagFromLanguage(about.language)
  return {
    ok: true,
    bytes: xmlBytes(
      tag(
        'tt',
        {
          xmlns: TT,
          'xmlns:ttp': PARAMETER,
          'xmlns:tts': STYLING,
          'xmlns:ttm': `${TT}#metadata`,
          'xml:lang': lang,
          'ttp:contentProfiles': PROFILE,
          'ttp:timeBase': 'media',
          ...frameRate(about.rate),
        },
        `\n${head}\n`,
        tag('body', { style: 'text' }, tag('div', {}, `\n${paragraphs.join('\n')}\n`)),
        '\n',
      ),
    ),
  }
}

const clockTime = (milliseconds: number) => formatTimecode(milliseconds).replace(',', '.')
const inlineOf = (row: TextRow) => row.map(spanOf).join('')
function spanOf({ text, styles }: TextRun): string {
  const [weight, style, decoration] = [
    styles.includes('b') ? 'bold' : undefined,
    styles.includes('i') ? 'italic' : undefined,
    styles.includes('u') ? 'underline' : undefined,
  ]
  return styles.length
    ? tag(
        'span',
        { 'tts:fontWeight': weight, 'tts:fontStyle': style, 'tts:textDecoration': decoration },
        escapeXml(text),
      )
    : escapeXml(text)
}

function frameRate({ num, den }: FrameRate): Record<string, string> {
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
