// What a deliverable is called. People sort and search by these names, machines never: nothing is
// read back from one.

import type { StoredWorkRequest } from './stored.ts'

export type DeliverableNameParts = {
  project: string
  asset: string
  /** ISO 3166, and ISO 639-3. */
  territory: string
  language: string
  use: string
  /** The detail that was ordered, such as 1080p. */
  value: string | null
  /** Which offline it comes from, counted from 1. */
  version: number
  /** Without its dot. */
  extension: string
}

export const MAX_NAME_LENGTH = 120
/** A project and an asset are shortened, never below this. */
const MIN_PART_LENGTH = 12

/** Project_Asset_DE_deu_Online_1080p_v2.mp4 */
export function deliverableName({
  project,
  asset,
  territory,
  language,
  use,
  value,
  version,
  extension,
}: DeliverableNameParts): string {
  const ending = safeExtension(extension)
  const said = [territory, language, use, value ?? '', `v${version}`]
    .map((part) => safe(part).slice(0, 24))
    .filter(Boolean)
    .join('_')
  const room = MAX_NAME_LENGTH - said.length - ending.length - 2
  const most = Math.max(MIN_PART_LENGTH, Math.floor(room / 2))
  const [first, second] = [safe(project), safe(asset)]
  // What one does not need, the other may have.
  const whole = [
    cut(first, Math.max(most, room - second.length)),
    cut(second, Math.max(most, room - first.length)),
  ].filter(Boolean)
  return `${[...whole, said].join('_')}${ending}`
}

/** The ending of a name that came from outside, where it is one. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? ''

type Order = Pick<
  StoredWorkRequest,
  'project' | 'asset' | 'assetType' | 'territory' | 'language' | 'uses' | 'dcp' | 'dng' | 'offlines'
>
type AttachedFile = { name: string; studio: string; today: string; dcpLanguage: string | null }

/**
 * For the files of a bundle, in their order. As many files as details are one of each; otherwise
 * they are counted.
 */
export function bundleFileNames(
  order: Order,
  bundle: string,
  files: readonly AttachedFile[],
): (string | null)[] {
  const use = [...order.uses.items, ...(order.dcp.items.length ? ['Dcp'] : [])].find(
    (ordered) => ordered.toLowerCase() === bundle.toLowerCase(),
  )
  if (!use) return files.map(() => null)
  const said = [
    ...((order.uses.details as Record<string, { value: string }[] | undefined>)[use] ?? []).map(
      ({ value }) => value,
    ),
    ...(use === 'Dcp' ? order.dcp.items.filter((item) => typeof item === 'string') : []),
  ]
  const { project, asset, assetType, territory, language } = order
  const named = {
    project: project.name,
    asset: asset.name,
    territory,
    language,
    version: Math.max(1, order.offlines.length),
  }
  return files.map(({ name, studio, today, dcpLanguage }, n) => {
    const value =
      said.length === files.length
        ? said[n]!
        : files.length > 1
          ? String(n + 1)
          : said.join(' ') || null
    if (use !== 'Dcp')
      return deliverableName({ ...named, use, value, extension: extensionOf(name) })
    const subtitled = Object.values(order.dng).flat().includes('Subtitled')
    return [
      dcpName({ ...named, value, assetType, dcpLanguage, subtitled, studio, date: today }),
      extensionOf(name),
    ]
      .filter(Boolean)
      .join('.')
  })
}

export type DcpNameParts = Omit<DeliverableNameParts, 'extension' | 'use'> & {
  assetType: string
  /** Two letters, as the territory's list has it. */
  dcpLanguage: string | null
  subtitled: boolean
  studio: string
  /** YYYYMMDD. */
  date: string
}

const MAX_TITLE_LENGTH = 15

/**
 * In the manner of the ISDCF's Digital Cinema Naming Convention: every field is filled, with NULL
 * where we know nothing.
 * Title_Kind-Version_Aspect_Language_Territory-Rating_Sound_Resolution_Studio_Date_Facility_Standard_Package
 */
export function dcpName({
  project,
  assetType,
  version,
  value,
  territory,
  language,
  dcpLanguage,
  subtitled,
  studio,
  date,
}: DcpNameParts): string {
  const spoken = field(dcpLanguage ?? language, 3)
  return [
    field(project, MAX_TITLE_LENGTH),
    `${kindOf(assetType)}-${version}`,
    aspectOf(value),
    subtitled ? `XX-${spoken}` : `${spoken}-XX`,
    `${field(territory, 3)}-NULL`,
    'NULL',
    /\b[24]k\b/i.exec(value ?? '')?.[0].toUpperCase() ?? 'NULL',
    field(studio, 4),
    field(date, 8),
    'NULL',
    'SMPTE',
    'VF',
  ].join('_')
}

const KINDS: Record<string, string> = {
  trailer: 'TLR',
  teaser: 'TSR',
  feature: 'FTR',
  promo: 'PRO',
  short: 'SHR',
  ad: 'ADV',
  rating: 'RTG',
  policy: 'POL',
}
const ASPECTS: Record<string, string> = { scope: 'S', flat: 'F', full: 'C' }

const kindOf = (assetType: string) =>
  Object.entries(KINDS).find(([word]) => assetType.toLowerCase().startsWith(word))?.[1] ?? 'NULL'
const aspectOf = (value: string | null) =>
  Object.entries(ASPECTS).find(([word]) => value?.toLowerCase().includes(word))?.[1] ?? 'NULL'
const field = (text: string, most: number) => cut(safe(text), most) || 'NULL'

/**
 * Letters, digits and hyphens of plain ASCII: what every file system, mail and old machine takes.
 */
function safe(text: string): string {
  const plain = text
    .replace(/[ßæœøđłþð]/gi, (letter) => PLAIN[letter.toLowerCase()]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(/['’]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
}

const cut = (text: string, most: number) => text.slice(0, most).replace(/-+$/, '')
const safeExtension = (extension: string) => {
  const plain = extension
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 8)
    .toLowerCase()
  return plain && `.${plain}`
}
