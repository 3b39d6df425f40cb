// What the endpoints declare, as flags: `npm run reference` writes cli/src/commands/definitions/flags.json from it, so
// that help need not load the contract.
import {
  events,
  notificationTitles,
  reports,
  studios,
  workrequests,
  type Endpoint,
} from '@reelay/api/contract'
import { RULE_IDS } from '@reelay/subtitles/checks'
import { FORMAT_NAMES } from '@reelay/subtitles/formats'
import { SECRET_FIELDS } from '../src/resources/input/body.ts'
import type { FlagDefinition } from '../src/commands/definition.ts'
import type { EndpointFlags } from '../src/commands/definitions/flags.ts'
import { RESOURCE_DEFINITIONS } from '../src/resources/all.ts'
import { VERBS } from '../src/resources/names.ts'
import {
  unwrapNullable,
  fieldTypeOf,
  type FieldSchema,
  type FieldType,
} from '../src/resources/input/schema.ts'

export function flagsJson(): string {
  const kinds = Object.entries(RESOURCE_DEFINITIONS).map(([name, kind]) => [
    name,
    Object.fromEntries(
      VERBS.flatMap((verb) =>
        kind[verb]
          ? [[verb, verb === 'list' ? listing(kind[verb], FILTERS) : writing(kind[verb])]]
          : [],
      ),
    ),
  ])
  const report = Object.fromEntries(
    Object.entries(REPORTS).map(([name, endpoint]) => [
      name,
      listing(endpoint, { ...FILTERS, ...OF_REPORTS }),
    ]),
  )
  return `${written({ ...Object.fromEntries(kinds), report, values: VALUES })}\n`
}

export const REPORTS: Record<string, Endpoint> = {
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
  rule: RULE_IDS,
  profile: studios.StudioSettings.properties.subtitleProfile.enum,
  event: Object.fromEntries(
    events.EVENT_TYPES.map((type) => [type, notificationTitles.titleOf(type, '').trim()]),
  ),
}

function listing({ summary, query }: Endpoint, words: Record<string, string>): EndpointFlags {
  const fields = Object.entries((query as FieldSchema | undefined)?.properties ?? {}).filter(
    ([name]) => name !== 'format',
  )
  return {
    description: summary,
    flags: fields.map(([name, schema]) =>
      name === 'q' ? ['-q, --search <words>', 'what to look for'] : flagOf(name, schema, words),
    ),
  }
}

function writing({ summary, body = {} }: { summary: string; body?: FieldSchema }): EndpointFlags {
  const fields = Object.entries(body.properties ?? {}).filter(([name, schema]) =>
    isSaid(name, schema),
  )
  const flat = fields.filter(([, schema]) => fieldTypeOf(schema) !== 'whole')
  const zone: FlagDefinition[] = flat.some(([, schema]) => fieldTypeOf(schema) === 'moment')
    ? [
        [
          '--tz <zone>',
          'the time zone of the times given, such as Europe/Berlin; that of this machine when nothing is said',
        ],
      ]
    : []
  const within = fields
    .filter(([, schema]) => fieldTypeOf(schema) === 'whole')
    .map(([name]) => name)
  return {
    description: summary,
    flags: [...flat.map(([name, schema]) => flagOf(name, schema, FIELDS)), ...zone],
    ...(within.length && { nested: within }),
  }
}

/**
 * Not secrets, which no argument carries, nor what may be anything, because it is only ever sent
 * back.
 */
const isSaid = (name: string, schema: FieldSchema) =>
  !SECRET_FIELDS.includes(name) &&
  (fieldTypeOf(schema) !== 'whole' || unwrapNullable(schema).type !== undefined)

const TAKES: Record<FieldType, string> = {
  text: 'text',
  choice: 'value',
  number: 'number',
  truth: 'value',
  time: 'time',
  moment: 'time',
  ref: 'id',
  words: 'list',
  refs: 'ids',
  whole: 'json',
}

function flagOf(name: string, schema: FieldSchema, about: Record<string, string>): FlagDefinition {
  const said = about[name]
  if (!said) throw new Error(`cli/test/flags.ts has no words for ${name}`)
  const sort = fieldTypeOf(schema)
  const values =
    sort === 'truth'
      ? ['true', 'false']
      : sort === 'choice'
        ? unwrapNullable(schema)
            .enum!.map(String)
            .filter((value) => !value.includes('_'))
        : undefined
  const many = sort === 'words' && unwrapNullable(schema).items!.enum
  const [spelling, words] = [
    `--${kebab(name)} <${TAKES[sort]}>`,
    many ? `${said}: ${many.join(', ')}` : said,
  ]
  return values ? [spelling, words, values] : [spelling, words]
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const SPAN = 'from and to, such as 2026-11-01-2026-11-30; either side may be left out'
const FILTERS: Record<string, string> = {
  studio: 'id or slug of a studio',
  project: 'id or slug of a project',
  asset: 'id or slug of an asset',
  workRequest: 'id of a work request',
  status: 'one status or several, with commas',
  order: 'a field to sort by, with a minus before it the other way round: --order=-created',
  type: 'a type',
  mediaType: 'a type of medium',
  phase: 'the phase it is in',
  created: `when it was made: ${SPAN}`,
  due: `when it is due: ${SPAN}`,
  language: 'a language such as deu, or several with commas',
  country: 'a country such as DE',
  tag: 'a tag',
  territory: 'code of a territory such as DE, or several with commas',
  from: 'who ordered it: id, e-mail or me',
  translator: 'who translates it: id, e-mail or me',
  studios: 'ids or slugs of studios, with commas',
  projects: 'ids or slugs of projects, with commas',
  types: 'types of assets, with commas',
  user: 'whose: id, e-mail or me',
  read: 'whether you have read it',
  role: 'a role such as translator',
}
const OF_REPORTS = {
  territory: 'code of a territory such as DE',
  from: 'the first day, such as 2026-11-01',
  to: 'the last day, such as 2026-11-30',
  tz: 'in whose calendar, such as Europe/Berlin',
  by: 'in steps of',
  risk: 'how bad it is',
}
const FIELDS: Record<string, string> = {
  name: 'its name',
  slug: 'its name in addresses',
  logo: 'id of a file with its logo',
  status: 'its status',
  description: 'what it is about',
  release: 'when it is released',
  studio: 'id or slug of its studio',
  project: 'id or slug of its project',
  asset: 'id or slug of the asset',
  importName: 'its name where it came from',
  type: 'its type, such as trailer',
  mediaType: 'the type of its medium',
  aspectRatio: 'such as 16:9',
  thumbnail: 'id of a file with a still',
  creative: 'whether it is creative material',
  reason: 'why',
  language: 'a language such as deu',
  country: 'a country such as DE',
  tags: 'tags, with commas',
  md5: 'the digest its bytes will have',
  length: 'how many bytes will come',
  mime: 'the type of its bytes',
  territory: 'code of the territory such as DE',
  due: 'when it is due',
  deliveryDeadline: 'when it must be delivered at the latest',
  instructions: 'what to mind',
  audioFile: 'id of a file with its sound',
  auto: 'whether it was ordered by a machine',
  autosubs: 'whether the service makes the subtitles',
  dualLanguages: 'whether it has subtitles in two languages',
  autoMode: 'whether the service goes on by itself',
  from: 'who orders: yourself',
  code: 'what is wrong',
  workRequest: 'id of the work request',
  translator: 'id or e-mail of who translates',
  file: 'id of the file',
  decision: 'what you decide',
  files: 'ids of files, with commas',
  read: 'whether you have read it',
  viewed: 'whether you have seen it',
  emailNormal: 'the e-mail to sign in with',
  username: 'the same as the e-mail',
  roles: 'roles with commas',
  permissions: 'rights beside those of the roles, with commas',
  groups: 'ids of groups, with commas',
  studios: 'ids or slugs of studios, with commas',
  hasEnforced2fa: 'whether a second factor is asked of them',
  flags: 'flags, with commas',
}

/** One line for each flag, so that a difference can be read. */
const written = (value: unknown, indent = ''): string => {
  if (
    typeof value !== 'object' ||
    value === null ||
    (Array.isArray(value) &&
      value.every((part) => typeof part !== 'object' || Array.isArray(part)) &&
      !Array.isArray(value[0]))
  )
    return JSON.stringify(value)
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((part) => `${deeper}${JSON.stringify(part)}`)
    : Object.entries(value).map(
        ([name, part]) => `${deeper}${JSON.stringify(name)}: ${written(part, deeper)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length ? `${open}\n${parts.join(',\n')}\n${indent}${close}` : `${open}${close}`
}
