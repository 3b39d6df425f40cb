import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './contract/problem.ts'
import { invalidCharacter, parseJson, readJson } from './read-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const refuses = (body: string | Uint8Array, status: number, code: string) =>
  assert.throws(
    () => parseJson(typeof body === 'string' ? Buffer.from(body) : body),
    (error) => error instanceof Problem && error.status === status && error.code === code,
  )
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

test('what JSON can say is read as it was said', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      if (/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/i.test(text)) return
      assert.deepEqual(parse(text), JSON.parse(text))
    }),
  )
})

test('whatever bytes come, the answer is a value or a problem', () => {
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

test('every script of the world passes', () => {
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

test('bytes that are not UTF-8 are refused', () => {
  refuses(Buffer.from([0x22, 0xff, 0x22]), 400, 'body.encoding')
  refuses(Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400, 'body.encoding')
  refuses(Buffer.from('{"name":"é"}', 'latin1'), 400, 'body.encoding')
  refuses(Buffer.from('{"name":"x"}', 'utf16le'), 400, 'body.malformed')
})

test('a NUL is refused in a value and in a key, written out or escaped', () => {
  refuses(String.raw`{"name":"a\u0000b"}`, 422, 'body.invalid')
  refuses(String.raw`{"na\u0000me":"x"}`, 422, 'body.invalid')
  refuses(String.raw`[[{"deep":["\u0000"]}]]`, 422, 'body.invalid')
  refuses('{"name":"a\0b"}', 400, 'body.malformed')
})

test('half of a surrogate pair is refused, and the fault says where', () => {
  refuses(String.raw`{"name":"\ud800"}`, 422, 'body.invalid')
  refuses(String.raw`{"\udc00":1}`, 422, 'body.invalid')
  assert.throws(
    () => parse(String.raw`{"a":[1,"\ud800"]}`),
    (error) =>
      error instanceof Problem &&
      (error.more.errors as { pointer: string }[])[0]!.pointer === '/a/1',
  )
  assert.deepEqual(parse(String.raw`"\ud83d\ude00"`), '😀')
})

test('a key said twice is refused, also nested and in disguise', () => {
  refuses('{"roles":[],"roles":["admin"]}', 400, 'body.duplicate-key')
  refuses('{"a":{"b":1,"c":{},"b":2}}', 400, 'body.duplicate-key')
  refuses('[0,{"a":1,"a":1}]', 400, 'body.duplicate-key')
  refuses(String.raw`{"roles":1,"r\u006fles":2}`, 400, 'body.duplicate-key')
  refuses(String.raw`{"a\/b":1,"a/b":2}`, 400, 'body.duplicate-key')
})

test('one key in two objects is no repetition', () => {
  assert.deepEqual(parse('[{"a":1},{"a":{"a":[{"a":2}]}}]'), [{ a: 1 }, { a: { a: [{ a: 2 }] } }])
  assert.deepEqual(parse('{"a":"a","b":["a","a"],"c":{"a":"b"}}'), {
    a: 'a',
    b: ['a', 'a'],
    c: { a: 'b' },
  })
})

test('marks inside a text are not structure', () => {
  assert.deepEqual(parse(String.raw`{"a":"{\"a\":1,[[[","b":"\\","c":"}"}`), {
    a: '{"a":1,[[[',
    b: '\\',
    c: '}',
  })
})

test('keys that reach for a prototype are refused, also nested and in disguise', () => {
  refuses('{"__proto__":{"roles":["admin"]}}', 400, 'body.forbidden-key')
  refuses('{"constructor":{"prototype":{"roles":[]}}}', 400, 'body.forbidden-key')
  refuses('[{"a":[{"prototype":1}]}]', 400, 'body.forbidden-key')
  refuses(String.raw`{"\u005f_proto__":1}`, 400, 'body.forbidden-key')
  assert.deepEqual(parse('{"name":"__proto__"}'), { name: '__proto__' })
})

test('thirty-two levels are deep enough, thirty-three are too deep', () => {
  assert.doesNotThrow(() => parse(nested(32)))
  refuses(nested(33), 400, 'body.too-deep')
  assert.doesNotThrow(() => parse(`${'{"a":'.repeat(31)}{}${'}'.repeat(31)}`))
  refuses(`${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`, 400, 'body.too-deep')
  refuses('['.repeat(100_000), 400, 'body.too-deep')
  assert.doesNotThrow(() => parse(`[${'[],'.repeat(1000)}0]`), 'width is not depth')
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
  test(`${JSON.stringify(text)} is not JSON`, () => refuses(text, 400, 'body.malformed'))

test('a body as large as the limit is taken, one byte more is not', async () => {
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

test('past the limit nothing more is read', async () => {
  let given = 0
  const endless = new Readable({
    highWaterMark: 1,
    read() {
      given++
      this.push(Buffer.alloc(1024, 0x20))
    },
  })
  await assert.rejects(readJson(endless, 10_000), Problem)
  assert.ok(given < 20, `${given} pieces were read`)
  assert.ok(endless.destroyed)
})

test('what PostgreSQL could not keep is named', () => {
  assert.equal(invalidCharacter('a\0'), 'holds a NUL character')
  assert.equal(invalidCharacter('a\ud800'), 'holds half of a surrogate pair')
  assert.equal(invalidCharacter('fine 😀'), undefined)
})
