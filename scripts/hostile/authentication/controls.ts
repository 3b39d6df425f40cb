import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Installation } from '../tools/installation.ts'
import { mannWhitney, median, times } from '../tools/measure.ts'
import { createPerson, expectStatus, send } from '../tools/request.ts'
import { readTables } from './sessions.ts'

export async function restoredToken(on: Installation): Promise<string> {
  const person = await createPerson(on)
  expectStatus(await send(on, '/api/session', { method: 'DELETE', by: person }), 200)
  expectStatus(await send(on, '/api/assets', { by: person }), 401)
  await on.query('update token set revoked_at = null where person_id = $1', [person._id])
  expectStatus(await send(on, '/api/assets', { by: person }), 200)
  return '401, and 200 after the row was changed back by hand'
}

export async function plantedSecret(on: Installation): Promise<string> {
  const secret = randomUUID()
  await on.query('update person set name = $1 where id = $2', [secret, on.a.people.guest._id])
  const found = Object.entries(await readTables(on)).filter(([, text]) => text.includes(secret))
  await on.query('update person set name = $1 where id = $2', ['guest a', on.a.people.guest._id])
  assert.ok(found.some(([table]) => table === 'person'))
  return `found in ${found.map(([table]) => table).join(', ')}`
}

/** 8 ms more for one of the two kinds, on a spread of 10 ms. */
export async function slowBranch(): Promise<string> {
  const left = times(200, (index) => 50 + (index % 10))
  const right = left.map((value) => value + 8)
  const p = mannWhitney(left, right)
  assert.ok(p < 0.01 && median(right) - median(left) > 5)
  assert.ok(mannWhitney(left, left.toReversed()) > 0.01)
  return `p = ${p.toExponential(1)}`
}
