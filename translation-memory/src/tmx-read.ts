// Reads TMX 1.4b: pairs of texts with their languages.
import {
  type TextRow,
  type TextStyle,
  colourOf,
  findMarkupError,
  languageFromTag,
  rubyOf,
  toStyles,
  writeMarkup,
} from '@reelay/subtitles'
import { createLocator, xmlTokens, type XmlError } from '@reelay/subtitles/xml'
import { markupKey, textKey } from './key.ts'

export type TranslationPair = {
  sourceLanguage: string
  language: string
  source: string
  target: string
  before: string
  after: string
}
export type TmxStep =
  | { kind: 'pairs'; pairs: TranslationPair[] }
  | { kind: 'error'; error: XmlError }

const CODES = ['bpt', 'ept', 'ph', 'it', 'ut']
/** The allowed parents of each element. */
const PARENTS: Record<string, readonly (string | undefined)[]> = {
  tmx: [undefined],
  header: ['tmx'],
  body: ['tmx'],
  tu: ['body'],
  tuv: ['tu'],
  seg: ['tuv'],
  note: ['header', 'tu', 'tuv'],
  prop: ['header', 'tu', 'tuv'],
  ude: ['header'],
  map: ['ude'],
  hi: ['seg', 'hi', 'sub'],
  sub: CODES,
  ...Object.fromEntries(CODES.map((code) => [code, ['seg', 'hi', 'sub']])),
}
const STYLES: Record<string, TextStyle> = {
  bold: 'b',
  italic: 'i',
  ulined: 'u',
  underlined: 'u',
  b: 'b',
  i: 'i',
  u: 'u',
}

type Variant = { language: string; text: string }
type TmxState = {
  /** Of a text, in characters. */
  maxLength: number
  open: { name: string; type: string }[]
  /**
   * Source language of the file, then of the current entry; `*all*` if any language may be the
   * source.
   */
  sourceTag: string
  entry: { sourceTag: string; variants: Variant[]; before: string; after: string }
  language: string
  rows: TextRow[]
  begun: Map<string, TextStyle>
  note: string
}

/** One step per entry, so that callers can yield to other requests. An error is the last step. */
export function* readTmx(text: string, { maxLength }: { maxLength: number }): Generator<TmxStep> {
  const reading: TmxState = {
    maxLength,
    open: [],
    sourceTag: '*all*',
    entry: emptyEntry('*all*'),
    language: '',
    rows: [[]],
    begun: new Map(),
    note: '',
  }
  for (const token of xmlTokens(text, 'plain')) {
    const wrong =
      token.kind === 'error'
        ? token.message
        : token.kind === 'open'
          ? openElement(
              reading,
              token.name,
              new Map(token.attributes.map(({ name, value }) => [name, value])),
            )
          : token.kind === 'text'
            ? addText(reading, token.text)
            : closeElement(reading, token.name)
    if (wrong !== undefined) {
      yield { kind: 'error', error: { ...createLocator(text)(token.at), message: wrong } }
      return
    }
    if (token.kind === 'close' && token.name === 'tu')
      yield { kind: 'pairs', pairs: toPairs(reading.entry) }
  }
}

const emptyEntry = (sourceTag: string): TmxState['entry'] => ({
  sourceTag,
  variants: [],
  before: '',
  after: '',
})

function openElement(
  reading: TmxState,
  name: string,
  attributes: ReadonlyMap<string, string>,
): string | undefined {
  const parent = reading.open.at(-1)?.name
  if (!PARENTS[name]) return `has <${name}>, which is not a TMX element`
  if (!PARENTS[name].includes(parent))
    return parent ? `has <${name}> inside <${parent}>` : `starts with <${name}> instead of <tmx>`
  reading.open.push({ name, type: attributes.get('type') ?? '' })
  reading.note = ''
  if (name === 'header') reading.sourceTag = attributes.get('srclang') ?? '*all*'
  if (name === 'tu') reading.entry = emptyEntry(attributes.get('srclang') ?? reading.sourceTag)
  if (name === 'tuv')
    return openVariant(reading, attributes.get('xml:lang') ?? attributes.get('lang'))
  if (name === 'seg') [reading.rows, reading.begun] = [[[]], new Map()]
  if (name === 'bpt' && isOutsideCodes(reading))
    openStyle(reading, attributes.get('i') ?? '', attributes.get('type') ?? '')
  if (name === 'ept' && isOutsideCodes(reading)) reading.begun.delete(attributes.get('i') ?? '')
  if (name === 'hi') openStyle(reading, `hi ${reading.open.length}`, attributes.get('type') ?? '')
  if (name === 'ph' && isOutsideCodes(reading) && attributes.get('type') === 'lb')
    reading.rows.push([])
  return undefined
}

function openVariant(reading: TmxState, tag: string | undefined): string | undefined {
  if (tag === undefined) return 'has a <tuv> without xml:lang'
  reading.language = languageFromTag(tag) ?? ''
  return reading.language
    ? undefined
    : `has a text in "${tag.slice(0, 40)}", which is not a language tag`
}

function openStyle({ begun }: TmxState, key: string, type: string) {
  const style = STYLES[type.toLowerCase()] ?? OWN_STYLE.exec(type)?.[1]
  if (style) begun.set(key, style as TextStyle)
}
/** Styles that TMX does not name, as `tmx-write.ts` writes them. */
const OWN_STYLE = /^x-(#[0-9a-f]{6}|em|tcy|ruby:.{1,200})$/s

/** Text inside codes is not translatable, and neither is text nested in it. */
const isOutsideCodes = ({ open }: TmxState) =>
  !open.slice(0, -1).some(({ name }) => CODES.includes(name))

function addText(reading: TmxState, text: string): string | undefined {
  const element = reading.open.at(-1)!
  if (element.name === 'note' || element.name === 'prop') reading.note += text
  else if (element.name === 'seg' || element.name === 'hi') {
    const styles = [...new Set(reading.begun.values())]
    if (isOutsideCodes(reading))
      reading.rows.at(-1)!.push({
        text: text.replace(/[\t\n\r]/g, ' '),
        styles: toStyles((tag) => styles.includes(tag), colourOf(styles), rubyOf(styles)),
      })
  } else if (!CODES.includes(element.name) && element.name !== 'sub' && /\S/.test(text))
    return `has text inside <${element.name}>`
  return undefined
}

function closeElement(reading: TmxState, name: string): string | undefined {
  const { type } = reading.open.at(-1)!
  if (name === 'hi') reading.begun.delete(`hi ${reading.open.length}`)
  reading.open.pop()
  if (name === 'prop' && type === 'x-context-pre') reading.entry.before = textKey(reading.note)
  if (name === 'prop' && type === 'x-context-post') reading.entry.after = textKey(reading.note)
  if (name === 'seg') return closeSegment(reading)
  if (name === 'tu' && !findSource(reading.entry))
    return `has an entry without a text in its source language ("${reading.entry.sourceTag.slice(0, 40)}")`
  return undefined
}

function closeSegment({ entry, language, rows, maxLength }: TmxState): string | undefined {
  const text = writeMarkup(rows)
  const error =
    text.length > maxLength ? `is longer than ${maxLength} characters` : findMarkupError(text)
  entry.variants.push({ language, text })
  return error && `has a text that ${error}`
}

const findSource = ({ sourceTag, variants }: TmxState['entry']): Variant | undefined =>
  sourceTag === '*all*'
    ? variants[0]
    : variants.find(({ language }) => language === languageFromTag(sourceTag))

/** The source paired with each other language. Pairs without words are left out. */
function toPairs(entry: TmxState['entry']): TranslationPair[] {
  const source = findSource(entry)!
  return entry.variants
    .filter(
      ({ language, text }) =>
        language !== source.language && markupKey(text) !== '' && markupKey(source.text) !== '',
    )
    .map(({ language, text }) => ({
      sourceLanguage: source.language,
      language,
      source: source.text,
      target: text,
      before: entry.before,
      after: entry.after,
    }))
}
