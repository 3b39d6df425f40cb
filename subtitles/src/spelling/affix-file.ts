// Reads the affix file of a Hunspell dictionary (hunspell(5)).
import { groupBy } from '../group-by.ts'
import { flagReader, type Flags, type FlagReader } from './flags.ts'

export type Affix = {
  kind: 'prefix' | 'suffix'
  flag: string
  /** Whether it may be combined with an affix of the other kind. */
  crosses: boolean
  strip: string
  add: string
  /** Flags of the word that the affix makes. */
  flags: Flags
  /** Of the word without the affix. */
  matches: RegExp | undefined
}
/** What stands at the end or start of a word, then what was there before, to the affixes. */
export type AffixIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Affix[]>>

export type CompoundPattern = { end: string; endFlag: string; start: string; startFlag: string }
export type AffixFile = {
  readFlags: FlagReader
  prefixes: AffixIndex
  suffixes: AffixIndex
  longest: { prefix: number; suffix: number }
  /** Flags that an affix gives to the word it makes. */
  continued: ReadonlySet<string>
  letters: string
  keyboard: string
  replacements: readonly [from: string, to: string][]
  related: readonly string[]
  inputs: readonly [from: string, to: string][]
  outputs: readonly [from: string, to: string][]
  breaks: readonly string[]
  ignored: string
  compoundMin: number
  compoundRules: readonly RegExp[]
  compoundRuleFlags: ReadonlySet<string>
  compoundPatterns: readonly CompoundPattern[]
  checks: { duplicate: boolean; triple: boolean; case: boolean }
  /** By the name of the option, such as `NEEDAFFIX`. */
  special: ReadonlyMap<string, string>
}

const SPECIAL = new Set([
  'CIRCUMFIX',
  'COMPOUNDBEGIN',
  'COMPOUNDEND',
  'COMPOUNDFLAG',
  'COMPOUNDFORBIDFLAG',
  'COMPOUNDLAST',
  'COMPOUNDMIDDLE',
  'COMPOUNDPERMITFLAG',
  'FORBIDDENWORD',
  'KEEPCASE',
  'NEEDAFFIX',
  'NOSUGGEST',
  'ONLYINCOMPOUND',
])
const OTHER_NAMES: Record<string, string> = {
  PSEUDOROOT: 'NEEDAFFIX',
  COMPOUNDLAST: 'COMPOUNDEND',
}
/** More of these make suggestions slow, not better. */
const MAX_PAIRS = 2_000

export function parseAffixFile(text: string): AffixFile {
  const rows = text.split(/\r?\n/).map((row) => row.trim().split(/\s+/))
  const valueOf = (name: string) => rows.find(([first]) => first === name)?.[1] ?? ''
  const all = (name: string) => rows.filter(([first]) => first === name)
  /** The first row of a table contains the number of its rows. */
  const table = (name: string) => all(name).slice(1, MAX_PAIRS)
  const readFlags = flagReader(
    valueOf('FLAG'),
    all('AF')
      .slice(1)
      .map(([, flags = '']) => flags),
  )
  const pairs = (name: string) =>
    table(name).flatMap(([, from, to]): [string, string][] =>
      from && to !== undefined ? [[from, to.replaceAll('_', ' ')]] : [],
    )
  const affixes = parseAffixes(rows, readFlags)
  const rules = table('COMPOUNDRULE').map(([, rule = '']) => parseCompoundRule(rule, readFlags))
  return {
    readFlags,
    prefixes: indexAffixes(affixes, 'prefix'),
    suffixes: indexAffixes(affixes, 'suffix'),
    longest: { prefix: longestOf(affixes, 'prefix'), suffix: longestOf(affixes, 'suffix') },
    continued: new Set(affixes.flatMap(({ flags }) => [...flags])),
    letters: valueOf('TRY'),
    keyboard: valueOf('KEY') || 'qwertyuiop|asdfghjkl|zxcvbnm',
    replacements: pairs('REP'),
    related: table('MAP').map(([, letters = '']) => letters.replace(/[()]/g, '')),
    inputs: pairs('ICONV'),
    outputs: pairs('OCONV'),
    breaks: all('BREAK').length ? table('BREAK').map(([, at = '']) => at) : ['-', '^-', '-$'],
    ignored: valueOf('IGNORE'),
    compoundMin: Math.max(1, Number(valueOf('COMPOUNDMIN') || 3) || 1),
    compoundRules: rules.map(({ pattern }) => pattern),
    compoundRuleFlags: new Set(rules.flatMap(({ flags }) => flags)),
    compoundPatterns: table('CHECKCOMPOUNDPATTERN').map(parseCompoundPattern),
    checks: {
      duplicate: all('CHECKCOMPOUNDDUP').length > 0,
      triple: all('CHECKCOMPOUNDTRIPLE').length > 0,
      case: all('CHECKCOMPOUNDCASE').length > 0,
    },
    special: new Map(
      rows.flatMap(([name = '', flag]) =>
        flag && SPECIAL.has(OTHER_NAMES[name] ?? name)
          ? [[OTHER_NAMES[name] ?? name, [...readFlags(flag)][0] ?? '']]
          : [],
      ),
    ),
  }
}

/** `SFX flag crosses count`, then a row for each: `SFX flag strip add/flags condition`. */
function parseAffixes(rows: readonly string[][], readFlags: FlagReader): Affix[] {
  const crossing = new Map<string, boolean>()
  const conditions = new Map<string, RegExp | undefined>()
  return rows.flatMap(([name, flag, strip, added, condition = '.']): Affix[] => {
    if ((name !== 'SFX' && name !== 'PFX') || !flag || strip === undefined) return []
    const crosses = crossing.get(name + flag)
    if (crosses === undefined || added === undefined) {
      crossing.set(name + flag, strip === 'Y')
      return []
    }
    const kind = name === 'SFX' ? 'suffix' : 'prefix'
    const slash = added.indexOf('/')
    const add = slash < 0 ? added : added.slice(0, slash)
    const key = `${kind} ${condition}`
    if (!conditions.has(key)) conditions.set(key, toPattern(condition, kind))
    return [
      {
        kind,
        flag: [...readFlags(flag)][0] ?? flag,
        crosses,
        strip: strip === '0' ? '' : strip,
        add: add === '0' ? '' : add,
        flags: readFlags(slash < 0 ? '' : added.slice(slash + 1)),
        matches: conditions.get(key),
      },
    ]
  })
}

/** Conditions consist of letters, `.` and sets, in which a hyphen is a letter. */
function toPattern(condition: string, kind: Affix['kind']): RegExp | undefined {
  if (condition === '.') return undefined
  const parts = condition.match(/\[\^?[^\]]{0,200}\]|./gu) ?? []
  const source = parts
    .map((part) => {
      if (part === '.') return '.'
      if (part.length < 3 || !part.startsWith('[')) return escape(part)
      const inverted = part.startsWith('[^')
      return `[${inverted ? '^' : ''}${escape(part.slice(inverted ? 2 : 1, -1))}]`
    })
    .join('')
  return new RegExp(kind === 'suffix' ? `${source}$` : `^${source}`, 'u')
}

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

function indexAffixes(affixes: readonly Affix[], kind: Affix['kind']): AffixIndex {
  const own = groupBy(
    affixes.filter((affix) => affix.kind === kind),
    ({ add }) => add,
  )
  return new Map(
    [...own].map(([add, group]) => [add, groupBy(group, ({ strip }) => strip)] as const),
  )
}

const longestOf = (affixes: readonly Affix[], kind: Affix['kind']) =>
  affixes.reduce(
    (most, affix) => (affix.kind === kind ? Math.max(most, affix.add.length) : most),
    0,
  )

/** Flags with `*` and `?`, as a pattern for a list of flags that each end with a space. */
function parseCompoundRule(rule: string, readFlags: FlagReader) {
  const parts = rule.match(/\([^)]{0,20}\)|[^()]/gu) ?? []
  const flags: string[] = []
  const source = parts.map((part) => {
    if (part === '*' || part === '?') return part
    const flag = [...readFlags(part.replace(/[()]/g, ''))][0] ?? ''
    flags.push(flag)
    return `(?:${escape(flag)} )`
  })
  return { pattern: new RegExp(`^${source.join('')}$`, 'u'), flags }
}

function parseCompoundPattern([, before = '', after = '']: string[]): CompoundPattern {
  const [end = '', endFlag = ''] = before.split('/')
  const [start = '', startFlag = ''] = after.split('/')
  return { end: end === '0' ? '' : end, endFlag, start, startFlag }
}
