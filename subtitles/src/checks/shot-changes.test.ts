import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILM, findingsOf, cuesAt } from '../../test/rules.ts'
import { frameToMs } from '../cue.ts'

test('CUT-in: starts on the shot change, or half a second away from it', () => {
  const start = (frame: number) =>
    findingsOf('CUT-in', cuesAt([[frame, frame + 60]]), { cuts: [frameToMs(100, FILM)] })[0]
  for (const fine of [88, 100, 112, 50, 150]) assert.equal(start(fine), undefined, `${fine}`)
  for (const [frame, wanted] of [
    [93, 100],
    [99, 100],
    [101, 100],
    [111, 100],
    [92, 88],
    [89, 88],
  ] as const)
    assert.deepEqual(start(frame)?.fix, { start: frameToMs(wanted, FILM) }, `${frame}`)
})

test('CUT-out: ends two frames before the shot change', () => {
  const stop = (frame: number) =>
    findingsOf('CUT-out', cuesAt([[frame - 60, frame]]), {
      cuts: [frameToMs(200, FILM), frameToMs(900, FILM)],
    })[0]
  for (const fine of [198, 188, 212, 150]) assert.equal(stop(fine), undefined, `${fine}`)
  for (const wrong of [189, 197, 199, 200, 201, 211])
    assert.deepEqual(stop(wrong)?.fix, { stop: frameToMs(198, FILM) }, `${wrong}`)
  assert.deepEqual(
    findingsOf('CUT-out', cuesAt([[0, 100]]), { name: 'bbc', cuts: [frameToMs(100, FILM)] }),
    [],
    'the BBC ends on the last frame of the shot',
  )
})
