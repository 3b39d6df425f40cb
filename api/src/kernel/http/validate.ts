import type { TObject, TSchema } from 'typebox'
import { invalid, malformed, type FieldError } from './contract/problem.ts'
import { MISSING, findSchemaErrors, unknownFieldAt } from './schema-errors.ts'
import { createSizeChecker } from './size-checker.ts'
import { MAX_FAULTS, validatorOf } from './validator.ts'

/** Throws a problem that lists the errors of a value, at most 20. */
export function createChecker(
  schema: TSchema,
  where: 'body' | 'query' | 'params',
): (value: unknown) => void {
  return (value) => {
    if (validatorOf(schema).Check(value)) return
    const { unknown, invalid: errors, notListed } = findSchemaErrors(schema, value)
    if (unknown.length) throw unknownField(where, unknown)
    if (errors.some(({ pointer, message }) => pointer === '/_id' && message === MISSING))
      throw malformed('id.required', 'Name the record in _id.', errors)
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    const detail = `The ${where} is invalid: ${errors[0]?.pointer || where} ${errors[0]?.message}${more}.`
    throw where === 'query' && notListed.length
      ? malformed('query.unknown-value', detail, errors)
      : invalid(`${where}.invalid`, detail, errors)
  }
}

/** Leaves the values to the handler. */
export function rejectUnknownParameters(schema: TObject, query: object): void {
  if ((schema as { additionalProperties?: boolean }).additionalProperties !== false) return
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(schema.properties, name))
  if (unknown.length)
    throw unknownField(
      'query',
      unknown.slice(0, MAX_FAULTS).map((name) => unknownFieldAt(`/${name}`)),
    )
}

export type ParsedBody = { body: unknown; echoed: Record<string, unknown> }

/**
 * Splits a body into writable fields, which are validated, and read-only fields that are sent back
 * (`echoed`). Fields that begin with `$` are computed and ignored.
 */
export function createBodyParser(
  schema: TSchema,
  record: TObject | undefined,
): (body: unknown) => ParsedBody {
  const check = createChecker(schema, 'body')
  const checkSizes = createSizeChecker(schema)
  const writable = new Set(Object.keys((schema as TObject).properties ?? {}))
  const readable = new Set(Object.keys(record?.properties ?? {}))
  return (sent) => {
    if (sent === undefined) throw malformed('body.required', 'This request needs a JSON body.')
    if (sent === null || typeof sent !== 'object' || Array.isArray(sent) || writable.size === 0) {
      check(sent)
      return { body: sent, echoed: {} }
    }
    const body: Record<string, unknown> = {}
    const echoed: Record<string, unknown> = {}
    const unknown: FieldError[] = []
    for (const [key, value] of Object.entries(sent)) {
      if (key.startsWith('$')) continue
      if (writable.has(key)) body[key] = withoutComputed(value)
      else if (readable.has(key)) echoed[key] = value
      else unknown.push(unknownFieldAt(`/${key}`))
      if (unknown.length === MAX_FAULTS) break
    }
    if (unknown.length) throw unknownField('body', unknown)
    check(body)
    checkSizes(body)
    return { body, echoed }
  }
}

function withoutComputed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutComputed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('$'))
      .map(([key, item]) => [key, withoutComputed(item)]),
  )
}

function unknownField(where: string, errors: FieldError[]) {
  const names = errors.map(({ pointer }) => pointer.slice(1)).join(', ')
  return malformed(
    `${where}.unknown-field`,
    `The ${where} contains unknown fields: ${names.slice(0, 300)}.`,
    where === 'body'
      ? errors
      : errors.map((error) => ({ ...error, message: 'is not a parameter of this request' })),
  )
}
