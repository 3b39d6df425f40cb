import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './contract/problem.ts'
import { invalidCharacter, parseJson, readJson } from './read-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const expectRejected = (body: string | Uint8Array, status: number, code: string) =>
  assert.throws(
    () => parseJson(typeof body === 'string' ? Buffer.from(body) : body),
    (error) => error instanceof Problem && error.status === status && error.code === code,
  )
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

test('reads any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      if (/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/i.test(text)) return
      assert.deepEqual(parse(text), JSON.parse(text))
    }),
  )
})

test('returns a value or a problem for any bytes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string().map((text) => Buffer.from(text)),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        try {
          parseJson(bytes)
        } catch (error) {
          assert.ok(error instanceof Problem && [400, 422].includes(error.status), String(error))
        }
      },
    ),
  )
})

test('accepts every script', () => {
  const value = {
    name: 'Étoile',
    arabic: 'مرحبا',
    hebrew: 'שלום',
    cjk: '電影',
    emoji: '👩‍🎬',
    quote: '"\\/\b\f\n\r\t',
  }
  assert.deepEqual(parse(JSON.stringify(value)), value)
})

test('rejects invalid UTF-8', () => {
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]])
    expectRejected(Buffer.from([0x22, ...bytes, 0x22]), 400, 'body.encoding-invalid')
  expectRejected(Buffer.from('{"name":"é"}', 'latin1'), 400, 'body.encoding-invalid')
  expectRejected(Buffer.from('{"name":"x"}', 'utf16le'), 400, 'body.malformed')
})

test('rejects NUL in values and keys, raw or escaped', () => {
  expectRejected(String.raw`{"name":"a\u0000b"}`, 422, 'body.invalid')
  expectRejected(String.raw`{"na\u0000me":"x"}`, 422, 'body.invalid')
  expectRejected(String.raw`[[{"deep":["\u0000"]}]]`, 422, 'body.invalid')
  expectRejected('{"name":"a\0b"}', 400, 'body.malformed')
})

test('rejects half of a surrogate pair and says where', () => {
  expectRejected(String.raw`{"name":"\ud800"}`, 422, 'body.invalid')
  expectRejected(String.raw`{"\udc00":1}`, 422, 'body.invalid')
  assert.throws(
    () => parse(String.raw`{"a":[1,"\ud800"]}`),
    (error) =>
      error instanceof Problem &&
      (error.more.errors as { pointer: string }[])[0]!.pointer === '/a/1',
  )
  assert.deepEqual(parse(String.raw`"\ud83d\ude00"`), '😀')
})

test('rejects duplicate keys, also nested or escaped', () => {
  expectRejected('{"roles":[],"roles":["admin"]}', 400, 'body.duplicate-key')
  expectRejected('{"a":{"b":1,"c":{},"b":2}}', 400, 'body.duplicate-key')
  expectRejected('[0,{"a":1,"a":1}]', 400, 'body.duplicate-key')
  expectRejected(String.raw`{"roles":1,"r\u006fles":2}`, 400, 'body.duplicate-key')
  expectRejected(String.raw`{"a\/b":1,"a/b":2}`, 400, 'body.duplicate-key')
})

test('accepts the same key in two objects', () => {
  assert.deepEqual(parse('[{"a":1},{"a":{"a":[{"a":2}]}}]'), [{ a: 1 }, { a: { a: [{ a: 2 }] } }])
  assert.deepEqual(parse('{"a":"a","b":["a","a"],"c":{"a":"b"}}'), {
    a: 'a',
    b: ['a', 'a'],
    c: { a: 'b' },
  })
})

test('accepts a thousand keys in an object and rejects more', () => {
  const keys = (count: number) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])),
    )
  assert.equal(Object.keys(parse(keys(1000)) as object).length, 1000)
  expectRejected(keys(1001), 400, 'body.too-many-keys')
  assert.equal((parse(`[${keys(1000)},${keys(1000)}]`) as unknown[]).length, 2)
})

test('ignores brackets inside strings', () => {
  assert.deepEqual(parse(String.raw`{"a":"{\"a\":1,[[[","b":"\\","c":"}"}`), {
    a: '{"a":1,[[[',
    b: '\\',
    c: '}',
  })
})

test('rejects prototype keys, also nested or escaped', () => {
  expectRejected('{"__proto__":{"roles":["admin"]}}', 400, 'body.forbidden-key')
  expectRejected('{"constructor":{"prototype":{"roles":[]}}}', 400, 'body.forbidden-key')
  expectRejected('[{"a":[{"prototype":1}]}]', 400, 'body.forbidden-key')
  expectRejected(String.raw`{"\u005f_proto__":1}`, 400, 'body.forbidden-key')
  assert.deepEqual(parse('{"name":"__proto__"}'), { name: '__proto__' })
})

test('accepts 32 levels and rejects 33', () => {
  assert.doesNotThrow(() => parse(nested(32)))
  expectRejected(nested(33), 400, 'body.too-deep')
  assert.doesNotThrow(() => parse(`${'{"a":'.repeat(31)}{}${'}'.repeat(31)}`))
  expectRejected(`${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`, 400, 'body.too-deep')
  expectRejected('['.repeat(100_000), 400, 'body.too-deep')
  assert.doesNotThrow(() => parse(`[${'[],'.repeat(1000)}0]`), 'many siblings are not too deep')
})

for (const text of [
  '',
  ' ',
  '{',
  '{"a"}',
  '{"a":1,}',
  '[1,]',
  "{'a':1}",
  '{a:1}',
  'NaN',
  '01',
  '"a',
  '"\\x"',
  '{"\\x":1}',
  '{} {}',
  'undefined',
  ']',
  '}',
  '{"a":1]',
])
  test(`rejects ${JSON.stringify(text)} as malformed`, () =>
    expectRejected(text, 400, 'body.malformed'))

test('accepts a body at the limit and rejects one byte more', async () => {
  const body = JSON.stringify('x'.repeat(98))
  assert.equal(
    await readJson(
      Readable.from([Buffer.from(body.slice(0, 50)), Buffer.from(body.slice(50))]),
      100,
    ),
    'x'.repeat(98),
  )
  await assert.rejects(
    readJson(Readable.from([Buffer.from(body), Buffer.from(' ')]), 100),
    (error) => error instanceof Problem && error.status === 413 && error.code === 'body.too-large',
  )
})

test('stops reading past the limit', async () => {
  let chunks = 0
  const endless = new Readable({
    highWaterMark: 1,
    read() {
      chunks++
      this.push(Buffer.alloc(1024, 0x20))
    },
  })
  await assert.rejects(readJson(endless, 10_000), Problem)
  assert.ok(chunks < 20, `${chunks} pieces were read`)
  assert.ok(endless.destroyed)
})

test('names characters that PostgreSQL cannot store', () => {
  assert.equal(invalidCharacter('a\0'), 'contains a NUL character')
  assert.equal(invalidCharacter('a\ud800'), 'contains half of a surrogate pair')
  assert.equal(invalidCharacter('fine 😀'), undefined)
})
