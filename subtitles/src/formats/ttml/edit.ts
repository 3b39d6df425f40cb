// Changes paragraphs of a document in place. They keep their attributes besides the times.
import type { Cue } from '../../cue.ts'
import { colourOf, readMarkup, rubyOf, TEXT_STYLES, type TextRun } from '../../markup.ts'
import { escapeXml, findXmlError, writeElement } from '../../xml/write.ts'
import { editText, type CueEdit, type EditFile } from '../edits.ts'
import { decodeUtf8, type TextSpan } from '../original.ts'
import { STYLING_NAMESPACE } from './namespaces.ts'

/** `tag` is the start tag, `content` what is between it and the end tag. */
type Paragraph = TextSpan & { name: string; tag: string; content: string }

/** Only for documents with one cue for each paragraph with text, in the order of time. */
export const editDocument: EditFile = (original, edits) => {
  const text = decodeUtf8(original.bytes)
  const paragraphs = text === undefined ? [] : locateParagraphs(text)
  if (text === undefined || paragraphs.length !== original.cues.length) return undefined
  const styling = STYLING_PREFIX.exec(text)?.[1]
  const between = text.slice(paragraphs[0]?.to, paragraphs[1]?.from ?? paragraphs[0]?.to)
  const findTemplate = templates(original.cues)
  const edited = editText(text, edits, {
    spans: paragraphs,
    separator: between.trim() ? '' : between,
    write: (edit) => {
      const at = findTemplate(edit)
      return at === undefined
        ? undefined
        : writeParagraph(edit, paragraphs[at]!, { before: original.cues[at]!, styling })
    },
  })
  return edited === undefined ? undefined : new TextEncoder().encode(edited)
}

const STYLING_PREFIX = /\sxmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.w3\.org\/[\w/]+#styl(?:ing|e)["']/
const MARKUP =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<(\/?)((?:[\w.-]+:)?p)(?=[\s/>])((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>/g
const TAGS = /<!--[^]*?(?:-->|$)|<[^<>]*>/g

/**
 * Paragraphs with text. In a file that is not well-formed, what is not closed extends to the end, so
 * that a million open comments take linear time; the result of the edit is discarded then.
 */
function locateParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: { from: number; name: string; tag: string } | undefined
  for (const { 0: tag, 1: closes, 2: name, 3: attributes = '', index } of text.matchAll(MARKUP)) {
    if (name === undefined || (!closes && attributes.endsWith('/'))) continue
    if (!closes) open = { from: index, name, tag }
    else if (open) {
      const content = text.slice(open.from + open.tag.length, index)
      if (content.replace(TAGS, '').trim())
        paragraphs.push({ ...open, to: index + tag.length, content })
      open = undefined
    }
  }
  return paragraphs
}

const FIELDS = [
  'alignment',
  'textAlign',
  'x',
  'y',
  'writingMode',
  'direction',
  'speaker',
  'kind',
] as const

const fieldsKey = (cue: Cue) => JSON.stringify(FIELDS.map((field) => cue[field]))

/** Finds the cue itself, the one before, or any other with the same place, speaker and kind. */
function templates(cues: readonly Cue[]) {
  const keys = cues.map(fieldsKey)
  const first = new Map(keys.map((key, index) => [key, index]))
  return (edit: CueEdit & { cue: Cue }): number | undefined => {
    const near = 'at' in edit ? edit.at : Math.max(0, edit.behind)
    const key = fieldsKey(edit.cue)
    return keys[near] === key ? near : first.get(key)
  }
}

function writeParagraph(
  { cue, ...edit }: CueEdit & { cue: Cue },
  { name, tag, content }: Paragraph,
  { before, styling }: { before: Cue; styling: string | undefined },
): string | undefined {
  const read = readMarkup(cue.text)
  if (!read.ok || findXmlError(cue.text)) return undefined
  const prefix = name.slice(0, -1)
  const rows = () =>
    read.rows
      .map((row) => row.map((run) => writeRun(run, prefix, styling)).join(''))
      .join(`<${prefix}br/>`)
  const start = 'behind' in edit ? tag.replace(/\sxml:id\s*=\s*(?:"[^"]*"|'[^']*')/, '') : tag
  return `${withTimes(start, cue, before)}${cue.text === before.text ? content : rows()}</${name}>`
}

const TIME_ATTRIBUTES = {
  begin: /(\sbegin\s*=\s*)(?:"[^"]*"|'[^']*')/,
  dur: /(\sdur\s*=\s*)(?:"[^"]*"|'[^']*')/,
  end: /(\send\s*=\s*)(?:"[^"]*"|'[^']*')/,
}

/** Times that stay keep their notation. */
function withTimes(tag: string, { start, stop }: Cue, before: Cue): string {
  if (start === before.start && stop === before.stop) return tag
  const set = (from: string, attribute: keyof typeof TIME_ATTRIBUTES, value: string): string => {
    const found = TIME_ATTRIBUTES[attribute].exec(from)
    return found
      ? from.replace(found[0], () => `${found[1]}"${value}"`)
      : from.replace(/\/?>$/, () => ` ${attribute}="${value}">`)
  }
  const begun = start === before.start ? tag : set(tag, 'begin', clockTime(start))
  return /\sdur\s*=/.test(tag)
    ? set(begun, 'dur', `${(stop - start) / 1000}s`)
    : stop === before.stop
      ? begun
      : set(begun, 'end', clockTime(stop))
}

function clockTime(time: number): string {
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  const seconds = `${two((time / 1000) % 60)}.${String(time % 1000).padStart(3, '0')}`
  return `${two(time / 3_600_000)}:${two((time / 60_000) % 60)}:${seconds}`
}

const STYLES: Record<string, [property: string, value: string]> = {
  b: ['fontWeight', 'bold'],
  i: ['fontStyle', 'italic'],
  u: ['textDecoration', 'underline'],
  em: ['textEmphasis', 'auto'],
  tcy: ['textCombine', 'all'],
}

function writeRun(run: TextRun, prefix: string, styling: string | undefined): string {
  const tts = styling ?? 'tts'
  const span = (properties: [string, string][], content: string) =>
    writeElement(
      `${prefix}span`,
      {
        ...(styling === undefined && { 'xmlns:tts': STYLING_NAMESPACE }),
        ...Object.fromEntries(properties.map(([name, value]) => [`${tts}:${name}`, value])),
      },
      content,
    )
  const text = escapeXml(run.text)
  const [colour, ruby] = [colourOf(run.styles), rubyOf(run.styles)]
  const content =
    ruby === undefined
      ? text
      : span(
          [['ruby', 'container']],
          span([['ruby', 'base']], text) + span([['ruby', 'text']], escapeXml(ruby)),
        )
  const properties = [
    ...TEXT_STYLES.filter((style) => run.styles.includes(style)).map((style) => STYLES[style]!),
    ...(colour ? [['color', colour] as [string, string]] : []),
  ]
  return properties.length > 0 ? span(properties, content) : content
}
