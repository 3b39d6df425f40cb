import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from './connect.ts'
import { sql } from './sql.ts'

test('turns values into parameters, in their order', () => {
  assert.deepEqual(sql`a = ${1} and b = any (${['x', 'y']}) or c is ${null}`.compose(), {
    text: 'a = $1 and b = any ($2) or c is $3',
    values: [1, ['x', 'y'], null],
  })
})

test('puts statements into the text and numbers their parameters', () => {
  const isOpen = sql`status <> ${'complete'}`
  assert.deepEqual(sql`select ${1} where ${isOpen} and (${isOpen} or ${2})`.compose(), {
    text: 'select $1 where status <> $2 and (status <> $3 or $4)',
    values: [1, 'complete', 'complete', 2],
  })
})

test('never puts a value into the text, even if it looks like a statement', () => {
  const hostile = ["'; drop table asset; --", { strings: ['drop table asset'], parts: [] }]
  for (const value of hostile as Value[]) {
    const { text, values } = sql`select ${value}`.compose()
    assert.deepEqual([text, values], ['select $1', [value]])
  }
})

test('refuses an undefined parameter', () => {
  const { missing } = {} as { missing: string }
  assert.throws(() => sql`select from asset where id = ${missing}`.compose(), {
    message: 'A parameter is undefined after: select from asset where id = ',
  })
  assert.throws(() => sql`values (${sql.join([1, missing])})`.compose(), /is undefined/)
})

test('composes a constant once, and one with parameters each time', () => {
  const name = sql`a.name`
  const renamed = (value: string) => sql`${name} || ${value} || ${name}`
  for (const value of ['x', 'y'])
    assert.deepEqual(renamed(value).compose(), { text: 'a.name || $1 || a.name', values: [value] })
})

test('joins values and statements, with commas or another separator', () => {
  assert.deepEqual(sql`(${sql.join([1, sql`now()`, 'x'])})`.compose(), {
    text: '($1, now(), $2)',
    values: [1, 'x'],
  })
  assert.equal(sql.join([sql`a`, sql`b`, sql`c`], sql` and `).compose().text, 'a and b and c')
  assert.equal(sql.join([]).compose().text, '')
})

test('quotes names and constants', () => {
  assert.equal(sql.ref('w.id').compose().text, '"w"."id"')
  assert.equal(sql.ref('odd"name').compose().text, '"odd""name"')
  const constants = ["it's", 3, true, null].map((value) => sql.lit(value))
  assert.equal(sql.join(constants).compose().text, "'it''s', 3, true, null")
})

test('writes the defined columns of a row', () => {
  const row = { name: 'a', slug: undefined, at: sql`now()`, logo: null }
  assert.deepEqual(sql`insert into asset ${sql.values(row)}`.compose(), {
    text: 'insert into asset ("name", "at", "logo")\n      values ($1, now(), $2)',
    values: ['a', null],
  })
  assert.deepEqual(sql`update asset ${sql.set(row)} where id = ${'x'}`.compose(), {
    text: 'update asset set "name" = $1, "at" = now(), "logo" = $2 where id = $3',
    values: ['a', null, 'x'],
  })
})
