import { withClientFactory, type CommandDefinition, type FlagDefinition } from '../definition.ts'
import { flags } from './flags.ts'

const fileFlags = Object.fromEntries(
  flags.files.create!.flags.map((flag) => [flag[0].split(' ')[0]!, flag]),
)
const ID = '6918a2f0c3d4e5f60718293a'
const PARALLEL: FlagDefinition = [
  '--parallel <number>',
  'how many files at once (default: 4; up to four times as many small ones)',
]
const JSON_EVENTS: FlagDefinition = ['--json', 'print one JSON object per event and line']

export const transferCommands: CommandDefinition[] = [
  {
    name: 'upload',
    description: 'Upload files and folders; run it again to resume',
    args: [['<path...>', 'files, folders, or quoted patterns']],
    flags: [
      ['--asset <id>', 'id or slug of the asset they belong to'],
      [
        '--project <id>',
        'id or slug of a project instead: each file goes to the asset whose slug or name matches the nearest folder above it',
      ],
      fileFlags['--language']!,
      fileFlags['--country']!,
      fileFlags['--tags']!,
      ['--set <field=value...>', 'set a nested field: embargo; repeatable'],
      ['--tz <zone>', 'time zone of the times given, such as Europe/Berlin (default: local)'],
      ['--force', 'upload even if the asset has a file with the same name and bytes'],
      ['--dry-run', 'only show what would be uploaded'],
      PARALLEL,
      JSON_EVENTS,
    ],
    formerFlags: { '--again': '--force' },
    examples: [
      'upload trailer.mov --asset almanac-season-trailer',
      'upload masters "stems/**/*.wav" --asset almanac-season-trailer --language deu --tags audio,final',
      'upload ~/ingest --project the-salt-almanac --json',
      'upload embargoed.mov --asset almanac-season-trailer --set embargo.end=2027-03-01',
    ],
    notes: [
      'After an interruption, run the same command again: no file is registered twice, and no confirmed byte is sent again.',
      'Files that the asset already has, with the same name and bytes, are skipped. A file that changed since then starts over.',
      'Hidden files inside folders and links that point outside the folder are skipped.',
    ].join('\n'),
    run: withClientFactory(async () => (await import('../upload.ts')).upload),
  },
  {
    name: 'download',
    description: 'Download original files; run it again to resume',
    args: [
      [
        '<what...>',
        'ids of files, ids or slugs of assets (all files), or ids of work requests (deliverables)',
      ],
    ],
    flags: [
      ['--to <folder>', 'target folder (default: the current folder)'],
      ['--language <code>', 'of assets and work requests, only files in this language'],
      ['--tag <tag>', 'of assets and work requests, only files with this tag'],
      ['--force', 'overwrite other files with the same names'],
      PARALLEL,
      JSON_EVENTS,
    ],
    examples: [
      `download ${ID}`,
      'download almanac-season-trailer --to masters --tag final',
      `download ${ID} --to delivered --json`,
    ],
    notes: [
      'A file is downloaded to a .part file and renamed once its SHA-256 is verified. Files that already exist with the same bytes are skipped.',
      "Files are never written outside the target folder. Files with the same name get their id appended. Deliverables have names by the studio's naming rule.",
      'If you reach the download limit, the command waits until you can continue.',
    ].join('\n'),
    run: withClientFactory(async () => (await import('../download.ts')).download),
  },
]
