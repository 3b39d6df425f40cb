import assert from 'node:assert/strict'
import { test } from 'node:test'
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
