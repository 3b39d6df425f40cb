// https://docs.libretranslate.com: POST /translate. Terms are sent in the target language: models
// copy words that they do not know.
import { targetText } from '../../rules/terms.ts'
import { isRecord, toText, withBokmal, type Protocol } from './protocol.ts'

export const libretranslate: Protocol = {
  path: '/translate',
  maxTexts: 25,
  headers: () => ({}),
  body: ({ key }, { texts, from, to }) => ({
    q: texts.map(targetText),
    source: from === undefined ? 'auto' : withBokmal(from),
    target: withBokmal(to),
    format: 'text',
    ...(key !== null && { api_key: key }),
  }),
  read(answer, { texts }) {
    const translated = isRecord(answer) ? answer.translatedText : undefined
    if (!Array.isArray(translated) || translated.length !== texts.length) return undefined
    return { texts: translated.map(toText), tokens: 0 }
  },
}
