// The body of a call, of what was typed: fields as flags, fields within fields by --set, all of it
// by --body.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@reelay/api/contract'
import type { Client } from '../../client.ts'
import { Stop } from '../../output/exit-codes.ts'
import { withField } from './fields.ts'
import { resolve } from './references.ts'
import { insideOf, mayBeNull, sortOf, type Schema } from './schema.ts'
import { secondsFrom, zonedFrom } from './time.ts'

/** Beside these, each field that is a flag, under its own name. */
export type Writing = { set?: string[]; body?: string; tz?: string }
type Body = Record<string, unknown>

export async function bodyFrom(
  client: Client,
  endpoint: Endpoint,
  { set = [], body, tz, ...given }: Writing,
): Promise<Body> {
  const schema = endpoint.body as Schema
  const flags = Object.entries(given)
    .filter(([name]) => schema.properties?.[name])
    .map(([name, typed]) => [name, valueOf(schema.properties![name], String(typed), name, tz)])
  const whole: Body = {
    ...(body !== undefined && (await readBody(body))),
    ...Object.fromEntries(flags),
  }
  return resolve(
    client,
    schema,
    set.reduce((so, typed) => withSet(so, schema, typed, tz), whole),
  )
}

async function readBody(path: string): Promise<Body> {
  const found =
    path === '-'
      ? await text(process.stdin)
      : await readFile(path, 'utf8').catch((error: Error) => {
          throw new Stop('misused', `${path} cannot be read: ${error.message}`)
        })
  try {
    const read: unknown = JSON.parse(found)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Body
  } catch {
    // Not JSON: the same as another JSON than an object.
  }
  throw new Stop('misused', `${path === '-' ? 'What was piped in' : path} is not a JSON object.`)
}

/** What must not stand in the history of a shell. */
export const SECRETS = ['password', 'currentPassword']

function withSet(body: Body, schema: Schema, typed: string, tz: string | undefined): Body {
  const [, path, value] = /^([^=]+)=([^]*)$/.exec(typed) ?? []
  if (path === undefined || value === undefined)
    throw new Stop(
      'misused',
      `--set takes a field and its value, such as settings.leadTimeHours=48, not "${typed}".`,
    )
  const names = path.split('.')
  if (SECRETS.includes(names[0]!))
    throw new Stop(
      'misused',
      `The history of your shell keeps what you type, so ${names[0]} is not taken here. Pipe it in: --body -`,
    )
  const declared = names.reduce<Schema | undefined>(
    (part, name) => part && insideOf(part).properties?.[name],
    schema,
  )
  return withField(body, names, valueOf(declared, value, path, tz))
}

/**
 * What was typed, as the field that it is for takes it. Nothing at all clears a field that may be
 * empty. Which values there are, the service knows and tells.
 */
function valueOf(
  schema: Schema | undefined,
  typed: string,
  name: string,
  tz: string | undefined,
): unknown {
  if (!schema) return jsonOr(typed, () => typed)
  if (typed === '' && mayBeNull(schema)) return null
  const { items, enum: values = [] } = insideOf(schema)
  switch (sortOf(schema)) {
    case 'text':
    case 'ref':
      return typed
    case 'choice':
      return values.find((value) => String(value) === typed) ?? typed
    case 'number':
      return numberOf(typed, name)
    case 'truth':
      return truthOf(typed, name)
    case 'time':
      return secondsFrom(typed, tz)
    case 'moment':
      return zonedFrom(typed, tz)
    case 'words':
    case 'refs':
      return typed
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => valueOf(items, part, name, tz))
    default:
      return jsonOr(typed, () => {
        throw new Stop(
          'misused',
          `${name} takes JSON, or its parts one by one: --set ${name}.<part>=<value>`,
        )
      })
  }
}

function jsonOr(typed: string, otherwise: () => unknown): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return otherwise()
  }
}

function numberOf(typed: string, name: string): number {
  const number = Number(typed)
  if (typed.trim() === '' || Number.isNaN(number))
    throw new Stop('misused', `${name} takes a number, not "${typed}".`)
  return number
}

function truthOf(typed: string, name: string): boolean {
  const found = { true: true, yes: true, false: false, no: false }[typed.toLowerCase()]
  if (found === undefined) throw new Stop('misused', `${name} takes true or false, not "${typed}".`)
  return found
}
