// Writes TTML documents. Regions never overlap, and their sizes are percentages. Styles are
// references, because EBU-TT-D allows no others.
import type { Cue } from '../../cue.ts'
import {
  colourOf,
  readMarkup,
  rubyOf,
  TEXT_STYLES,
  type TextRow,
  type TextRun,
} from '../../markup.ts'
import { isRightToLeft, tagFromLanguage } from '../../languages.ts'
import { encodeXml, escapeXml, findXmlError, writeElement } from '../../xml/write.ts'
import type { FileInfo, WriteResult } from '../format.ts'
import { hasLetters } from '../visible-cues.ts'
import type { TtmlDialect } from './dialects.ts'
import { IMSC_STYLING, ROLES } from './metadata.ts'
import {
  METADATA_NAMESPACE,
  PARAMETER_NAMESPACE,
  STYLING_NAMESPACE,
  TTML_NAMESPACE,
} from './namespaces.ts'
import { collectRegions, type WrittenRegions } from './regions.ts'

type VisibleParagraph = Cue & { rows: TextRow[] }
type Writing = {
  info: FileInfo
  dialect: TtmlDialect
  regions: WrittenRegions
  /** The ids of the speakers by their name. */
  agents: ReadonlyMap<string, string>
}

export function writeTtml(cues: readonly Cue[], info: FileInfo, dialect: TtmlDialect): WriteResult {
  const errors = cues.flatMap(({ text, speaker = '' }, cue) => {
    const message = findXmlError(text + speaker)
    return message ? [{ cue, message }] : []
  })
  if (errors.length) return { ok: false, errors }
  const visible = cues.flatMap((cue): VisibleParagraph[] => {
    const read = readMarkup(cue.text)
    return read.ok && hasLetters(read.rows) ? [{ ...cue, rows: read.rows }] : []
  })
  const speakers = [...new Set(visible.flatMap(({ speaker }) => speaker ?? []))]
  const writing: Writing = {
    info,
    dialect,
    regions: collectRegions(visible),
    agents: new Map(speakers.map((name, index) => [name, `speaker-${index + 1}`])),
  }
  const root = writeElement(
    'tt',
    {
      xmlns: TTML_NAMESPACE,
      'xmlns:ttp': PARAMETER_NAMESPACE,
      'xmlns:tts': STYLING_NAMESPACE,
      'xmlns:ttm': METADATA_NAMESPACE,
      ...(visible.some(({ kind }) => kind === 'forced') && { 'xmlns:itts': IMSC_STYLING }),
      'xml:lang': tagFromLanguage(info.language),
      ...dialect.rootAttributes(info),
    },
    `\n${writeHead(visible, writing)}\n`,
    writeElement(
      'body',
      dialect.bodyStyle === undefined ? {} : { style: dialect.bodyStyle },
      writeElement(
        'div',
        {},
        `\n${visible.map((paragraph) => writeParagraph(paragraph, writing)).join('\n')}\n`,
      ),
    ),
    '\n',
  )
  return { ok: true, bytes: encodeXml(root), warnings: [] }
}

function writeHead(visible: readonly VisibleParagraph[], writing: Writing): string {
  const { info, dialect, regions, agents } = writing
  const title = escapeXml(findXmlError(info.title) ? '' : info.title)
  return writeElement(
    'head',
    {},
    writeElement(
      'metadata',
      {},
      dialect.metadata(title),
      ...[...agents].map(([name, id]) =>
        writeElement(
          'ttm:agent',
          { 'xml:id': id, type: 'person' },
          writeElement('ttm:name', { type: 'full' }, escapeXml(name)),
        ),
      ),
    ),
    writeElement('styling', {}, ...writeStyles(visible, writing)),
    writeElement(
      'layout',
      {},
      ...regions.list.map(({ id, attributes }) =>
        writeElement('region', { 'xml:id': id, ...attributes, 'tts:overflow': 'visible' }),
      ),
    ),
  )
}

const STYLES: Record<string, Record<string, string>> = {
  b: { 'tts:fontWeight': 'bold' },
  i: { 'tts:fontStyle': 'italic' },
  u: { 'tts:textDecoration': 'underline' },
  em: { 'tts:textEmphasis': 'auto' },
  tcy: { 'tts:textCombine': 'all' },
  left: { 'tts:textAlign': 'left' },
  right: { 'tts:textAlign': 'right' },
  start: { 'tts:textAlign': 'start' },
  end: { 'tts:textAlign': 'end' },
  ltr: { 'tts:direction': 'ltr' },
  rtl: { 'tts:direction': 'rtl' },
}

/** The style of all text, and those that paragraphs and spans refer to. */
function writeStyles(
  visible: readonly VisibleParagraph[],
  { info: { language }, dialect }: Writing,
): string[] {
  const used = new Set<string>()
  for (const paragraph of visible) {
    for (const id of paragraphStyles(paragraph)) used.add(id)
    for (const run of paragraph.rows.flat()) for (const id of runStyles(run)) used.add(id)
  }
  return [
    writeElement('style', {
      'xml:id': 'text',
      ...dialect.textStyle,
      'tts:textAlign': 'center',
      // Without it, punctuation at the end of a row is shown at its beginning.
      'tts:direction': isRightToLeft(language) ? 'rtl' : undefined,
    }),
    ...(dialect.spanStyle ? [writeElement('style', { 'xml:id': SPAN, ...dialect.spanStyle })] : []),
    ...[...used].map((id) =>
      writeElement('style', {
        'xml:id': id,
        ...(STYLES[id] ?? { 'tts:color': `#${id.slice(COLOUR_ID.length)}` }),
      }),
    ),
  ]
}

const COLOUR_ID = 'colour-'
const SPAN = 'span'

/** In vertical text the side is that of the region, and the alignment is along the column. */
function paragraphStyles({
  alignment = 'bottom',
  textAlign = 'center',
  direction,
  writingMode,
}: Cue): string[] {
  const vertical = { top: ['start'], middle: [], bottom: ['end'] }[alignment]
  const horizontal = textAlign === 'center' ? [] : [textAlign]
  return [...(writingMode ? vertical : horizontal), ...(direction ? [direction] : [])]
}

function runStyles({ styles }: TextRun): string[] {
  const colour = colourOf(styles)
  return [
    ...TEXT_STYLES.filter((style) => styles.includes(style)),
    ...(colour ? [`${COLOUR_ID}${colour.slice(1)}`] : []),
  ]
}

function writeParagraph(paragraph: VisibleParagraph, writing: Writing): string {
  const { start, stop, rows, kind, speaker } = paragraph
  const { dialect, info, regions, agents } = writing
  const styles = [...dialect.paragraphStyle, ...paragraphStyles(paragraph)]
  return writeElement(
    'p',
    {
      ...(dialect.needsIds && { 'xml:id': regions.nextId() }),
      begin: dialect.formatTime(start, info),
      end: dialect.formatTime(stop, info),
      region: regions.idOf(paragraph),
      style: styles.length > 0 ? styles.join(' ') : undefined,
      'ttm:role': kind && kind !== 'forced' ? ROLES[kind] : undefined,
      'ttm:agent': speaker && agents.get(speaker),
      'itts:forcedDisplay': kind === 'forced' ? 'true' : undefined,
      'xml:space': 'preserve',
    },
    rows.map((row) => row.map((run) => writeRun(run, dialect)).join('')).join('<br/>'),
  )
}

function writeRun(run: TextRun, { spanStyle }: TtmlDialect): string {
  const ids = [...(spanStyle ? [SPAN] : []), ...runStyles(run)]
  const ruby = rubyOf(run.styles)
  const text = escapeXml(run.text)
  const content = ruby === undefined ? text : writeRuby(text, escapeXml(ruby))
  return ids.length > 0 ? writeElement('span', { style: ids.join(' ') }, content) : content
}

const writeRuby = (base: string, ruby: string) =>
  writeElement(
    'span',
    { 'tts:ruby': 'container' },
    writeElement('span', { 'tts:ruby': 'base' }, base),
    writeElement('span', { 'tts:ruby': 'text' }, ruby),
  )
