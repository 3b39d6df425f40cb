import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../cue.ts'
import { writeAssScript } from './ass/script.ts'

const LOOK = {
  width: 640,
  height: 360,
  fontName: 'Noto Sans',
  fontSize: 24,
  marginH: 32,
  marginV: 25,
  direction: 'ltr' as const,
  box: false,
}

test('burns in graphics at their position and in their own style', () => {
  const script = writeAssScript([{ start: 0, stop: 1000, text: 'Hallo' }], LOOK, [
    { start: 0, stop: 1000, text: 'BERLIN', alignment: 'top', textAlign: 'left' },
  ])
  assert.deepEqual(
    script
      .split('\n')
      .filter((line) => line.startsWith('Style:'))
      .map((line) => line.split(',').slice(0, 1)[0]),
    ['Style: Default', 'Style: Graphic'],
  )
  assert.match(script, /^Dialogue: .*,Default,,0,0,0,,Hallo$/m)
  assert.match(script, /^Dialogue: .*,Graphic,,0,0,0,,\{\\an7\}BERLIN$/m)
  assert.doesNotMatch(writeAssScript([], LOOK), /Graphic/)
})

const textsOf = (cue: Cue) =>
  writeAssScript([cue], LOOK)
    .split('\n')
    .filter((line) => line.startsWith('Dialogue:'))
    .map((line) => line.split(',').slice(9).join(','))

test('burns in ruby and emphasis marks as a row of half the size, in white', () => {
  const ruby = '<c #ff0000>あ</c><br>い<ruby>漢字<rt>かん</rt></ruby><em>う</em>'
  assert.deepEqual(textsOf({ start: 0, stop: 1000, text: ruby }), [
    '{\\c&H0000FF&}あ\\N{\\c&HFFFFFF&}{\\fs12}\u3000\u3000\u3000かん\u3000\u2002・\u2002{\\fs24}\\Nい漢字う',
  ])
})

test('burns in vertical text letter by letter, from right to left', () => {
  const events = textsOf({
    start: 0,
    stop: 1000,
    text: 'ア。ー<tcy>12</tcy><br><ruby>イ<rt>い</rt></ruby>',
    alignment: 'top',
    textAlign: 'right',
    writingMode: 'vertical-rl',
  })
  assert.deepEqual(
    events.map((event) => event.replace(/^\{.*?\}/, '')),
    ['ア', '︒', 'ー', '12', 'イ', 'い'],
  )
  const [x, y] = [1, 2].map((axis) =>
    events.map((event) => Number(/\\pos\((\d+),(\d+)\)/.exec(event)![axis])),
  ) as [number[], number[]]
  assert.ok(x[0]! > x[4]! && x[0] === x[3] && x[5]! > x[4]!, 'the second column is to the left')
  assert.ok(y[0]! < y[1]! && y[1]! < y[2]! && y[0] === y[4])
  assert.match(events[2]!, /\\frz-90/)
})

test('burns in a line at its own position', () => {
  assert.deepEqual(textsOf({ start: 0, stop: 1000, text: 'a', textAlign: 'left', x: 25, y: 50 }), [
    '{\\an1\\pos(160,180)}a',
  ])
})
