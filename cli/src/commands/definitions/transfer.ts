import { patient, type Declared, type Flag } from '../definition.ts'
import { flags } from './flags.ts'

const ofFiles = Object.fromEntries(
  flags.files.create!.flags.map((flag) => [flag[0].split(' ')[0]!, flag]),
)
const ID = '6918a2f0c3d4e5f60718293a'
const PARALLEL: Flag = [
  '--parallel <number>',
  'how many files at once; 4 when nothing is said, and of small ones four times as many',
]
const EVENTS: Flag = ['--json', 'one line of JSON for each thing that happens, for machines']

export const byteCommands: Declared[] = [
  {
    name: 'upload',
    about: 'Bring files, folders and what a pattern matches; given again, it goes on where it was',
    words: [['<path...>', 'files, folders with all that is in them, or patterns in quotes']],
    flags: [
      ['--asset <id>', 'id or slug of the asset they belong to'],
      [
        '--project <id>',
        'instead, id or slug of a project: each file goes to the asset whose slug or name the nearest folder above it has',
      ],
      ofFiles['--language']!,
      ofFiles['--country']!,
      ofFiles['--tags']!,
      ['--set <field=value...>', 'a field within another, of embargo; may be given several times'],
      [
        '--tz <zone>',
        'the time zone of the times given, such as Europe/Berlin; that of this machine when nothing is said',
      ],
      ['--again', 'also what the asset has already, under the same name and with the same bytes'],
      ['--dry-run', 'only tell what would be sent'],
      PARALLEL,
      EVENTS,
    ],
    examples: [
      'upload trailer.mov --asset almanac-season-trailer',
      'upload masters "stems/**/*.wav" --asset almanac-season-trailer --language deu --tags audio,final',
      'upload ~/ingest --project the-salt-almanac --json',
      'upload embargoed.mov --asset almanac-season-trailer --set embargo.end=2027-03-01',
    ],
    more: 'After Ctrl-C, a kill, a cut line or a restart of the service, give the same command again: no file is registered twice, and no byte that the service has acknowledged is sent again.\nWhat the asset has already, under the same name and with the same bytes, is left alone. A file that changed in the meantime begins anew.\nHidden files inside folders are left out, and so are links that lead out of the folder.',
    run: patient(async () => (await import('../upload.ts')).upload),
  },
  {
    name: 'download',
    about: 'Take files as they were brought; given again, it goes on where it was',
    words: [
      [
        '<what...>',
        'ids of files, ids or slugs of assets for all their files, ids of work requests for what they deliver',
      ],
    ],
    flags: [
      ['--to <folder>', 'where to; the folder you are in when nothing is said'],
      ['--language <code>', 'of assets and work requests, only files in this language'],
      ['--tag <tag>', 'of assets and work requests, only files with this tag'],
      ['--force', 'write over other files that have these names'],
      PARALLEL,
      EVENTS,
    ],
    examples: [
      `download ${ID}`,
      'download almanac-season-trailer --to masters --tag final',
      `download ${ID} --to delivered --json`,
    ],
    more: "Bytes come into a .part beside the file and are held against the SHA-256 of the service before they get its name; what was broken off goes on where it was. What is there already with the same bytes is left alone.\nNames from the service cannot lead out of the folder. Where several would have the same name, the id is in it. What a work request delivers has the names of the studio's rule.\nWho has taken as many files as they may in ten minutes waits.",
    run: patient(async () => (await import('../download.ts')).download),
  },
]
