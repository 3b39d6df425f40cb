// Generates cli/src/commands/definitions/flags.json from the endpoints (`npm run reference`), so
// that help does not load the contract.
import {
  events,
  notificationTitles,
  offlines,
  reports,
  studios,
  workrequests,
  type Endpoint,
} from '@reelay/api/contract'
import { RULE_IDS } from '@reelay/subtitles/checks'
import { CUE_VARIANTS, DELIVERY_NAMES } from '@reelay/subtitles/delivery'
import { FORMAT_NAMES, READABLE_FORMAT_NAMES } from '@reelay/subtitles/formats'
import type { FlagDefinition } from '../src/commands/definition.ts'
import type { EndpointFlags } from '../src/commands/definitions/flags.ts'
import { RESOURCE_DEFINITIONS } from '../src/resources/all.ts'
import { SECRET_FIELDS } from '../src/resources/input/body.ts'
import {
  fieldTypeOf,
  unwrapNullable,
  type FieldSchema,
  type FieldType,
} from '../src/resources/input/schema.ts'
import { VERBS } from '../src/resources/names.ts'
import { BODY_FIELDS, FILTERS, REPORT_FILTERS } from './flag-descriptions.ts'

export function flagsJson(): string {
  const resources = Object.entries(RESOURCE_DEFINITIONS).map(([name, resource]) => [
    name,
    Object.fromEntries(
      VERBS.flatMap((verb) => {
        const endpoint = resource[verb]
        if (!endpoint) return []
        return [[verb, verb === 'list' ? listFlags(endpoint, FILTERS) : bodyFlags(endpoint)]]
      }),
    ),
  ])
  const report = Object.fromEntries(
    Object.entries(REPORT_ENDPOINTS).map(([name, endpoint]) => [
      name,
      listFlags(endpoint, { ...FILTERS, ...REPORT_FILTERS }),
    ]),
  )
  return `${formatJson({ ...Object.fromEntries(resources), report, values: VALUES })}\n`
}

export const REPORT_ENDPOINTS: Record<string, Endpoint> = {
  coverage: reports.coverageReport,
  risk: reports.riskReport,
  volume: reports.volumeReport,
  turnaround: reports.turnaroundReport,
  rejections: reports.rejectionReport,
  downloads: reports.downloadReport,
}

const VALUES = {
  status: workrequests.STATUSES,
  code: workrequests.REJECTION_CODES,
  format: FORMAT_NAMES,
  readableFormat: READABLE_FORMAT_NAMES,
  delivery: DELIVERY_NAMES,
  deliveryUse: studios.DELIVERY_USES,
  variant: CUE_VARIANTS,
  commentFormat: offlines.EXPORT_FORMATS,
  rule: RULE_IDS,
  profile: studios.StudioSettings.properties.subtitleProfile.enum,
  event: Object.fromEntries(
    events.EVENT_TYPES.map((type) => [type, notificationTitles.titleOf(type, '').trim()]),
  ),
}

function listFlags(
  { summary, query }: Endpoint,
  descriptions: Record<string, string>,
): EndpointFlags {
  const fields = Object.entries((query as FieldSchema | undefined)?.properties ?? {}).filter(
    ([name]) => name !== 'format',
  )
  return {
    description: summary,
    flags: fields.map(([name, schema]) =>
      name === 'q' ? ['-q, --search <words>', 'search text'] : flagFor(name, schema, descriptions),
    ),
  }
}

const TIME_ZONE: FlagDefinition = [
  '--tz <zone>',
  'time zone of the times given, such as Europe/Berlin (default: local)',
]

function bodyFlags({ summary, body = {} }: { summary: string; body?: FieldSchema }): EndpointFlags {
  const fields = Object.entries(body.properties ?? {})
    .filter(([name, schema]) => hasFlag(name, schema))
    .map(([name, schema]) => ({ name, schema, type: fieldTypeOf(schema) }))
  const flat = fields.filter(({ type }) => type !== 'json')
  const nested = fields.filter(({ type }) => type === 'json').map(({ name }) => name)
  return {
    description: summary,
    flags: [
      ...flat.map(({ name, schema }) => flagFor(name, schema, BODY_FIELDS)),
      ...(flat.some(({ type }) => type === 'zoned-time') ? [TIME_ZONE] : []),
    ],
    ...(nested.length && { nested }),
  }
}

/** No secrets, and no untyped fields: clients only send those back as they are. */
const hasFlag = (name: string, schema: FieldSchema) =>
  !SECRET_FIELDS.includes(name) &&
  (fieldTypeOf(schema) !== 'json' || unwrapNullable(schema).type !== undefined)

const PLACEHOLDERS: Record<FieldType, string> = {
  text: 'text',
  choice: 'value',
  number: 'number',
  boolean: 'value',
  time: 'time',
  'zoned-time': 'time',
  reference: 'id',
  list: 'list',
  'reference-list': 'ids',
  'recipient-list': 'emails',
  json: 'json',
}

function flagFor(
  name: string,
  schema: FieldSchema,
  descriptions: Record<string, string>,
): FlagDefinition {
  const description = descriptions[name]
  if (!description) throw new Error(`cli/test/flag-descriptions.ts has no description of ${name}`)
  const type = fieldTypeOf(schema)
  const choices = type === 'list' && unwrapNullable(schema).items!.enum
  const values = valuesOf(type, schema)
  const flag = [
    `--${kebabCase(name)} <${PLACEHOLDERS[type]}>`,
    choices ? `${description}: ${choices.join(', ')}` : description,
  ] as const
  return values ? [...flag, values] : flag
}

function valuesOf(type: FieldType, schema: FieldSchema): string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  if (type !== 'choice') return undefined
  return unwrapNullable(schema)
    .enum!.map(String)
    .filter((value) => !value.includes('_'))
}

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** JSON with one line for each flag, so that a diff is readable. */
function formatJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null || isFlatList(value)) return JSON.stringify(value)
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((part) => `${deeper}${JSON.stringify(part)}`)
    : Object.entries(value).map(
        ([name, part]) => `${deeper}${JSON.stringify(name)}: ${formatJson(part, deeper)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length ? `${open}\n${parts.join(',\n')}\n${indent}${close}` : `${open}${close}`
}

const isFlatList = (value: object) =>
  Array.isArray(value) &&
  value.every((part) => typeof part !== 'object' || Array.isArray(part)) &&
  !Array.isArray(value[0])
