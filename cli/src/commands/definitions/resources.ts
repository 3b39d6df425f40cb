// `reelay <resource> list|show|create|edit|delete`, from the resource names and the endpoints' flags.
import {
  RESOURCES,
  VERBS,
  type ResourceHelp,
  type ResourceName,
  type Verb,
} from '../../resources/names.ts'
import {
  JSON_FLAG,
  withClient,
  type ArgumentDefinition,
  type CommandDefinition,
  type CommandContext,
  type CommandInput,
  type FlagDefinition,
  inputName,
  type RunCommand,
} from '../definition.ts'
import { flags, type EndpointFlags } from './flags.ts'
import { MORE_COMMANDS } from './resource-commands.ts'

const LIST_FLAGS: FlagDefinition[] = [
  ['--limit <number>', 'maximum number of records (default: 20)'],
  ['--offset <number>', 'how many records to skip (at most 10000)'],
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

const RUN: Record<Verb, RunCommand> = {
  list: withClient(async () => (await import('../list.ts')).list),
  show: withClient(async () => (await import('../show.ts')).show),
  create: withClient(async () => (await import('../create.ts')).create),
  edit: withClient(async () => (await import('../edit.ts')).edit),
  delete: withClient(async () => (await import('../delete.ts')).deleteRecords),
}

const DEFINE: Record<
  Verb,
  (
    /** The words of the command, with the parent of the example. */
    command: string,
    help: ResourceHelp,
    endpoint: EndpointFlags,
  ) => Pick<CommandDefinition, 'args' | 'flags' | 'examples' | 'notes'>
> = {
  list: (command, { list }, endpoint) => ({
    flags: [...endpoint.flags, ...LIST_FLAGS],
    examples: [
      `${command} ${list}`,
      `${command} --all --jsonl`,
      `${command} --fields _id,created --limit 3`,
    ],
  }),
  show: (command, help) => ({
    args: [idArgument(help)],
    flags: [['--etag', 'print only its ETag, for edit --if-match'], JSON_FLAG],
    examples: [`${command} ${help.sample}`, `${command} ${help.sample} --json`],
  }),
  create: (command, { singular, create }, { flags: own, nested = [] }) => ({
    flags: [...own, ...bodyFlags(nested)],
    examples: [`${command} ${create}`, `${command} --body ${dashed(singular)}.json --json`],
  }),
  edit: (command, help, { flags: own, nested = [] }) => ({
    args: [idArgument(help)],
    flags: [
      ...own,
      ['--if-match <etag>', 'only if nobody changed it since show --etag'],
      ...bodyFlags(nested),
    ],
    examples: [`${command} ${help.sample} ${help.edit}`],
    notes:
      'Sends only the given fields and prints what changed. If somebody else changes them in the meantime, nothing is written.',
  }),
  delete: (command, help) => ({
    args: [[idArgument(help)[0].replace('>', '...>'), idArgument(help)[1]]],
    flags: [['--yes', 'do not ask for confirmation'], JSON_FLAG],
    examples: [`${command} ${help.sample}`, `${command} ${help.sample} --yes`],
  }),
}

function idArgument({ singular, sample }: ResourceHelp): ArgumentDefinition {
  if (singular === 'user') return ['<id>', 'id or email of the user, or me']
  if (singular === 'territory') return ['<id>', 'id or code of the territory']
  return ['<id>', `id${sample.length === 24 ? '' : ' or slug'} of the ${singular}`]
}

const dashed = (words: string) => words.replaceAll(' ', '-')

function subcommandsOf(name: ResourceName): CommandDefinition[] {
  const help: ResourceHelp = RESOURCES[name]
  const { parent } = help
  return VERBS.flatMap((verb): CommandDefinition[] => {
    const endpoint = flags[name][verb]
    if (!endpoint) return []
    const command = [name, verb, ...(parent ? [parent.sample] : [])].join(' ')
    const { args = [], ...definition } = DEFINE[verb](command, help, endpoint)
    return [
      {
        name: verb,
        description: endpoint.description,
        args: parent ? [[parent.argument, parent.description], ...args] : args,
        ...definition,
        run: (input: CommandInput, context: CommandContext) =>
          RUN[verb](
            {
              ...input,
              resource: name,
              ...(parent && { parent: input[inputName(parent.argument)] }),
            },
            context,
          ),
      },
    ]
  })
}

/** `download` is the command that downloads files. */
const aliasOf = (name: string, { singular }: ResourceHelp): string | undefined =>
  name !== 'downloads' && [`${singular}s`, singular.replace(/y$/, 'ies')].map(dashed).includes(name)
    ? dashed(singular)
    : undefined

export const resourceCommands: CommandDefinition[] = Object.entries<ResourceHelp>(RESOURCES).map(
  ([name, help]) => {
    const subcommands = [
      ...subcommandsOf(name as ResourceName),
      ...(MORE_COMMANDS[name as ResourceName] ?? []),
    ]
    return {
      name,
      alias: aliasOf(name, help),
      description: help.description,
      examples: subcommands.slice(0, 2).map(({ examples }) => examples[0]!),
      subcommands,
    }
  },
)
