import { patient, type Declared, type Flag } from '../declared.ts'
import flags from '../flags.json' with { type: 'json' }

const ofFiles = Object.fromEntries((flags.files.create.flags as unknown as Flag[]).map((flag) => [flag[0].split(' ')[0]!, flag]))
const PARALLEL: Flag = ['--parallel <number>', 'how many files at once; 4 when nothing is said, and of small ones four times as many']
const EVENTS: Flag = ['--json', 'one line of JSON for each thing that happens, for machines']

export const byteCommands: Declared[] = [
  {
    name: 'upload', about: 'Bring files, folders and what a pattern matches; given again, it goes on where it was', words: [['<path...>', 'files, folders with all that is in them, or patterns in quotes']],
    flags: [
      ['--asset <id>', 'id or slug of the asset they belong to'], ['--project <id>', 'instead, id or slug of a project: each file goes to the asset whose slug or name the nearest folder above it has'],
      ofFiles['--language']!, ofFiles['--country']!, ofFiles['--tags']!, ['--set <field=value...>', 'a field within another, of embargo; may be given several times'], ['--tz <zone>', 'the time zone of the times given, such as Europe/Berlin; that of this machine when nothing is said'],
      ['--again', 'also what the asset has already, under the same name and with the same bytes'], ['--dry-run', 'only tell what would be sent'], PARALLEL, EVENTS,
    ],
    examples: ['upload trailer.mov --asset almanac-season-trailer', 'upload masters "stems/**/*.wav" --asset almanac-season-trailer --language deu --tags audio,final', 'upload ~/ingest --project the-salt-almanac --json', 'upload embargoed.mov --asset almanac-season-trailer --set embargo.end=2027-03-01'],
    more: 'After Ctrl-C, a kill, a cut line or a restart of the service, give the same command again: no file is registered twice, and no byte that the service has acknowledged is sent again.\nWhat the asset has already, under the same name and with the same bytes, is left alone. A file that changed in the meantime begins anew.\nHidden files inside folders are left out, and so are links that lead out of the folder.',
    run: patient(async () => (await import('../commands/upload.ts')).upload),
  },
]
