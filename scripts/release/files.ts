// The changes of a release as pure functions of text.

type Manifest = {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  packages?: Record<string, Manifest>
}

/**
 * Sets the version of a manifest or lockfile, and in it the versions of our own packages that it
 * depends on.
 */
export function setVersion(text: string, { from, to }: { from: string; to: string }): string {
  const file = JSON.parse(text) as Manifest
  const workspaces = Object.entries(file.packages ?? {}).filter(
    ([path]) => !path.includes('node_modules'),
  )
  for (const manifest of [file, ...workspaces.map(([, workspace]) => workspace)]) {
    if (manifest.version === from) manifest.version = to
    for (const dependencies of [manifest.dependencies, manifest.devDependencies])
      for (const name of Object.keys(dependencies ?? {}))
        if (name.startsWith('@reelay/')) dependencies![name] = to
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const UNRELEASED = /^## \[Unreleased\]\n([^]*?)(?=^## \[|^\[)/m

/** Turns the Unreleased section into the entry of the version, and starts a new one. */
export function releaseChangelog(
  text: string,
  { version, date }: { version: string; date: string },
): string {
  const [, notes] = UNRELEASED.exec(text) ?? []
  if (notes === undefined) throw new Error('CHANGELOG.md has no Unreleased section')
  if (!/^- /m.test(notes)) throw new Error('the Unreleased section of CHANGELOG.md is empty')
  const link = /^\[Unreleased\]: (.*)\/compare\/v?([^\n]*?)\.\.\.HEAD$/m.exec(text)
  if (!link) throw new Error('CHANGELOG.md has no link for Unreleased')
  const [line, repository, previous] = link as unknown as [string, string, string]
  return text
    .replace(UNRELEASED, () => `## [Unreleased]\n\n## [${version}] - ${date}\n${notes}`)
    .replace(
      line,
      `[Unreleased]: ${repository}/compare/v${version}...HEAD\n` +
        `[${version}]: ${repository}/compare/v${previous}...v${version}`,
    )
}

/** Negative, zero or positive, by the rules of Semantic Versioning for numbers and pre-releases. */
export function compareVersions(one: string, other: string): number {
  const [numbers, label] = splitVersion(one)
  const [otherNumbers, otherLabel] = splitVersion(other)
  for (const [index, number] of numbers.entries()) {
    if (number !== otherNumbers[index]) return number - otherNumbers[index]!
  }
  if (label === otherLabel) return 0
  // A pre-release is lower than its release.
  if (label === '') return 1
  if (otherLabel === '') return -1
  return label.localeCompare(otherLabel, 'en', { numeric: true })
}

function splitVersion(version: string): [numbers: number[], label: string] {
  const [numbers = '', ...label] = version.split('-')
  return [numbers.split('.').map(Number), label.join('-')]
}
