import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ttml } from './ttml.ts'

const script = (events: string, language = 'fr') =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:daptm="http://www.w3.org/ns/ttml/profile/dapt#metadata" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="${language}" daptm:scriptRepresents="audio" daptm:scriptType="translatedTranscript"><head><metadata><ttm:agent type="character" xml:id="c1"><ttm:name type="alias">ASSANE</ttm:name></ttm:agent></metadata></head><body>${events}</body></tt>`
const read = (text: string) => {
  const result = ttml.read(new TextEncoder().encode(text), { rate: { num: 25, den: 1 } })
  assert.ok(result.ok, JSON.stringify(result))
  return result.cues
}

test('reads the words of the film and their translation as one line', () => {
  const event =
    '<div xml:id="e1" begin="10s" end="13s" ttm:agent="c1"><p xml:lang="en" daptm:langSrc=""><span>Hello</span></p><p daptm:langSrc="en"><span>Bonjour</span></p></div>'
  const untranslated = '<div begin="14s" end="15s"><p xml:lang="en" daptm:langSrc="">Yes</p></div>'
  const other = '<div begin="14s" end="16s"><p daptm:langSrc="en">Oui</p></div>'
  assert.deepEqual(read(script(event + untranslated + other)), [
    { start: 10_000, stop: 13_000, text: 'Bonjour', source: 'Hello', speaker: 'ASSANE' },
    { start: 14_000, stop: 15_000, text: '', source: 'Yes' },
    { start: 14_000, stop: 16_000, text: 'Oui' },
  ])
})

test('reads the words of the film in its own language as the text', () =>
  assert.deepEqual(
    read(script('<div begin="1s" end="2s"><p daptm:langSrc="">Hello</p></div>', 'en')),
    [{ start: 1000, stop: 2000, text: 'Hello' }],
  ))
