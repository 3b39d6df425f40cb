// Commands of a resource besides list, show, create, edit and delete.
import type { ResourceName } from '../../resources/names.ts'
import {
  JSON_FLAG,
  withClient,
  type ArgumentDefinition,
  type CommandDefinition,
  type FlagDefinition,
} from '../definition.ts'
import { listenCommand } from './events.ts'
import { flags } from './flags.ts'
import { CUT_FLAGS, FORMAT, LIST, READABLE_FORMAT, STRICT } from './work-requests.ts'

const ID = '6918a2f0c3d4e5f60718293a'
const SCRIPT: ArgumentDefinition = ['<script>', 'id of the script']
const OUTPUT: ArgumentDefinition = ['[file]', 'file to write; - or nothing for stdout']
const INPUT: ArgumentDefinition = ['<file>', 'file to read; - for stdin']
const STUDIO: FlagDefinition = ['--studio <id>', 'id or slug of the studio']

const scriptCommands: CommandDefinition[] = [
  {
    name: 'export',
    description: 'Export a script to a subtitle file',
    args: [SCRIPT, OUTPUT],
    flags: [FORMAT, LIST],
    examples: [
      `scripts export ${ID} english.srt`,
      `scripts export ${ID} --format vtt`,
      `scripts export ${ID} --list spotting spotting.xlsx`,
    ],
    run: withClient(async () => (await import('../translate/import-export.ts')).exportScript),
  },
  {
    name: 'check',
    description: 'Check the spelling of a script',
    args: [SCRIPT],
    flags: [JSON_FLAG],
    examples: [`scripts check ${ID}`],
    run: withClient(async () => (await import('../translate/check.ts')).checkScript),
  },
  {
    name: 'import',
    description: 'Import a subtitle file into a script; every new translation starts from it',
    args: [SCRIPT, INPUT],
    flags: [
      READABLE_FORMAT,
      [
        '--mode <which>',
        'merge by time, replace all lines, or append',
        ['merge', 'replace', 'append'],
      ],
      ['--dry-run', 'only show what would change, and what the import would drop or repair'],
      STRICT,
      JSON_FLAG,
    ],
    examples: [`scripts import ${ID} english.srt`],
    run: withClient(async () => (await import('../translate/import-export.ts')).importScript),
  },
]

const openPreview: CommandDefinition = {
  name: 'open',
  description: 'Open an asset in the web app and print its URL',
  args: [['<asset>', 'id or slug of an asset, or id of a preview']],
  flags: [['--print', 'only print the URL'], JSON_FLAG],
  examples: ['previews open almanac-season-trailer', `previews open ${ID} --print`],
  run: withClient(async () => (await import('../preview.ts')).openPreview),
}

const memoryCommands: CommandDefinition[] = [
  {
    name: 'export',
    description: 'Export the translation memory of a studio as TMX',
    args: [OUTPUT],
    flags: [
      STUDIO,
      ['--language <code>', 'only translations into this language'],
      ['--source-language <code>', 'only translations from this language'],
    ],
    examples: ['memory export lanternfold.tmx --studio lanternfold --language deu'],
    run: withClient(async () => (await import('../memory.ts')).exportMemory),
  },
  {
    name: 'import',
    description: 'Import a TMX file into the translation memory of a studio',
    args: [INPUT],
    flags: [STUDIO, JSON_FLAG],
    examples: ['memory import lanternfold.tmx --studio lanternfold'],
    run: withClient(async () => (await import('../memory.ts')).importMemory),
  },
]

const exportComments: CommandDefinition = {
  name: 'export',
  description:
    'Export the comments as a table, or as markers for Avid, Resolve, Premiere, Final Cut Pro or OpenTimelineIO',
  args: [['<offline>', 'id of the offline'], OUTPUT],
  flags: [['--format <format>', 'file format (default: csv)', flags.values.commentFormat]],
  examples: [
    `offline-comments export ${ID} comments.csv`,
    `offline-comments export ${ID} markers.edl --format resolve`,
    `offline-comments export ${ID} markers.xml --format premiere`,
  ],
  notes: 'Avid reads edl, Final Cut Pro reads fcpxml. Open threads are red, resolved ones green.',
  run: withClient(async () => (await import('../export-comments.ts')).exportComments),
}

const conformComments: CommandDefinition = {
  name: 'conform',
  description:
    'Move the comments of an earlier version to the cut of an offline; shows the plan unless --apply is given',
  args: [['<offline>', 'id of the offline with the new cut']],
  flags: [
    ['--from <offline>', 'id of the earlier version (default: the one before)'],
    ...CUT_FLAGS,
    ['--apply', 'move the comments; without it nothing changes'],
    JSON_FLAG,
  ],
  examples: [
    `offline-comments conform ${ID}`,
    `offline-comments conform ${ID} --edl new-cut.edl --apply`,
  ],
  notes: 'Without a list, a rate, points or an offset, the films of both versions are compared.',
  run: withClient(async () => (await import('../conform-comments.ts')).conformComments),
}

const renewSecret: CommandDefinition = {
  name: 'renew-secret',
  description: 'Replace the secret of a webhook; the new one is shown once',
  args: [['<id>', 'id of the webhook']],
  flags: [JSON_FLAG],
  examples: [`webhooks renew-secret ${ID}`],
  run: withClient(async () => (await import('../renew-secret.ts')).renewSecret),
}

const resend: CommandDefinition = {
  name: 'resend',
  description: 'Replace the links of a share and send the new ones; an open link is shown once',
  args: [['<id>', 'id of the share']],
  flags: [['--recipient <email>', 'only the link of this recipient'], JSON_FLAG],
  examples: [`shares resend ${ID}`, `shares resend ${ID} --recipient press@example.com`],
  run: withClient(async () => (await import('../resend.ts')).resendLinks),
}

export const MORE_COMMANDS: Partial<Record<ResourceName, CommandDefinition[]>> = {
  scripts: scriptCommands,
  previews: [openPreview],
  'offline-comments': [exportComments, conformComments],
  memory: memoryCommands,
  webhooks: [renewSecret, listenCommand],
  shares: [resend],
}
