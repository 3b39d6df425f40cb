// `reelay <kind> list|show|create|edit`, made of the table of kinds and of what the endpoints
// declare.
import { JSON_FLAG, signedIn, type Declared, type Flag, type Given } from '../definition.ts'
import { flags, type Way } from './flags.ts'
import { KINDS, VERBS, type KindName, type Verb } from '../../resources/names.ts'

function verbsOf(name: KindName): Declared[] {
  const ways = flags[name]
  return VERBS.filter((verb) => ways[verb]).map((verb) => verbOf(name, verb, ways[verb]!))
}

const LISTING: Flag[] = [
  ['--limit <number>', 'how many to show; 20 when nothing is said'],
  ['--offset <number>', 'how many to leave out before them'],
  ['--all', 'all of them, page by page'],
  ['--fields <names>', 'only these fields, such as _id,name,asset.slug'],
  ['--json', 'answer with an array of JSON'],
  ['--jsonl', 'answer with one line of JSON for each record'],
]
const writing = (within: string[]): Flag[] => [
  [
    '--set <field=value...>',
    `a field within another${within.length ? `, of ${within.join(', ')}` : ''}; may be given several times`,
  ],
  ['--body <file>', 'the fields as JSON from a file, or from a pipe with -; flags win over it'],
  JSON_FLAG,
]

function verbOf(name: KindName, verb: Verb, { about, flags, within = [] }: Way): Declared {
  const {
    one,
    sample,
    list,
    create = '',
    edit = '',
  }: { one: string; sample: string; list: string; create?: string; edit?: string } = KINDS[name]
  const id = [
    '<id>',
    sample.length === 24 ? `the id of the ${one}` : `the id or slug of the ${one}`,
  ] as const
  const run = (given: Given) => ACTS[verb]({ ...given, kind: name })
  const ways: Record<Verb, Declared> = {
    list: {
      name: verb,
      about,
      flags: [...flags, ...LISTING],
      examples: [
        `${name} list ${list}`,
        `${name} list --all --jsonl`,
        `${name} list --fields _id,created --limit 3`,
      ],
      run,
    },
    show: {
      name: verb,
      about,
      words: [id],
      flags: [['--etag', 'only the version it has, for edit --if-match'], JSON_FLAG],
      examples: [`${name} show ${sample}`, `${name} show ${sample} --json`],
      run,
    },
    create: {
      name: verb,
      about,
      flags: [...flags, ...writing(within)],
      examples: [`${name} create ${create}`, `${name} create --body ${one}.json --json`],
      run,
    },
    edit: {
      name: verb,
      about,
      words: [id],
      flags: [
        ...flags,
        ['--if-match <etag>', 'only if nobody changed it since show --etag'],
        ...writing(within),
      ],
      run,
      examples: [`${name} edit ${sample} ${edit}`],
      more: 'Only what is given is sent. What others change between the reading and the writing is not written over: then nothing is done.',
    },
  }
  return ways[verb]
}

const ACTS: Record<Verb, (given: Given) => Promise<void>> = {
  list: signedIn(async () => (await import('../list.ts')).list),
  show: signedIn(async () => (await import('../show.ts')).show),
  create: signedIn(async () => (await import('../create.ts')).create),
  edit: signedIn(async () => (await import('../edit.ts')).edit),
}

export const recordCommands: Declared[] = Object.entries(KINDS).map(
  ([name, { one, about, sample, list }]) => ({
    // Not `download`: that takes the bytes.
    name,
    alias: name === 'downloads' ? undefined : one,
    about,
    examples: [`${name} list ${list}`, `${name} show ${sample}`].slice(
      0,
      'edit' in KINDS[name as KindName] ? 2 : 1,
    ),
    under: verbsOf(name as KindName),
  }),
)
