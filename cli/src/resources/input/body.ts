// Builds a request body: fields from flags, nested fields from --set, all of it from --body.
import type { Endpoint } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../../output/exit-codes.ts'
import { readInput } from './bytes.ts'
import { setField } from './fields.ts'
import { resolveReferences } from './references.ts'
import { fieldTypeOf, isNullable, unwrapNullable, type FieldSchema } from './schema.ts'
import { parseTime, parseZonedTime } from './time.ts'

/** Besides these, every field that has a flag, by its own name. */
export type BodyOptions = { set?: string[]; body?: string; tz?: string }
type Body = Record<string, unknown>

export async function buildBody(
  client: Client,
  endpoint: Endpoint,
  { set = [], body, tz, ...flags }: BodyOptions,
): Promise<Body> {
  const schema = endpoint.body as FieldSchema
  const fields = Object.entries(flags)
    .filter(([name]) => schema.properties?.[name])
    .map(([name, value]) => [name, parseValue(schema.properties![name], String(value), name, tz)])
  const flat: Body = {
    ...(body !== undefined && (await readBody(body))),
    ...Object.fromEntries(fields),
  }
  const whole = set.reduce((current, assignment) => assign(current, schema, assignment, tz), flat)
  return resolveReferences(client, schema, whole)
}

async function readBody(path: string): Promise<Body> {
  const content = (await readInput(path)).toString()
  try {
    const body: unknown = JSON.parse(content)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  } catch {
    // Invalid JSON gets the same message as JSON that is not an object.
  }
  throw new CliError('usage', `${path === '-' ? 'The input' : path} is not a JSON object.`)
}

/** Fields that must not appear in a shell's history. */
export const SECRET_FIELDS = ['password', 'currentPassword', 'passphrase']

/** Applies one `--set field=value`. */
function assign(body: Body, schema: FieldSchema, assignment: string, tz: string | undefined): Body {
  const [, path, value] = /^([^=]+)=([^]*)$/.exec(assignment) ?? []
  if (path === undefined || value === undefined)
    throw new CliError(
      'usage',
      `--set takes field=value, such as settings.leadTimeHours=48, not "${assignment}".`,
    )
  const names = path.split('.')
  if (SECRET_FIELDS.includes(names[0]!))
    throw new CliError(
      'usage',
      `The shell's history would keep ${names[0]}. Pass it on stdin instead: --body -`,
    )
  const field = names.reduce<FieldSchema | undefined>(
    (part, name) => part && unwrapNullable(part).properties?.[name],
    schema,
  )
  return setField(body, names, parseValue(field, value, path, tz))
}

/**
 * Parses the text for its field. An empty text clears a nullable field. Enum values are not checked
 * here: the service does that.
 */
function parseValue(
  schema: FieldSchema | undefined,
  value: string,
  name: string,
  tz: string | undefined,
): unknown {
  if (!schema) return parseJson(value, () => value)
  if (value === '' && isNullable(schema)) return null
  const { items, enum: choices = [] } = unwrapNullable(schema)
  switch (fieldTypeOf(schema)) {
    case 'text':
    case 'reference':
      return value
    case 'choice':
      return choices.find((choice) => String(choice) === value) ?? value
    case 'number':
      return parseNumber(value, name)
    case 'boolean':
      return parseBoolean(value, name)
    case 'time':
      return parseTime(value, tz)
    case 'zoned-time':
      return parseZonedTime(value, tz)
    case 'list':
    case 'reference-list':
      return splitList(value).map((item) => parseValue(items, item, name, tz))
    case 'recipient-list':
      return splitList(value).map((email) => ({ email }))
    default:
      return parseJson(value, () => {
        throw new CliError(
          'usage',
          `${name} takes JSON, or part by part: --set ${name}.<part>=<value>`,
        )
      })
  }
}

/** Splits a comma-separated list. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function parseJson(value: string, otherwise: () => unknown): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return otherwise()
  }
}

function parseNumber(value: string, name: string): number {
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number))
    throw new CliError('usage', `${name} takes a number, not "${value}".`)
  return number
}

function parseBoolean(value: string, name: string): boolean {
  const found = { true: true, yes: true, false: false, no: false }[value.toLowerCase()]
  if (found === undefined)
    throw new CliError('usage', `${name} takes true or false, not "${value}".`)
  return found
}
