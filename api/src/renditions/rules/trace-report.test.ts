import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportTrace, type Trace } from './trace-report.ts'

const trace: Trace = { films: ['trailer.mov'], viewers: [], candidates: 20, readable: 12 }
const viewer: Trace['viewers'][number] = {
  id: 'c1',
  matching: 30,
  readable: 31,
  errorChance: 2e-8,
  person: 'p1',
  name: 'Ada',
  email: 'ada@example.org',
  film: 'trailer.mov',
  watchedAt: 0,
}

test('reports a viewer with the certainty, and a deleted person by the code', () => {
  const { done } = reportTrace({ ...trace, viewers: [viewer] })
  assert.deepEqual([done.viewer, done.certainty], ['Ada <ada@example.org>', '99.99999 %'])
  const deleted = { ...viewer, person: null, name: null, email: null }
  assert.equal(
    reportTrace({ ...trace, viewers: [deleted] }).done.viewer,
    'a deleted person (code c1)',
  )
})

test('reports unknown with the reason', () => {
  const messagesOf = (unknown: Trace) => {
    const { done, findings } = reportTrace(unknown)
    return [done.viewer, findings[0]!.message]
  }
  assert.deepEqual(messagesOf({ ...trace, films: [] }), [
    'unknown',
    'The copy shows none of the films that were watched with traceable marks.',
  ])
  const [name, reason] = messagesOf(trace)
  assert.deepEqual(
    [name, /12 segments could be read; 25 are needed/.test(reason!)],
    ['unknown', true],
  )
})
