import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './problem.ts'
import { MAX_FIRST, MAX_RANGE, limitOf, parseRange, rangeHeaders } from './range.ts'

const position = fc.integer({ min: 0, max: MAX_FIRST })
const isMalformed = (error: unknown) =>
  error instanceof Problem && error.status === 400 && error.code === 'range.malformed'

test('defaults to the first ten', () => {
  assert.deepEqual(parseRange(undefined), { first: 0, last: 9 })
})

test('reads the range in the header', () => {
  fc.assert(
    fc.property(position, fc.integer({ min: 0, max: MAX_RANGE - 1 }), (first, more) => {
      const range = { first, last: first + more }
      assert.deepEqual(parseRange(`resources=${range.first}-${range.last}`), range)
      assert.equal(limitOf(range), more + 1)
    }),
  )
})

test('limits a range to 500', () => {
  fc.assert(
    fc.property(position, position, (first, more) => {
      const { last } = parseRange(`resources=${first}-${first + more}`)
      assert.equal(last, first + Math.min(more, MAX_RANGE - 1))
    }),
  )
  assert.deepEqual(parseRange('resources=0-99999999999'), { first: 0, last: 499 })
})

test('rejects a reversed range', () => {
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 1000 }), (last, more) => {
      assert.throws(() => parseRange(`resources=${last + more}-${last}`), isMalformed)
    }),
  )
})

for (const header of [
  '',
  'resources',
  'resources=',
  'resources=5',
  'resources=5-',
  'resources=-9',
  'resources=-1-9',
  'resources=0-9,20-29',
  'resources=0-9, resources=0-9',
  'resources=0x0-9',
  'resources=０-９',
  'resources=1e3-2e3',
  'resources=0.0-9',
  'resources= 0-9',
  ' resources=0-9',
  'resources=0-9 ',
  'resources=0-9\n',
  'bytes=0-9',
  'RESOURCES=0-9',
  'resources=0-99999999999999999999',
  'resources=5-2',
  'resources=NaN-NaN',
  `resources=0-${'9'.repeat(1000)}`,
])
  test(`rejects X-Range ${JSON.stringify(header.slice(0, 40))}`, () => {
    assert.throws(() => parseRange(header), isMalformed)
  })

test('rejects two headers', () => {
  assert.throws(() => parseRange(['resources=0-9', 'resources=10-19']), isMalformed)
})

test('returns a range or a problem for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((tail) => `resources=${tail}`),
      ),
      (header) => {
        try {
          const { first, last } = parseRange(header)
          assert.ok(first >= 0 && last >= first && last - first < MAX_RANGE)
        } catch (error) {
          assert.ok(isMalformed(error))
        }
      },
    ),
  )
})

test('returns the range and the total', () => {
  const value = 'resources 20-24/25'
  assert.deepEqual(rangeHeaders({ first: 20, last: 29 }, 5, 25), {
    'content-range': value,
    'x-content-range': value,
    'accept-ranges': 'resources',
  })
})

test('returns a star for an empty page', () => {
  assert.equal(rangeHeaders({ first: 30, last: 39 }, 0, 25)['content-range'], 'resources */25')
})
