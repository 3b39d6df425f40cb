// Values that fit a JSON schema, and values that fit no schema.
import type { Random } from '../tools/random.ts'

export type FuzzSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: FuzzSchema[]
  properties?: Record<string, FuzzSchema>
  required?: string[]
  items?: FuzzSchema
  minItems?: number
  pattern?: string
  minLength?: number
  minimum?: number
  maximum?: number
}

const TEXTS = [
  'Some text',
  'a',
  '1',
  '1700000000',
  '2026-01-01',
  'deu',
  'en',
  'DE',
  'some-slug',
  'person@example.com',
  'https://example.com/hook',
  '00:00:01,000',
  '00:00:09,500',
  '0-10',
  '12:00',
  'Europe/Berlin',
  'application/pdf',
  '0'.repeat(64),
  'f'.repeat(24),
  '<i>Long</i> line<br>with markup',
]

/** A value that fits the schema, as far as the schema says. `ids` are ids of existing records. */
export function validValue(random: Random, schema: FuzzSchema, ids: readonly string[]): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return validValue(random, random.pick(schema.anyOf), ids)
  switch (schema.type) {
    case 'object':
      return validObject(random, schema, ids)
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.integerBelow(3) }, () =>
        validValue(random, schema.items ?? {}, ids),
      )
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = minimum + 1000 } = schema
      return random.pick([minimum, maximum, minimum + random.integerBelow(10)])
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return validText(random, schema, ids)
  }
}

function validObject(random: Random, schema: FuzzSchema, ids: readonly string[]) {
  const required = new Set(schema.required)
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name) || random.chance(0.4))
      .map(([name, field]) => [name, validValue(random, field, ids)]),
  )
}

function validText(random: Random, { pattern, minLength = 0 }: FuzzSchema, ids: readonly string[]) {
  const known = [...ids, ...TEXTS]
  const fitting = pattern ? known.filter((text) => new RegExp(pattern, 'u').test(text)) : known
  return random.pick(fitting.length ? fitting : TEXTS).padEnd(minLength, 'x')
}

const HOSTILE: unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff text',
  '\u202e\u2066right to left',
  'e\u0301'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(200),
  'a'.repeat(100_000),
  ' '.repeat(20_000),
  '<b>'.repeat(2_000),
  '('.repeat(5_000),
  "' or 1=1; drop table person --",
  '%00%0d%0aSet-Cookie: a=b',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  -1,
  -0,
  0.1,
  1e308,
  2 ** 53,
  -(2 ** 63),
  true,
  null,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { _id: null },
  Array.from({ length: 10_000 }, (_none, index) => index),
  Object.fromEntries(Array.from({ length: 2_000 }, (_none, index) => [`key${index}`, index])),
]

export const hostileValue = (random: Random): unknown => random.pick(HOSTILE)

/** Replaces some of the values inside a value. */
export function mutate(random: Random, value: unknown, probability = 0.2): unknown {
  if (random.chance(probability)) return hostileValue(random)
  if (Array.isArray(value)) return value.map((item) => mutate(random, item, probability))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
    .filter(() => !random.chance(probability / 4))
    .map(([key, item]) => [key, mutate(random, item, probability)])
  return Object.fromEntries(
    random.chance(probability / 4) ? [...entries, ['unknown', hostileValue(random)]] : entries,
  )
}
