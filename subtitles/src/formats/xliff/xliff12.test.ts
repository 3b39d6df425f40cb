import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../../cue.ts'
import { xliff, xliff12 } from '../xliff.ts'

const about = { title: 'Film', language: 'deu', rate: { num: 25, den: 1 } }
const read = (text: string, strict = true) => {
  const result = xliff.read(new TextEncoder().encode(text), { ...about, strict })
  assert.ok(result.ok, JSON.stringify(result))
  return { cues: result.cues, lost: result.warnings.map(({ lost }) => lost) }
}
const file = (units: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="a" source-language="en" target-language="de" datatype="x-srt"><body>${units}</body></file></xliff>`
const times = (start: string, stop: string) =>
  `<context-group purpose="information"><context context-type="x-in">${start}</context><context context-type="x-out">${stop}</context></context-group>`

test('keeps both texts, times, notes and looks in version 1.2', () => {
  const cues: Cue[] = [
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
  const written = xliff12.write(cues, about)
  assert.ok(written.ok)
  const text = new TextDecoder().decode(written.bytes)
  assert.match(
    text,
    /version="1\.2"><file original="Film" datatype="plaintext" source-language="und" target-language="de"><body><trans-unit id="u1"/,
  )
  assert.match(text, /<x id="\d+" ctype="lb"\/><g id="\d+" ctype="italic">das <\/g>/)
  assert.deepEqual(read(text), { cues, lost: [] })
})

test('reads the codes of other tools, and the segments that they mark', () => {
  const unit = `<trans-unit id="1" resname="00:00:01,000 --> 00:00:02,500"><source>A</source><seg-source><mrk mtype="seg" mid="0">A</mrk></seg-source><target><mrk mtype="seg" mid="0"><bpt id="1" ctype="italic">&lt;i&gt;</bpt>Ja<ept id="1">&lt;/i&gt;</ept></mrk> <mrk mtype="seg" mid="1">nein</mrk></target></trans-unit>`
  assert.deepEqual(read(file(unit)), {
    cues: [{ start: 1000, stop: 2500, text: '<i>Ja</i> nein', source: 'A' }],
    lost: [],
  })
})

test('names the codes, states, notes and other translations that a cue cannot store', () => {
  const unit = `<trans-unit id="1" approved="yes"><source>A</source><target>B<ph id="2">{0}</ph></target>${times('1', '2')}<alt-trans><target>C</target></alt-trans></trans-unit>`
  assert.deepEqual(read(file(unit)), {
    cues: [{ start: 1000, stop: 2000, text: 'B', source: 'A' }],
    lost: [
      'The other translation C',
      'The approved yes of <trans-unit>',
      'The code <ph id="2">{0}',
    ],
  })
})

test('leaves out a unit without times, and keeps the others', () => {
  const good = `<trans-unit id="2"><source>B</source>${times('1', '2')}</trans-unit>`
  const { cues, lost } = read(
    file(`<trans-unit id="1"><source>A</source></trans-unit>${good}`),
    false,
  )
  assert.deepEqual(cues, [{ start: 1000, stop: 2000, text: '', source: 'B' }])
  assert.deepEqual(lost, ['Unit 1 has no times (metadata in and out); the cue is left out: A'])
})
