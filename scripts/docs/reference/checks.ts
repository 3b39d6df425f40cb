// docs/reference/checks.md, from the rules and profiles of the subtitles package.
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

/** A language without special limits in any profile. */
const ANY = 'und'

export function checksPage(): string {
  return (
    [
      '# Subtitle checks',
      'The service, the web app and the CLI check subtitles with the same rules (`subtitles/src/checks`). All limits are data (`subtitles/src/profiles`), and this page is generated from them.',
      'A finding is a `warning`, or an `error`, which prevents a translation from being submitted. It has a fix if one is safe: the fix resolves the finding and causes no finding of the same severity.',
      '## Rules',
      rulesTable(),
      '## Profiles',
      `A studio chooses one (\`settings.subtitleProfile\`, \`${DEFAULT_PROFILE}\` by default) and can override single limits (\`settings.subtitleLimits\`). A limit that a profile does not have is not checked. Durations are in milliseconds, gaps in frames.`,
      profilesTable(),
      'Japanese, Korean and Chinese have their own line length and reading speed in every profile. Full-width characters count as one, half-width characters as a half; in Korean, Latin letters, spaces and punctuation also count as a half.',
      '## Severities',
      `Profiles whose severities differ from \`${DEFAULT_PROFILE}\`:`,
      severitiesTable(),
      '## Netflix by language',
      'The limits of the public style guides. `standard` and `marketing` use those for adults.',
      languagesTable(),
      '## Limits',
      'The possible fields of `settings.subtitleLimits`:',
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
    ['Rule', 'Finding', 'Applies to', `In \`${DEFAULT_PROFILE}\``],
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
    'Characters per second',
    'Words per minute',
    'Characters per line',
    'Lines',
    'Width',
    'Shot change window',
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
    const { limits, style } = profileFor('netflix', code!)
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
      dashes(style.dash),
      style.italics ? '' : 'none',
      limits.spelledNumbers && `to ${limits.spelledNumbers}`,
    ]
  })
  return table(
    [
      'Language',
      'Code',
      'Characters per second',
      'children',
      'SDH',
      'SDH, children',
      'Characters per line',
      'Minimum duration',
      'Dashes for two speakers',
      'Italics',
      'Spelled-out numbers',
    ],
    rows,
  )
}

const dashes = (dash: DashStyle | null) => (dash ? `${dash.rows}, “-${dash.space ? ' ' : ''}”` : '')

const limitsTable = () =>
  table(
    ['Limit', 'Description', 'Minimum', 'Maximum'],
    Object.entries(LIMITS).map(([name, { description, minimum, maximum }]) => [
      `\`${name}\``,
      description,
      minimum,
      maximum,
    ]),
  )
