import { JSON_FLAG, signedIn, type Declared, type Flag, type Word } from '../definition.ts'
import { flags } from './flags.ts'

const ID = '6918a2f0c3d4e5f60718293a'
const { status, code, format, rule, profile } = flags.values
const SHEET: Word = [
  '<translation>',
  'id of a translation, or of a work request, whose own it then is',
]
const GRAPHICS: Flag = ['--graphics', 'of a work request, its list of graphics']

const ordering: Declared = {
  name: 'order',
  about: 'Order versions of assets',
  words: [['<asset...>', 'ids or slugs of what to order a version of']],
  flags: [
    ['--territory <code>', 'for whom, such as DE; your own when nothing is said'],
    ['--language <code>', 'such as deu'],
    [
      '--uses <use:detail...>',
      'what for, such as Online:1080p or Broadcast:HD:ship; several with commas',
    ],
    ['--dialogue <list>', 'OV, Subtitled, Dubbed or Dedicated, with commas'],
    ['--graphics <list>', 'OV, Dedicated or another'],
    ['--narration <list>', 'OV, Subtitled, Dubbed or another'],
    ['--due <time>', 'when it is due, such as 2026-12-01T18:00'],
    [
      '--tz <zone>',
      'the time zone of that, such as Europe/Berlin; that of this machine when nothing is said',
    ],
    ['--instructions <text>', 'what to mind'],
    ['--tags <list>', 'tags, with commas'],
    ['--autosubs', 'the service makes the subtitles by itself'],
    ['--set <field=value...>', 'another field of the order'],
    ['--body <file>', 'the fields as JSON from a file, or from a pipe with -; flags win over it'],
    ['--draft', 'keep it as a draft: nobody is told, and everything can still be changed'],
    ['--estimate', 'only tell what it would cost'],
    [
      '--key <text>',
      'a name for this order: given again within a day with the same flags, nothing is ordered twice',
    ],
    JSON_FLAG,
  ],
  examples: [
    'order almanac-season-trailer --territory DE --language deu --uses Online:1080p --dialogue Subtitled --due 2026-12-01T18:00 --tz Europe/Berlin',
    'order velmarra-teaser velmarra-trailer-1 --territory DE --language deu --uses Online:1080p,Broadcast:HD --dialogue Dubbed --due 2026-12-01 --estimate',
  ],
  run: signedIn(async () => (await import('../order.ts')).order),
}

const moving: Declared = {
  name: 'move',
  about:
    'Move a work request on; without a status, show where it can go and what stands in the way',
  words: [
    ['<request>', 'id of the work request'],
    ['[status]', 'where to', status],
  ],
  flags: [
    ['--reason <text>', 'why'],
    ['--code <value>', 'what is wrong, for a rejection', code],
    JSON_FLAG,
  ],
  examples: [
    `move ${ID}`,
    `move ${ID} approved`,
    `move ${ID} rejected --code timing --reason "the last line comes late"`,
  ],
  run: signedIn(async () => (await import('../move.ts')).move),
}

const translating: Declared = {
  name: 'translate',
  about: 'The lines of a translation: take them out, bring them in, check and mend them',
  examples: [`translate export ${ID} german.srt`, `translate check ${ID}`],
  under: [
    {
      name: 'export',
      about: 'Write a translation to a file of the trade',
      words: [SHEET, ['[file]', 'where to; - or nothing for the terminal']],
      flags: [
        ['--format <format>', "that of the file's name when nothing is said", format],
        ['--of <what>', 'the translation, or the original beside it', ['text', 'source']],
        GRAPHICS,
      ],
      examples: [
        `translate export ${ID} german.srt`,
        `translate export ${ID} --format vtt > german.vtt`,
      ],
      run: signedIn(async () => (await import('../translate/import-export.ts')).exportLines),
    },
    {
      name: 'import',
      about: 'Bring a file of the trade into a translation; lines are matched by their times',
      words: [SHEET, ['<file>', 'the file; - for what is piped in']],
      flags: [
        ['--format <format>', "that of the file's name when nothing is said", format],
        ['--into <what>', 'whether it holds the translation or the original', ['text', 'source']],
        ['--times <which>', 'whether lines move to where the file has them', ['take', 'keep']],
        ['--left <which>', 'what becomes of lines that nothing came for', ['keep', 'remove']],
        ['--dry-run', 'only tell what would come of it'],
        GRAPHICS,
        JSON_FLAG,
      ],
      examples: [
        `translate import ${ID} german.srt`,
        `translate import ${ID} german.srt --dry-run`,
        `translate import ${ID} - --format srt < german.srt`,
      ],
      run: signedIn(async () => (await import('../translate/import-export.ts')).importLines),
    },
    {
      name: 'check',
      about: 'Check a translation as a broadcaster would; errors end with exit code 8',
      words: [SHEET],
      flags: [
        ['--profile <name>', "another set of rules than the studio's", profile],
        GRAPHICS,
        JSON_FLAG,
      ],
      examples: [`translate check ${ID}`, `translate check ${ID} --profile bbc --json`],
      run: signedIn(async () => (await import('../translate/check.ts')).check),
    },
    {
      name: 'fix',
      about: 'Mend what the checks can safely mend',
      words: [SHEET],
      flags: [
        ['--all', 'of every rule'],
        ['--code <rule...>', `of some: ${rule.join(', ')}; several with commas`],
        ['--profile <name>', "by another set of rules than the studio's", profile],
        ['--dry-run', 'only tell what would be changed'],
        GRAPHICS,
        JSON_FLAG,
      ],
      examples: [
        `translate fix ${ID} --all --dry-run`,
        `translate fix ${ID} --code SPACES,ELLIPSIS`,
      ],
      run: signedIn(async () => (await import('../translate/check.ts')).fix),
    },
  ],
}

const previewing: Declared = {
  name: 'preview',
  about: 'Watch a film in the web app',
  examples: ['preview open almanac-season-trailer'],
  under: [
    {
      name: 'open',
      about: 'Print the address of a film in the web app, and open it',
      words: [['<asset>', 'id or slug of an asset, or id of a preview']],
      flags: [['--print', 'only print it'], JSON_FLAG],
      examples: ['preview open almanac-season-trailer', `preview open ${ID} --print`],
      run: signedIn(async () => (await import('../preview.ts')).openPreview),
    },
  ],
}

export const workCommands: Declared[] = [ordering, moving, translating, previewing]
