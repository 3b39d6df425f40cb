// https://developers.deepl.com: POST /v2/translate. Terms are sent translated, in a tag whose
// content DeepL leaves as it is.
import type { MarkedText } from '../../rules/terms.ts'
import { isRecord, toHeaders, toText, withBokmal, type Protocol } from './protocol.ts'

/** DeepL allows 50 texts. */
const MAX_TEXTS = 50
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!)
const readXml = (text: string) =>
  text
    .replace(/<\/?x>/g, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)

const toXml = (text: MarkedText) =>
  text
    .map((piece) =>
      typeof piece === 'string' ? escapeXml(piece) : `<x>${escapeXml(piece.target)}</x>`,
    )
    .join('')

const code = (tag: string) => withBokmal(tag).toUpperCase()

export const deepl: Protocol = {
  path: '/v2/translate',
  maxTexts: MAX_TEXTS,
  headers: ({ key }) => toHeaders(key === null ? undefined : `DeepL-Auth-Key ${key}`),
  body: (_server, { texts, from, to }) => ({
    text: texts.map(toXml),
    ...(from !== undefined && { source_lang: code(from) }),
    target_lang: code(to),
    tag_handling: 'xml',
    ignore_tags: ['x'],
  }),
  read(answer, { texts }) {
    const translations = isRecord(answer) ? answer.translations : undefined
    if (!Array.isArray(translations) || translations.length !== texts.length) return undefined
    return {
      texts: translations.map((translation: unknown) => {
        const text = isRecord(translation) ? toText(translation.text) : undefined
        return text === undefined ? undefined : readXml(text)
      }),
      tokens: 0,
    }
  },
}
