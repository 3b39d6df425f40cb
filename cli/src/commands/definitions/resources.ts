// `reelay <resource> list|show|create|edit`, from the resource names and the endpoints' flags.
import { RESOURCES, VERBS, type ResourceName, type Verb } from '../../resources/names.ts'
import {
  JSON_FLAG,
  withClient,
  type ArgumentDefinition,
  type CommandDefinition,
  type CommandInput,
  type FlagDefinition,
} from '../definition.ts'
import { flags, type EndpointFlags } from './flags.ts'

const LIST_FLAGS: FlagDefinition[] = [
  ['--limit <number>', 'maximum number of records (default: 20)'],
  ['--offset <number>', 'how many records to skip'],
  ['--all', 'all records, page by page'],
  ['--fields <names>', 'only these fields, such as _id,name,asset.slug'],
  ['--json', 'print a JSON array'],
  ['--jsonl', 'print one JSON object per line'],
]
const bodyFlags = (nested: string[]): FlagDefinition[] => [
  [
    '--set <field=value...>',
    `set a nested field${nested.length ? `: ${nested.join(', ')}` : ''}; repeatable`,
  ],
  ['--body <file>', 'read the fields as JSON from a file, or from stdin with -; flags override it'],
  JSON_FLAG,
]

const RUN: Record<Verb, (input: CommandInput) => Promise<void>> = {
  list: withClient(async () => (await import('../list.ts')).list),
  show: withClient(async () => (await import('../show.ts')).show),
  create: withClient(async () => (await import('../create.ts')).create),
  edit: withClient(async () => (await import('../edit.ts')).edit),
}

type Help = {
  singular: string
  sample: string
  list: string
  create?: string
  edit?: string
}

const DEFINE: Record<
  Verb,
  (
    name: ResourceName,
    help: Help,
    endpoint: EndpointFlags,
  ) => Pick<CommandDefinition, 'args' | 'flags' | 'examples' | 'notes'>
> = {
  list: (name, { list }, endpoint) => ({
    flags: [...endpoint.flags, ...LIST_FLAGS],
    examples: [
      `${name} list ${list}`,
      `${name} list --all --jsonl`,
      `${name} list --fields _id,created --limit 3`,
    ],
  }),
  show: (name, help) => ({
    args: [idArgument(help)],
    flags: [['--etag', 'print only its ETag, for edit --if-match'], JSON_FLAG],
    examples: [`${name} show ${help.sample}`, `${name} show ${help.sample} --json`],
  }),
  create: (name, { singular, create }, { flags: own, nested = [] }) => ({
    flags: [...own, ...bodyFlags(nested)],
    examples: [`${name} create ${create}`, `${name} create --body ${singular}.json --json`],
  }),
  edit: (name, help, { flags: own, nested = [] }) => ({
    args: [idArgument(help)],
    flags: [
      ...own,
      ['--if-match <etag>', 'only if nobody changed it since show --etag'],
      ...bodyFlags(nested),
    ],
    examples: [`${name} edit ${help.sample} ${help.edit}`],
    notes:
      'Sends only the given fields. If somebody else changes them in the meantime, nothing is written.',
  }),
}

const idArgument = ({ singular, sample }: Help): ArgumentDefinition => [
  '<id>',
  sample.length === 24 ? `id of the ${singular}` : `id or slug of the ${singular}`,
]

const subcommandsOf = (name: ResourceName): CommandDefinition[] =>
  VERBS.flatMap((verb) => {
    const endpoint = flags[name][verb]
    if (!endpoint) return []
    return [
      {
        name: verb,
        description: endpoint.description,
        ...DEFINE[verb](name, RESOURCES[name], endpoint),
        run: (input: CommandInput) => RUN[verb]({ ...input, resource: name }),
      },
    ]
  })

export const resourceCommands: CommandDefinition[] = Object.entries(RESOURCES).map(
  ([name, { singular, description, sample, list }]) => ({
    name,
    // `download` is the command that downloads files.
    alias: name === 'downloads' ? undefined : singular,
    description,
    examples: [
      `${name} list ${list}`,
      ...('edit' in RESOURCES[name as ResourceName] ? [`${name} show ${sample}`] : []),
    ],
    subcommands: subcommandsOf(name as ResourceName),
  }),
)
