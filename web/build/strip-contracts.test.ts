import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync } from 'oxc-parser'
import { withoutServiceFields } from './strip-contracts.ts'

const strip = (code: string) => withoutServiceFields(code, parseSync('a.ts', code).program)

test('leaves the documentation and the schemas of endpoints out', () => {
  assert.equal(
    strip(`export const get = endpoint({
  method: 'GET',
  summary: 'Read — it',
  path: '/a',
  query: StrictObject({ summary: A }),
  list: true,
  reply: Reply })
export const save = endpoint({ unaudited: \`a\`, body: Body, secret: true })`),
    `export const get = endpoint({
  method: 'GET',
  path: '/a',
  list: true,
  })
export const save = endpoint({ secret: true })`,
  )
  assert.equal(
    strip("const A = Type.String({ expects: 'a', pattern: 'b' })"),
    "const A = Type.String({ pattern: 'b' })",
  )
})

test('keeps fields of the same names elsewhere', () => {
  for (const code of [
    "export const TEXTS = { summary: 'a', body: Body, reply: Reply, expects: 'b' }",
    "const rows = list.map((body) => toRow({ body: Body, summary: 'a' }))",
    'StrictObject({ query: Query, reply: Reply })',
  ])
    assert.equal(strip(code), code)
})

test('keeps the contracts well-formed', () => {
  for (const path of globSync('../../api/src/**/*contract*{,/**}.ts', {
    cwd: import.meta.dirname,
  })) {
    const code = readFileSync(new URL(path, import.meta.url), 'utf8')
    const { errors } = parseSync('a.ts', strip(code))
    assert.deepEqual(errors, [], path)
  }
})
