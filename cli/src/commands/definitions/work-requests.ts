import {
  JSON_FLAG,
  withClient,
  type ArgumentDefinition,
  type CommandDefinition,
  type FlagDefinition,
} from '../definition.ts'
import { flags } from './flags.ts'

const ID = '6918a2f0c3d4e5f60718293a'
const { status, code, delivery, deliveryUse, variant, format, readableFormat, rule, profile } =
  flags.values

const order: CommandDefinition = {
  name: 'order',
  description: 'Order localized versions of assets',
  args: [['<asset...>', 'ids or slugs of assets']],
  flags: [
    ['--territory <code>', 'territory such as DE (default: your own)'],
    ['--language <code>', 'language such as deu'],
    [
      '--to <territory:language...>',
      'one order for each territory and language, such as DE:deu,FR:fra',
    ],
    ['--uses <use:detail...>', 'uses such as Online:1080p or Broadcast:HD:ship; comma-separated'],
    ['--dialogue <list>', 'OV, Subtitled, Dubbed or Dedicated; comma-separated'],
    ['--graphics <list>', 'OV, Dedicated and others; comma-separated'],
    ['--narration <list>', 'OV, Subtitled, Dubbed and others; comma-separated'],
    ['--due <time>', 'due date, such as 2026-12-01T18:00'],
    ['--tz <zone>', 'time zone of the due date, such as Europe/Berlin (default: local)'],
    ['--instructions <text>', 'instructions for the people who work on it'],
    ['--tags <list>', 'tags, comma-separated'],
    ['--autosubs', 'generate the subtitles automatically'],
    ['--set <field=value...>', 'set any other field; repeatable'],
    [
      '--body <file>',
      'read the fields as JSON from a file, or from stdin with -; flags override it',
    ],
    ['--draft', 'save a draft: nobody is notified, and everything can still be changed'],
    ['--estimate', 'only show the estimated price'],
    [
      '--idempotency-key <text>',
      'name of this order: the same command within a day orders nothing twice',
    ],
    JSON_FLAG,
  ],
  formerFlags: { '--key': '--idempotency-key' },
  examples: [
    'order almanac-season-trailer --territory DE --language deu --uses Online:1080p --dialogue Subtitled --due 2026-12-01T18:00 --tz Europe/Berlin',
    'order velmarra-teaser --to DE:deu,FR:fra,ES:spa --uses Online:1080p --dialogue Subtitled --due 2026-12-01',
    'order velmarra-teaser velmarra-trailer-1 --territory DE --language deu --uses Online:1080p,Broadcast:HD --dialogue Dubbed --due 2026-12-01 --estimate',
  ],
  run: withClient(async () => (await import('../order.ts')).order),
}

const move: CommandDefinition = {
  name: 'move',
  description:
    'Move a work request to another status; without a status, show the possible ones and what is missing',
  args: [
    ['<request>', 'id of the work request'],
    ['[status]', 'the new status', status],
  ],
  flags: [
    ['--reason <text>', 'reason for the change'],
    ['--code <value>', 'what is wrong, for a rejection', code],
    JSON_FLAG,
  ],
  examples: [
    `move ${ID}`,
    `move ${ID} approved`,
    `move ${ID} rejected --code timing --reason "the last line comes late"`,
  ],
  run: withClient(async () => (await import('../move.ts')).move),
}

const TRANSLATION: ArgumentDefinition = [
  '<translation>',
  'id of a translation, or of its work request',
]
const GRAPHICS: FlagDefinition = ['--graphics', 'the graphics list of a work request']
export const FORMAT: FlagDefinition = [
  '--format <format>',
  'file format (default: from the file name)',
  format,
]
export const STRICT: FlagDefinition = [
  '--strict',
  'refuse a file with a fault instead of repairing it or leaving cues out',
]
export const READABLE_FORMAT: FlagDefinition = [
  '--format <format>',
  'file format (default: from the file)',
  readableFormat,
]
export const LIST: FlagDefinition = [
  '--list <which>',
  'a dialogue list or a spotting list, as PDF or XLSX by the file name',
  ['dialogue', 'spotting'],
]
const PROFILE: FlagDefinition = [
  '--profile <name>',
  "subtitle profile (default: the studio's)",
  profile,
]

const OFFSET: FlagDefinition = [
  '--offset <timecode>',
  'time of the first frame in the file, such as 10:00:00:00',
]

const translateFiles: CommandDefinition[] = [
  {
    name: 'export',
    description: 'Export a translation to a subtitle file',
    args: [TRANSLATION, ['[file]', 'file to write; - or nothing for stdout']],
    flags: [
      FORMAT,
      ['--delivery <profile>', 'the profile of a recipient instead of a format', delivery],
      [
        '--use <use>',
        'the profile of the studio for an ordered use, such as Broadcast',
        deliveryUse,
      ],
      ['--variant <which>', 'everything, only forced narratives, or no sounds and names', variant],
      LIST,
      ['--of <what>', 'the translation or the source text', ['text', 'source']],
      OFFSET,
      ['--dry-run', 'only show what the file would lose'],
      GRAPHICS,
    ],
    examples: [
      `translate export ${ID} german.srt`,
      `translate export ${ID} --delivery netflix-ttml german.xml`,
      `translate export ${ID} --use Broadcast german.stl`,
      `translate export ${ID} --variant clean german.srt`,
      `translate export ${ID} --list dialogue dialogue.pdf`,
      `translate export ${ID} --format stl --dry-run`,
      `translate export ${ID} --format vtt > german.vtt`,
    ],
    run: withClient(async () => (await import('../translate/import-export.ts')).exportLines),
  },
  {
    name: 'import',
    description: 'Import a subtitle file into a translation; lines are matched by their times',
    args: [TRANSLATION, ['<file>', 'file to read; - for stdin']],
    flags: [
      READABLE_FORMAT,
      ['--into <what>', 'whether the file has the translation or the source', ['text', 'source']],
      ['--times <which>', 'take the times of the file or keep the present ones', ['take', 'keep']],
      [
        '--mode <which>',
        'merge by time, replace all lines, or append',
        ['merge', 'replace', 'append'],
      ],
      OFFSET,
      ['--dry-run', 'only show what would change, and what the import would drop or repair'],
      STRICT,
      GRAPHICS,
      JSON_FLAG,
    ],
    examples: [
      `translate import ${ID} german.srt`,
      `translate import ${ID} german.srt --mode replace --dry-run`,
      `translate import ${ID} - --format srt < german.srt`,
    ],
    run: withClient(async () => (await import('../translate/import-export.ts')).importLines),
  },
]

const translateChecks: CommandDefinition[] = [
  {
    name: 'check',
    description: 'Check a translation against a subtitle profile; errors end with exit code 8',
    args: [TRANSLATION],
    flags: [PROFILE, GRAPHICS, JSON_FLAG],
    examples: [`translate check ${ID}`, `translate check ${ID} --profile bbc --json`],
    run: withClient(async () => (await import('../translate/check.ts')).check),
  },
  {
    name: 'fix',
    description: 'Fix what the checks can fix automatically',
    args: [TRANSLATION],
    flags: [
      ['--all', 'fix findings of every rule'],
      ['--rule <rule...>', `only these rules, comma-separated: ${rule.join(', ')}`],
      PROFILE,
      ['--dry-run', 'only show what would change'],
      GRAPHICS,
      JSON_FLAG,
    ],
    formerFlags: { '--code': '--rule' },
    examples: [`translate fix ${ID} --all --dry-run`, `translate fix ${ID} --rule SPACES,ELLIPSIS`],
    run: withClient(async () => (await import('../translate/check.ts')).fix),
  },
]

/** What says where the parts of the old cut are in the new one. */
export const CUT_FLAGS: FlagDefinition[] = [
  ['--edl <file>', 'EDL (CMX3600) of the new cut'],
  ['--otio <file>', 'OpenTimelineIO file of the new cut'],
  ['--changes <file>', 'change list: rows with old start, old stop, new start, new stop'],
  ['--old <file>', 'EDL or OTIO file of the old cut, if the new one has other sources'],
  ['--start <timecode>', 'timecode of the first frame of the new cut (default: a full hour)'],
  ['--old-start <timecode>', 'timecode of the first frame of the old cut'],
  ['--stretch <rates>', 'from one frame rate to another, such as 25:24'],
  ['--points <times...>', 'two old times with their new times, comma-separated'],
  ['--offset <seconds>', 'move everything by this time, such as -2.5'],
]

const translateConform: CommandDefinition = {
  name: 'conform',
  description:
    'Move the lines of a translation to a new cut of its film; shows the plan unless --apply is given',
  args: [TRANSLATION],
  flags: [
    ['--from <preview>', 'id of the preview with the old cut'],
    ['--to <preview>', 'id of the preview with the new cut; the two films are compared'],
    ...CUT_FLAGS,
    ['--apply', 'change the lines; without it nothing changes'],
    ['--accept', 'take the first proposal for each flagged line'],
    ['--keep-dropped', 'keep lines of removed parts at their old times'],
    GRAPHICS,
    JSON_FLAG,
  ],
  examples: [
    `translate conform ${ID} --from 6918a2f0c3d4e5f60718293b --to 6918a2f0c3d4e5f60718293c`,
    `translate conform ${ID} --edl new-cut.edl --apply`,
    `translate conform ${ID} --stretch 25:24 --apply`,
    `translate conform ${ID} --points 00:00:10.000=00:00:12.000,01:30:00.000=01:33:45.000`,
  ],
  run: withClient(async () => (await import('../translate/conform.ts')).conform),
}

const translate: CommandDefinition = {
  name: 'translate',
  description: 'Export, import, check, fix and conform the lines of a translation',
  examples: [`translate export ${ID} german.srt`, `translate check ${ID}`],
  subcommands: [...translateFiles, ...translateChecks, translateConform],
}

export const workRequestCommands: CommandDefinition[] = [order, move, translate]
