import type { TSchema } from 'typebox'
import type { FieldError } from './contract/problem.ts'
import { shortPointer } from './short-pointer.ts'
import { MAX_FAULTS, validatorOf } from './validator.ts'

/** What is wrong with a value. Each field has at most one error. */
export type SchemaErrors = {
  unknown: FieldError[]
  invalid: FieldError[]
  /** Those of `invalid` whose value is not one of a few allowed values. */
  notListed: FieldError[]
}

export const MISSING = 'is missing'

/**
 * The keywords of JSON Schema that the contracts use. `values` names the parts of a comma list, and
 * `expects` follows "must be".
 */
type Keywords = {
  type?: string
  expects?: string
  enum?: readonly unknown[]
  values?: readonly string[]
  const?: unknown
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  required?: string[]
  additionalProperties?: boolean | TSchema
  patternProperties?: Record<string, TSchema>
  propertyNames?: TSchema
  maxProperties?: number
  items?: TSchema | TSchema[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

/**
 * Says in words what is wrong with a value. The validator decides whether it is wrong; its own
 * messages name every branch of a union and the text of patterns.
 */
export function findSchemaErrors(schema: TSchema, value: unknown): SchemaErrors {
  const errors: SchemaErrors = { unknown: [], invalid: [], notListed: [] }
  collect(schema, value, '', errors)
  if (errors.unknown.length + errors.invalid.length === 0)
    errors.invalid.push({ pointer: '', message: `must be ${nounOf(schema)}` })
  return errors
}

function collect(schema: TSchema, value: unknown, pointer: string, errors: SchemaErrors): void {
  if (errors.unknown.length + errors.invalid.length >= MAX_FAULTS) return
  if (validatorOf(schema).Check(value)) return
  const { anyOf, type } = schema as Keywords
  if (anyOf) return collectUnion(schema, value, pointer, errors)
  if (type === 'object' && isObject(value)) return collectObject(schema, value, pointer, errors)
  if (type === 'array' && Array.isArray(value)) return collectArray(schema, value, pointer, errors)
  report(schema, errors, { pointer: shortPointer(pointer), message: messageFor(schema, value) })
}

function report(schema: TSchema, errors: SchemaErrors, error: FieldError): void {
  errors.invalid.push(error)
  const { enum: allowed, values } = schema as Keywords
  if (allowed || values) errors.notListed.push(error)
}

/** Explains the branch that was meant, or else names all of them. */
function collectUnion(
  schema: TSchema,
  value: unknown,
  pointer: string,
  errors: SchemaErrors,
): void {
  const branches = (schema as Keywords).anyOf!
  const meant = withMostFields(
    branches.filter((branch) => typesOf(branch).includes(typeOf(value))),
    value,
  )
  if (meant.length === 1) return collect(meant[0]!, value, pointer, errors)
  report(schema, errors, {
    pointer: shortPointer(pointer),
    message: `must be ${nounOf(schema)}`,
  })
}

/** Of several objects, those with the same constants, and then those with most of the fields. */
function withMostFields(branches: TSchema[], value: unknown): TSchema[] {
  if (!isObject(value)) return branches
  const fields = Object.entries(value)
  const propertiesOf = (branch: TSchema) => (branch as Keywords).properties ?? {}
  const fitting = branches.filter((branch) =>
    fields.every(([name, item]) => {
      const { const: constant = item } = (propertiesOf(branch)[name] ?? {}) as Keywords
      return constant === item
    }),
  )
  const count = (branch: TSchema) =>
    fields.filter(([name]) => Object.hasOwn(propertiesOf(branch), name)).length
  const most = Math.max(...fitting.map(count))
  return fitting.filter((branch) => count(branch) === most)
}

function collectObject(
  schema: TSchema,
  value: object,
  pointer: string,
  errors: SchemaErrors,
): void {
  const keywords = schema as Keywords
  const { properties = {}, required = [], maxProperties } = keywords
  const pointerTo = (key: string) => `${pointer}/${escapeKey(key)}`
  for (const name of required.filter((key) => !Object.hasOwn(value, key)))
    errors.invalid.push({ pointer: shortPointer(pointerTo(name)), message: MISSING })
  const entries = Object.entries(value)
  if (maxProperties !== undefined && entries.length > maxProperties)
    errors.invalid.push({
      pointer: shortPointer(pointer),
      message: `must have at most ${maxProperties} entries`,
    })
  for (const [key, item] of entries) {
    if (errors.unknown.length + errors.invalid.length >= MAX_FAULTS) return
    if (Object.hasOwn(properties, key)) collect(properties[key]!, item, pointerTo(key), errors)
    else if (!isAllowedKey(keywords)) errors.unknown.push(unknownFieldAt(pointerTo(key)))
    else collectEntry(keywords, key, item, pointerTo(key), errors)
  }
}

/** The pattern of a record accepts every key; `propertyNames` limits them. */
const isAllowedKey = ({ patternProperties, additionalProperties }: Keywords) =>
  additionalProperties !== false || patternProperties !== undefined

/** An entry of a record, whose keys are chosen by the caller. */
function collectEntry(
  { propertyNames, patternProperties = {}, additionalProperties }: Keywords,
  key: string,
  item: unknown,
  pointer: string,
  errors: SchemaErrors,
): void {
  if (propertyNames && !validatorOf(propertyNames).Check(key)) {
    errors.invalid.push({
      pointer: shortPointer(pointer),
      message: `has a name that ${messageFor(propertyNames, key)}`,
    })
    return
  }
  const [byPattern] = Object.values(patternProperties)
  const schema = byPattern ?? additionalProperties
  if (schema && schema !== true) collect(schema, item, pointer, errors)
}

function collectArray(
  schema: TSchema,
  value: unknown[],
  pointer: string,
  errors: SchemaErrors,
): void {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems } = schema as Keywords
  const before = errors.unknown.length + errors.invalid.length
  if (value.length >= minItems && value.length <= maxItems)
    value.forEach((item, index) => {
      const itemSchema = Array.isArray(items) ? items[index] : items
      if (itemSchema) collect(itemSchema, item, `${pointer}/${index}`, errors)
    })
  if (errors.unknown.length + errors.invalid.length > before) return
  errors.invalid.push({
    pointer: shortPointer(pointer),
    message:
      value.length > maxItems
        ? `must have at most ${counted(maxItems, 'entry', 'entries')}`
        : value.length < minItems
          ? `must have at least ${counted(minItems, 'entry', 'entries')}`
          : uniqueItems
            ? 'must not contain the same entry twice'
            : `must be ${nounOf(schema)}`,
  })
}

function messageFor(schema: TSchema, value: unknown): string {
  const { type, minLength = 0, maxLength = Infinity } = schema as Keywords
  if (type === 'string' && typeof value === 'string') {
    const length = [...value].length
    if (length > maxLength)
      return `must have at most ${counted(maxLength, 'character', 'characters')}`
    if (length === 0 && minLength === 1) return 'must not be empty'
    if (length < minLength)
      return `must have at least ${counted(minLength, 'character', 'characters')}`
  }
  return `must be ${nounOf(schema)}`
}

const counted = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`

/** What a schema accepts, to follow "must be". */
function nounOf(schema: TSchema): string {
  const { expects, enum: allowed, const: only, anyOf, type } = schema as Keywords
  if (expects) return expects
  if (anyOf) return [...new Set(anyOf.map(nounOf))].join(' or ')
  if (allowed) return `one of ${allowed.join(', ')}`
  if (only !== undefined) return JSON.stringify(only)
  if (type === 'integer' || type === 'number') return numberNoun(schema)
  return NOUNS[type ?? ''] ?? 'valid'
}

const NOUNS: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

function numberNoun(schema: TSchema): string {
  const { type, minimum, maximum } = schema as Keywords
  const noun = type === 'integer' ? 'a whole number' : 'a number'
  if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${noun}, ${minimum} or more`
  return maximum === undefined ? noun : `${noun}, ${maximum} or less`
}

/** The JSON types that a schema accepts. */
function typesOf(schema: TSchema): string[] {
  const { type, anyOf, enum: allowed, const: only } = schema as Keywords
  if (anyOf) return anyOf.flatMap(typesOf)
  if (allowed) return allowed.map(typeOf)
  if (only !== undefined) return [typeOf(only)]
  return type === 'integer' ? ['number'] : type ? [type] : []
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

export const unknownFieldAt = (pointer: string): FieldError => ({
  pointer: shortPointer(pointer),
  message: 'is not a field of this record',
})
