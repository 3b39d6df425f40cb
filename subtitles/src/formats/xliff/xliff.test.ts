import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../../cue.ts'
import { xliff } from '../xliff.ts'

const about = { title: 'Film', language: 'deu', rate: { num: 25, den: 1 } }
const CUES: Cue[] = [
  {
    start: 1000,
    stop: 2500,
    text: 'Wer hat dir<br><i>das </i><b><i>Fliegen</i></b> beigebracht?',
    source: 'Who taught you <u>to fly</u>?',
    note: 'a & b',
    speaker: 'Ada',
    kind: 'forced',
  },
  { start: 3000, stop: 4000, text: '', source: '5 &lt; 6' },
  { start: 5000, stop: 6000, text: '<c #ffff00>gelb</c>', alignment: 'top', x: 20, name: 'Card' },
]

function write(cues: readonly Cue[]) {
  const written = xliff.write(cues, about)
  assert.ok(written.ok)
  return new TextDecoder().decode(written.bytes)
}
const read = (text: string) => xliff.read(new TextEncoder().encode(text), about)

test('keeps both texts, times, notes and looks', () => {
  const text = write(CUES)
  assert.match(text, /version="2\.1" srcLang="und" trgLang="de"/)
  assert.match(text, /<pc id="\d+" type="fmt" subType="xlf:i">/)
  assert.match(text, /<segment state="initial"><source>5 &lt; 6<\/source><\/segment>/)
  assert.deepEqual(read(text), { ok: true, cues: CUES, warnings: [] })
})

test('reads the segments of a unit as one text, and reports unknown codes', () => {
  const unit = `<unit id="a"><mda:metadata><mda:metaGroup><mda:meta type="in">00:00:01,000</mda:meta>
    <mda:meta type="out">00:00:02,000</mda:meta></mda:metaGroup></mda:metadata>
    <segment><source>One.</source><target>Eins.</target></segment><ignorable><source> </source></ignorable>
    <segment><source>Two<sc id="1"/></source><target><mrk id="m" type="term">Zwei</mrk><ph id="1"/></target></segment></unit>`
  const document = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" version="2.0" srcLang="en"><file id="f"><group id="g">${unit}</group></file></xliff>`
  const result = read(document)
  assert.ok(result.ok, JSON.stringify(result))
  assert.deepEqual(result.cues, [
    { start: 1000, stop: 2000, text: 'Eins. Zwei', source: 'One. Two' },
  ])
  assert.deepEqual(
    result.warnings.map(({ lost }) => lost),
    ['The code <sc id="1">', 'The mark <mrk id="m" type="term">', 'The code <ph id="1">'],
  )
})

test('rejects files without times, and other versions', () => {
  const errors = (text: string) => {
    const result = xliff.read(new TextEncoder().encode(text), { ...about, strict: true })
    return result.ok ? [] : result.errors.map(({ message }) => message)
  }
  assert.deepEqual(errors(write(CUES).replace(/<mda:meta type="in">.*?<\/mda:meta>/, '')), [
    'Unit u1 has no times (metadata in and out)',
  ])
  assert.match(errors('<xliff version="3.0"/>')[0]!, /version 1\.1, 1\.2, 2\.0 or 2\.1/)
  assert.match(errors('<xliff version="2.1"/>')[0]!, /no units/)
})
