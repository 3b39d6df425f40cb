// What a schema says, in words and rows.
import * as contract from '../../../api/src/contract.ts'
import * as small from '../../../api/src/kernel/schema.ts'
import { anchor, code } from './markdown.ts'
import type { Sources } from './sources.ts'

/** JSON Schema as the declarations use it. */
type Json = {
  type?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json | Json[]
  anyOf?: Json[]
  enum?: unknown[]
  const?: string | number | boolean
  patternProperties?: Record<string, Json>
  additionalProperties?: boolean | Json
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}
export type Shape = { name: string; slice: string; schema: Json; says: string }
export type Shapes = Map<string, Shape & { page: string }>

const keyOf = (schema: Json): string => JSON.stringify(schema)
/** A shape of which every field may be left out. */
const wholeOf = (part: Json, shapes: Shapes) =>
  part.properties && !part.required
    ? [...shapes.values()].find(
        ({ schema }) => JSON.stringify(schema.properties) === JSON.stringify(part.properties),
      )
    : undefined

/**
 * The small shapes that every contract is made of, with what they are for readers; api.md prints
 * this.
 */
export const SMALL: [name: string, schema: Json, says: string][] = [
  ['id', small.Id, '24 characters of `0`–`9` and `a`–`f`, made by the service; opaque'],
  [
    'slug',
    small.Slug,
    'lower-case letters and digits with `-` or `.` between them, unique in its collection, at most 100 characters',
  ],
  ['id or slug', small.IdOrSlug, 'either of them; what stands in a path'],
  ['reference', small.Ref, 'an id, or an object of which only `_id` is read'],
  ['seconds', small.Seconds, 'whole seconds since 1970 UTC; milliseconds are refused'],
  ['language', small.Language, 'three lower-case letters, ISO 639-2 or -3'],
  ['country', small.Country, 'two or three capital letters: ISO 3166, or the code of a territory'],
  ['e-mail', small.Email, 'an address, at most 254 characters; compared without case'],
  ['link', small.Link, 'an address without its scheme, `//host/api/…`'],
  ['removed', small.Removed, '`{ _id, removed: true }`'],
]
const SMALL_NAMES = new Map(SMALL.map(([name, schema]) => [keyOf(schema), name]))

/** What the contracts export by name, with the comment that stands over it. */
export function namedShapes(sources: Sources): Shape[] {
  return Object.entries(contract).flatMap(([slice, module]) =>
    Object.entries(module as Record<string, unknown>).flatMap(([name, value]) => {
      const schema = value as Json
      if (
        !/^[A-Z][a-z]/.test(name) ||
        !schema?.properties ||
        Object.keys(schema.properties).length < 2
      )
        return []
      const comment = new RegExp(
        String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*export const ${name}\b`,
      ).exec(sources.get(`${slice}/contract.ts`)?.text ?? '')?.[1]
      return [
        {
          name,
          slice,
          schema,
          says: (comment ?? '')
            .replace(/^\s*\*/gm, '')
            .replace(/\s+/g, ' ')
            .trim(),
        },
      ]
    }),
  )
}

export function typeOf(schema: Json, shapes: Shapes, at: string): string {
  const shape = shapes.get(keyOf(schema)) ?? wholeOf(schema, shapes)
  if (shape)
    return `${shapes.has(keyOf(schema)) ? '' : 'any part of '}[${shape.name}](${shape.page === at ? '' : `${shape.page}.md`}#${anchor(shape.name)})`
  const name = SMALL_NAMES.get(keyOf(schema))
  if (name) return name
  if (schema.enum)
    return schema.enum
      .map((value) => code(JSON.stringify(value).replaceAll('"', '') || '""'))
      .join(', ')
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((one) => typeOf(one, shapes, at)))].join(' or ')
  const write = WORDS[schema.type ?? '']
  return write ? write(schema, (inner) => typeOf(inner, shapes, at)) : 'anything'
}

const WORDS: Record<string, (schema: Json, inner: (schema: Json) => string) => string> = {
  string: ({ format, pattern, minLength, maxLength }) =>
    format === 'binary'
      ? 'bytes'
      : pattern
        ? `text like ${code(pattern)}`
        : `text${limits(minLength, maxLength, ' characters')}`,
  integer: ({ minimum, maximum }) => `whole number${limits(minimum, maximum)}`,
  number: ({ minimum, maximum }) => `number${limits(minimum, maximum)}`,
  boolean: () => 'true or false',
  null: () => 'null',
  array: ({ items = {}, minItems, maxItems }, inner) => {
    if (Array.isArray(items)) return `[${items.map(inner).join(', ')}]`
    return `list of ${inner(items).replace(/^object$/, 'objects')}${limits(minItems, maxItems, ' of them')}`
  },
  object: ({ properties, patternProperties, additionalProperties }, inner) => {
    const values =
      Object.values(patternProperties ?? {})[0] ??
      (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    return properties && Object.keys(properties).length
      ? 'object'
      : values
        ? `object of ${inner(values)} by name`
        : 'object'
  },
}

const number = (value: number) => value.toLocaleString('en')
function limits(least: number | undefined, most: number | undefined, unit = ''): string {
  const span =
    least !== undefined && least !== 0 && most !== undefined
      ? `${number(least)} to ${number(most)}`
      : most !== undefined
        ? `at most ${number(most)}`
        : least
          ? `at least ${number(least)}`
          : undefined
  return span ? ` (${span}${unit})` : ''
}

/** A row for each field, and for each field of what has no name of its own. */
export function rowsOf(schema: Json, shapes: Shapes, at: string, before = ''): string[][] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    [[code(before + name), typeOf(field, shapes, at), required.has(name) ? 'yes' : '']].concat(
      nestedIn(field, shapes).flatMap(({ inner, by }) =>
        rowsOf(inner, shapes, at, `${before}${name}${by}.`),
      ),
    ),
  )
}

function nestedIn(field: Json, shapes: Shapes, by = ''): { inner: Json; by: string }[] {
  if (shapes.has(keyOf(field)) || wholeOf(field, shapes) || SMALL_NAMES.has(keyOf(field))) return []
  if (field.anyOf) return field.anyOf.flatMap((one) => nestedIn(one, shapes, by))
  if (field.items && !Array.isArray(field.items)) return nestedIn(field.items, shapes, `${by}[]`)
  const values = Object.values(field.patternProperties ?? {})[0]
  if (values) return nestedIn(values, shapes, `${by}.<name>`)
  return field.properties ? [{ inner: field, by }] : []
}

/** Every named shape in it, however deep. */
export function shapesIn(
  schema: Json | undefined,
  known: ReadonlyMap<string, Shape>,
  found = new Set<string>(),
): Set<string> {
  if (!schema || typeof schema !== 'object') return found
  const key = keyOf(schema)
  if (known.has(key)) {
    if (found.has(key)) return found
    found.add(key)
  }
  for (const inner of [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.anyOf ?? []),
    ...[schema.items ?? []].flat(),
  ])
    shapesIn(inner, known, found)
  return found
}
