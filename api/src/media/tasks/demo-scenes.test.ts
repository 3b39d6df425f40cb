import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paintScene } from './demo-scenes.ts'
import type { DemoLook } from '../types.ts'

const SIZE: [number, number] = [64, 36]
const LOOK: DemoLook = { motif: 'kites', colours: ['#16324f', '#f4a259'], seed: 5 }

test('draws the same picture for the same look', () => {
  assert.deepEqual(paintScene(LOOK, 1, SIZE), paintScene({ ...LOOK }, 1, SIZE))
})

test('draws another picture for every motif, seed and scene', () => {
  const pictures = [
    ...(['kites', 'sea', 'space', 'rain'] as const).map((motif) =>
      paintScene({ ...LOOK, motif }, 0, SIZE),
    ),
    paintScene({ ...LOOK, seed: 6 }, 0, SIZE),
    paintScene(LOOK, 1, SIZE),
  ].map((bytes) => bytes.toString('base64'))
  assert.equal(new Set(pictures).size, pictures.length)
})
