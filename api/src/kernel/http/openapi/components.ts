import type { TSchema } from 'typebox'
import { exampleOf } from './example.ts'

type JsonSchema = Record<string, unknown>
type Convert = (schema: TSchema, name?: string) => JsonSchema

/**
 * Converts schemas to those of OpenAPI 3.1. A schema with a name becomes a component, and a reference
 * wherever it is used.
 */
export function createComponents(componentNames: ReadonlyMap<string, string>): {
  schemas: Record<string, JsonSchema>
  convert: Convert
} {
  const names = new Map(componentNames)
  const schemas: Record<string, JsonSchema> = {}
  const keys = new WeakMap<TSchema, string>()
  const keyOf = (schema: TSchema) => {
    const key = keys.get(schema) ?? JSON.stringify(schema)
    keys.set(schema, key)
    return key
  }
  const convert: Convert = (schema, suggested) => {
    const key = keyOf(schema)
    const name = names.get(key) ?? (isRecord(schema) ? suggested : undefined)
    if (!name) return convertInline(schema, convert)
    names.set(key, name)
    schemas[name] ??= {
      ...convertInline(schema, convert),
      ...(isRecord(schema) && { examples: [exampleOf(schema)] }),
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  return { schemas, convert }
}

const isRecord = (schema: TSchema) =>
  Object.keys((schema as { properties?: object }).properties ?? {}).length > 0

/** Keywords of ours that no other program knows. */
const OWN_KEYWORDS = new Set(['maxBytes', 'values'])

function convertInline(schema: TSchema, convert: Convert): JsonSchema {
  const converted = Object.entries(schema)
    .filter(([keyword]) => !OWN_KEYWORDS.has(keyword))
    .flatMap(([keyword, value]) => convertKeyword(keyword, value, schema, convert))
  return Object.fromEntries(converted)
}

function convertKeyword(
  keyword: string,
  value: unknown,
  schema: TSchema,
  convert: Convert,
): [string, unknown][] {
  switch (keyword) {
    case 'properties':
      return [[keyword, mapValues(value as Record<string, TSchema>, (field) => convert(field))]]
    case 'patternProperties':
      return convertPatterns(value as Record<string, TSchema>, convert)
    case 'anyOf':
      return [[keyword, (value as TSchema[]).map((branch) => convert(branch))]]
    case 'propertyNames':
      return [[keyword, convert(value as TSchema)]]
    case 'items':
      return Array.isArray(value)
        ? [
            ['prefixItems', value.map((item: TSchema) => convert(item))],
            ['items', false],
          ]
        : [[keyword, convert(value as TSchema)]]
    case 'additionalItems':
      return []
    case 'expects':
      return [['description', value]]
    case 'enum':
      return [...typeOfEnum(value as unknown[], schema), [keyword, value]]
    default:
      return [[keyword, value]]
  }
}

/** A record with any keys, which generators know as additionalProperties. */
function convertPatterns(patterns: Record<string, TSchema>, convert: Convert): [string, unknown][] {
  const [anyKey] = Object.values(patterns)
  return Object.keys(patterns).join() === '^.*$'
    ? [['additionalProperties', convert(anyKey!)]]
    : [['patternProperties', mapValues(patterns, (field) => convert(field))]]
}

function typeOfEnum(values: unknown[], schema: TSchema): [string, unknown][] {
  if ('type' in schema) return []
  if (values.every((value) => typeof value === 'string')) return [['type', 'string']]
  return values.every((value) => Number.isInteger(value)) ? [['type', 'integer']] : []
}

const mapValues = <T, R>(object: Record<string, T>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
