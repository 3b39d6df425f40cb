import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical.ts'

test('writes JSON as RFC 8785 says', () => {
  // The examples of sections 3.2.2 and 3.2.3.
  assert.equal(
    canonicalJson(
      JSON.parse(String.raw`{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }`),
    ),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6']
  assert.deepEqual(
    Object.keys(
      JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))) as {},
    ),
    ['1', '\r', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'],
  )
})

test('leaves out undefined fields and keeps the order of lists', () => {
  assert.equal(canonicalJson({ b: [2, 1, undefined], a: undefined }), '{"b":[2,1,null]}')
})
