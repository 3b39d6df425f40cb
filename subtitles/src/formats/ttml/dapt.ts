// DAPT (https://www.w3.org/TR/dapt/): scripts for dubbing and audio description as TTML. An event has
// a paragraph with the words of the film and one with their translation.
import type { Cue } from '../../cue.ts'
import { getAttribute, XML_NAMESPACE, type XmlElement } from '../../xml/tree.ts'

const DAPT = 'http://www.w3.org/ns/ttml/profile/dapt#metadata'
/** The text of a cue is in the language of the film until the document is read. */
const MARK = '\0'

/** `language` is that of the document, which a translation has. */
export const isOriginal = (p: XmlElement, language: string): boolean =>
  getAttribute(p, 'langSrc', DAPT) === '' &&
  (getAttribute(p, 'lang', XML_NAMESPACE) ?? language) !== language

export const ORIGINAL: Pick<Cue, 'source'> = { source: MARK }

/** Joins the words of the film with their translation, which follows them at the same time. */
export function joinOriginals(cues: readonly Cue[]): Cue[] {
  const joined: Cue[] = []
  for (const cue of cues) {
    const before = joined.at(-1)
    const isOwn = cue.source === MARK
    const isTranslation =
      !isOwn && before?.source && before.text === '' && before.start === cue.start
    if (isTranslation && before.stop === cue.stop) before.text = cue.text
    else if (isOwn) joined.push(Object.assign(cue, { source: cue.text, text: '' }))
    else joined.push(cue)
  }
  return joined
}
