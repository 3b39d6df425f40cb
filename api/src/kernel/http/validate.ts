import type { TObject, TSchema } from 'typebox'
import { invalid, malformed, type FieldError } from './contract/problem.ts'
import { validatorOf, type Validator } from './validator.ts'

const MISSING = 'is missing'
type Found = ReturnType<Validator['Errors']>[number]

/** Checks a value and throws a problem that names every fault at once. */
export function createChecker(
  schema: TSchema,
  where: 'body' | 'query' | 'params',
): (value: unknown) => void {
  return (value) => {
    const validator = validatorOf(schema)
    if (validator.Check(value)) return
    const found = validator.Errors(value)
    const unknown = found
      .filter((error) => error.keyword === 'additionalProperties')
      .flatMap(unknownFields)
    if (unknown.length) throw unknownField(where, unknown)
    const faults = found.flatMap(faultsOf)
    if (faults.some((fault) => fault.pointer === '/_id' && fault.message === MISSING))
      throw malformed('id.missing', 'Say in _id which record is meant.', faults)
    throw invalid(
      `${where}.invalid`,
      `The ${where} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}: ${faults[0]?.pointer || where} ${faults[0]?.message}.`,
      faults,
    )
  }
}

export type ParsedBody = { body: unknown; echoed: Record<string, unknown> }

/**
 * Splits a body into what the caller may write, which is checked, and the read-only fields it sends
 * back.
 * Fields that begin with `$` are computed, so they are dropped.
 */
export function createBodyParser(
  schema: TSchema,
  of: TObject | undefined,
): (body: unknown) => ParsedBody {
  const check = createChecker(schema, 'body')
  const writable = new Set(Object.keys((schema as TObject).properties ?? {}))
  const readable = new Set(Object.keys(of?.properties ?? {}))
  return (sent) => {
    if (sent === undefined) throw malformed('body.missing', 'This call needs a JSON body.')
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
      else unknown.push({ pointer: `/${key}`, message: 'is not a field of this record' })
    }
    if (unknown.length) throw unknownField('body', unknown)
    check(body)
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
  const names = errors.map((fault) => fault.pointer.slice(1)).join(', ')
  return malformed(
    `${where}.unknown-field`,
    `Unknown in the ${where}: ${names.slice(0, 300)}.`,
    errors,
  )
}

function unknownFields(error: Found): FieldError[] {
  const names = (error.params as { additionalProperties: string[] }).additionalProperties
  return names.map((name) => ({
    pointer: `${error.instancePath}/${name}`,
    message: 'is not a field of this record',
  }))
}

function faultsOf(error: Found): FieldError[] {
  if (error.keyword === 'boolean' || error.keyword === 'anyOf')
    return error.keyword === 'anyOf'
      ? [{ pointer: error.instancePath, message: 'has none of the allowed shapes' }]
      : []
  if (error.keyword === 'required') {
    const names = error.params.requiredProperties
    return names.map((name) => ({ pointer: `${error.instancePath}/${name}`, message: MISSING }))
  }
  if (error.keyword === 'enum') {
    const allowed = error.params.allowedValues
    return [{ pointer: error.instancePath, message: `must be one of ${allowed.join(', ')}` }]
  }
  return [{ pointer: error.instancePath, message: error.message }]
}
