import type { TSchema } from 'typebox'
import { validatorOf } from '../validator.ts'

/** Texts for fields of these names. The first one that a schema accepts is its example. */
const TEXTS_BY_NAME: Record<string, string[]> = {
  name: ['Velmarra teaser', 'Velmarra_Teaser_DEU.mov'],
  slug: ['velmarra-teaser'],
  emailNormal: ['ada@example.com'],
  username: ['ada@example.com'],
  email: ['ada@example.com'],
  tz: ['Europe/Berlin'],
  territory: ['DE'],
  country: ['DE'],
  code: ['DE', 'eng', '123456'],
  language: ['deu'],
  reason: ['The last line is missing.'],
  text: ['See you <i>tomorrow</i>.'],
  url: ['https://example.com/hooks'],
  type: ['trailer', 'wam'],
  mediaType: ['video'],
  created: ['2026-11-01-2026-11-30'],
  order: ['-created'],
  currency: ['EUR'],
}

const TEXTS = [
  'example',
  '66b0f5a21c9d4e0012ab34cd',
  'deu',
  'DE',
  '//reelay.example.com/api/assets/66b0f5a21c9d4e0012ab34cd',
  '16:9',
  '2026-11-30',
  '09:00',
  '40.00',
  '00:00:01,500',
  '123456',
  '#ffcc00',
  'ada@example.com',
  'example.com',
  'LOCK',
  '0123456789abcdef0123456789abcdef',
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  'dBjftJeZ4CVP-mB92K27uh',
  'https://example.com/',
  '',
]
const NUMBERS = [1, 0, 1_790_000_000, 100, 1_000, 10_000]

type Keywords = {
  type?: string
  properties?: Record<string, TSchema>
  required?: string[]
  anyOf?: TSchema[]
  enum?: unknown[]
  const?: unknown
  items?: TSchema | TSchema[]
  minItems?: number
  values?: string[]
}

/** A value that the schema accepts. */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const { type, properties, anyOf, enum: allowed, const: only, items, values } = schema as Keywords
  if (only !== undefined) return only
  if (allowed) return allowed[0]
  if (values) return values[0]
  if (anyOf) return exampleOf(anyOf[0]!, name)
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([key, field]) => [key, exampleOf(field, key)]),
    )
  if (type === 'array') return exampleList(schema, items, name)
  if (type === 'boolean') return false
  const candidates =
    type === 'string' ? [...(TEXTS_BY_NAME[name] ?? []), ...TEXTS] : type ? NUMBERS : [null]
  return candidates.find((candidate) => validatorOf(schema).Check(candidate)) ?? null
}

function exampleList(schema: TSchema, items: Keywords['items'], name: string): unknown[] {
  if (Array.isArray(items)) return items.map((item) => exampleOf(item))
  const least = (schema as Keywords).minItems ?? 1
  return Array.from({ length: Math.max(1, least) }, () => exampleOf(items!, name))
}
