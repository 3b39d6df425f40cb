import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextLine, problemOf, toNewLines } from './typed-lines.ts'

const line = { key: 'a', start: '00:00:01,000', stop: '00:00:02,500', text: 'Run!' }

test('starts a new line after the last one', () => {
  assert.deepEqual(nextLine([], 'k'), {
    key: 'k',
    start: '00:00:00,000',
    stop: '00:00:02,000',
    text: '',
  })
  assert.equal(nextLine([line], 'k').start, '00:00:02,584')
})

test('reports times that cannot be read, reversed times and empty text', () => {
  assert.equal(problemOf(line), undefined)
  assert.equal(problemOf({ ...line, start: 'x' }), 'start')
  assert.equal(problemOf({ ...line, stop: '' }), 'stop')
  assert.equal(problemOf({ ...line, stop: '0:01' }), 'order')
  assert.equal(problemOf({ ...line, text: ' ' }), 'text')
})

test('saves lines in order of time, with typed characters as text', () => {
  const later = { key: 'b', id: 'b1', start: '1:00', stop: '1:02.5', text: 'Tom & Jo\n<i>wait</i>' }
  assert.deepEqual(toNewLines([later, line]), [
    { number: 1, startTime: '00:00:01,000', stopTime: '00:00:02,500', text: 'Run!' },
    {
      _id: 'b1',
      number: 2,
      startTime: '00:01:00,000',
      stopTime: '00:01:02,500',
      text: 'Tom &amp; Jo<br><i>wait</i>',
    },
  ])
})
