import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCsv, unescapeFormula } from './csv.ts'

test('quotes fields only where needed', () => {
  assert.equal(
    formatCsv({
      head: ['a', 'b'],
      rows: [
        ['x', 'say "no", twice'],
        ['two\nlines', null],
        [3, -1.5],
      ],
    }),
    'a,b\r\nx,"say ""no"", twice"\r\n"two\nlines",\r\n3,-1.5\r\n',
  )
})

test('escapes formulas but not negative numbers', () => {
  for (const text of ['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '\r=1'])
    assert.equal(read(formatCsv({ head: ['h'], rows: [[text]] }))[1]![0], `'${text}`)
  assert.equal(formatCsv({ head: ['h'], rows: [[-1]] }), 'h\r\n-1\r\n')
})

test('reads back whatever it writes', () => {
  const value = fc.oneof(fc.string(), fc.stringMatching(/^[",'\r\n=a]{0,8}$/))
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 2 })), (rows) =>
      assert.deepEqual(
        read(formatCsv({ head: ['a', 'b'], rows })).map((row) => row.map(unescapeFormula)),
        [['a', 'b'], ...rows],
      ),
    ),
  )
})

/** Parses fields by the grammar of RFC 4180. */
function read(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy,
  )) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}
