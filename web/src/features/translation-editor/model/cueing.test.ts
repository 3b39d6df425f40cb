import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCueing, HOLD_MS } from './cueing.ts'

test('a held key sets the start and the end', () => {
  const cueing = createCueing()
  assert.deepEqual(cueing.press({ line: 'a', ms: 1000, now: 0 }), { line: 'a', startMs: 1000 })
  assert.deepEqual(cueing.release({ ms: 2600, now: 1600 }), {
    line: 'a',
    startMs: 1000,
    stopMs: 2600,
  })
  assert.deepEqual(cueing.press({ line: 'b', ms: 3000, now: 2000 }), { line: 'b', startMs: 3000 })
})

test('two taps set the start and the end', () => {
  const cueing = createCueing()
  cueing.press({ line: 'a', ms: 1000, now: 0 })
  assert.equal(cueing.release({ ms: 1100, now: HOLD_MS - 1 }), undefined)
  assert.deepEqual(cueing.press({ line: 'a', ms: 2600, now: 1600 }), {
    line: 'a',
    startMs: 1000,
    stopMs: 2600,
  })
  assert.equal(cueing.release({ ms: 4000, now: 5000 }), undefined, 'the line has its end')
})

test('begins again when the film went back', () => {
  const cueing = createCueing()
  cueing.press({ line: 'a', ms: 5000, now: 0 })
  assert.deepEqual(cueing.press({ line: 'a', ms: 4000, now: 900 }), { line: 'a', startMs: 4000 })
  assert.equal(cueing.release({ ms: 3900, now: 2000 }), undefined)
})
