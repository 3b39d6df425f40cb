// docs/reference/checks.md, written from the data it tells of.
import {
  COMMON,
  type DashStyle,
  LANGUAGES,
  PROFILE_NAMES,
  type ProfileName,
  DEFAULT_PROFILE,
  profileFor,
} from '@reelay/subtitles/profiles'
import { LIMITS, RULES, type RuleId } from '@reelay/subtitles/checks'

/** A language no set says anything special about. */
const ANY = 'und'

export function checksPage(): string {
  return (
    [
      '# Subtitle checks',
      'One engine (`subtitles/src/checks`) tells the service, the web page and the terminal what a broadcaster would send back. Every number is data (`subtitles/src/profiles`), and this page is written from it.',
      'A finding is an `error`, which keeps a translation from being submitted, or a `warning`. Where a fix is safe, the finding carries it: it ends what it is for and makes nothing as bad worse.',
      '## Rules',
      rulesTable(),
      '## Profiles',
      `A studio chooses one (\`settings.subtitleProfile\`, \`${DEFAULT_PROFILE}\` by default) and may set single limits otherwise (\`settings.subtitleLimits\`). What a profile is silent about is not checked. Durations are milliseconds, gaps are frames.`,
      profilesTable(),
      'Japanese, Korean and Chinese have their own length of row and speed in every profile; full-width characters count as one, half-width ones as a half, and in Korean so do Latin letters, spaces and punctuation.',
      '## Severities',
      `Where a profile differs from the column of \`${DEFAULT_PROFILE}\` above:`,
      severitiesTable(),
      '## Netflix by language',
      'The numbers of the public style guides; `standard` and `marketing` have those for adults.',
      languagesTable(),
      '## Limits',
      'What `settings.subtitleLimits` may hold:',
      limitsTable(),
    ].join('\n\n') + '\n'
  )
}

const table = (
  head: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell ?? '').join(' | ')} |`)
    .join('\n')

function rulesTable(): string {
  const { severities } = profileFor(DEFAULT_PROFILE, ANY)
  return table(
    ['Rule', 'Says', 'Of', `In \`${DEFAULT_PROFILE}\``],
    RULES.map(({ id, title, kinds }) => [
      `\`${id}\``,
      title.replaceAll('<', '\\<'),
      kinds.join(', '),
      severities[id],
    ]),
  )
}

function profilesTable(): string {
  const head = [
    'Profile',
    'For',
    'Duration',
    'Gap',
    'Characters a second',
    'Words a minute',
    'Characters a row',
    'Rows',
    'Width',
    'Cuts within',
  ]
  return table(
    head,
    PROFILE_NAMES.map((name) => {
      const { title, limits: l } = profileFor(name, ANY)
      const row = l.preferredCharactersPerLine
        ? `${l.preferredCharactersPerLine}, at most ${l.charactersPerLine}`
        : l.charactersPerLine
      return [
        `\`${name}\``,
        title,
        l.minDuration && `${l.minDuration}–${l.maxDuration}`,
        l.minGap,
        l.charactersPerSecond,
        l.wordsPerMinute,
        row,
        l.lines,
        l.width && `${l.width} %`,
        l.cutWindow,
      ]
    }),
  )
}

function severitiesTable(): string {
  const usual = profileFor(DEFAULT_PROFILE, ANY).severities
  const others = PROFILE_NAMES.map((name) => [name, profileFor(name, ANY).severities] as const)
  const differing = (Object.keys(COMMON.severities) as RuleId[]).filter((id) =>
    others.some(([, severities]) => severities[id] !== usual[id]),
  )
  return table(
    ['Profile', ...differing.map((id) => `\`${id}\``)],
    others
      .filter(([, severities]) => differing.some((id) => severities[id] !== usual[id]))
      .map(([name, severities]) =>
        [`\`${name}\``].concat(
          differing.map((id) => (severities[id] === usual[id] ? '' : severities[id])),
        ),
      ),
  )
}

function languagesTable(): string {
  const rows = [
    [ANY, 'any other'],
    ...Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]),
  ].map(([code, name]) => {
    const { limits, manner } = profileFor('netflix', code!)
    const [adults, children, sdh, sdhChildren] = (
      ['netflix', 'netflix-children', 'netflix-sdh', 'netflix-sdh-children'] satisfies ProfileName[]
    ).map((profile) => profileFor(profile, code!).limits.charactersPerSecond)
    return [
      name,
      code === ANY ? '' : `\`${code}\``,
      adults,
      children,
      sdh,
      sdhChildren,
      limits.charactersPerLine,
      limits.minDuration,
      dashes(manner.dash),
      manner.italics ? '' : 'none',
      limits.spelledNumbers && `to ${limits.spelledNumbers}`,
    ]
  })
  return table(
    [
      'Language',
      'Code',
      'Characters a second',
      'children',
      'SDH',
      'SDH, children',
      'a row',
      'Shortest',
      'Two speakers',
      'Italics',
      'Numbers in words',
    ],
    rows,
  )
}

const dashes = (dash: DashStyle | null) => (dash ? `${dash.rows}, “-${dash.space ? ' ' : ''}”` : '')

const limitsTable = () =>
  table(
    ['Limit', 'Says', 'From', 'To'],
    Object.entries(LIMITS).map(([name, { description, minimum, maximum }]) => [
      `\`${name}\``,
      description,
      minimum,
      maximum,
    ]),
  )
