// File names of deliverables. They are for people; the code never parses them.

import type { StoredWorkRequest } from './stored.ts'

export type DeliverableNameParts = {
  project: string
  asset: string
  /** ISO 3166 */
  territory: string
  /** ISO 639-3 */
  language: string
  use: string
  /** The ordered detail, such as 1080p. */
  value: string | null
  /** The number of the offline it was made from, starting at 1. */
  version: number
  /** Without the dot. */
  extension: string
}

export const MAX_NAME_LENGTH = 120
/** Project and asset names are shortened to no less than this. */
const MIN_PART_LENGTH = 12

/** Example: Project_Asset_DE_deu_Online_1080p_v2.mp4 */
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
  const details = [territory, language, use, value ?? '', `v${version}`]
    .map((part) => safe(part).slice(0, 24))
    .filter(Boolean)
    .join('_')
  const available = MAX_NAME_LENGTH - details.length - ending.length - 2
  const share = Math.max(MIN_PART_LENGTH, Math.floor(available / 2))
  const [first, second] = [safe(project), safe(asset)]
  // A short name leaves its unused share to the other one.
  const names = [
    cut(first, Math.max(share, available - second.length)),
    cut(second, Math.max(share, available - first.length)),
  ].filter(Boolean)
  return `${[...names, details].join('_')}${ending}`
}

/** The extension of an uploaded file name, if it has one. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? ''

type Order = Pick<
  StoredWorkRequest,
  'project' | 'asset' | 'assetType' | 'territory' | 'language' | 'uses' | 'dcp' | 'dng' | 'offlines'
>
type AttachedFile = { name: string; studio: string; today: string; dcpLanguage: string | null }

/**
 * The names of a bundle's files, in order; null in a bundle that is not an ordered use. If there
 * are as many files as ordered details, each file gets one detail. Otherwise they are numbered.
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
  const details = orderedDetails(order, use)
  return files.map((file, index) => {
    const value =
      details.length === files.length
        ? details[index]!
        : files.length > 1
          ? String(index + 1)
          : details.join(' ') || null
    return fileName(order, use, value, file)
  })
}

const orderedDetails = ({ uses, dcp }: Order, use: string): string[] => [
  ...((uses.details as Record<string, { value: string }[] | undefined>)[use] ?? []).map(
    ({ value }) => value,
  ),
  ...(use === 'Dcp' ? dcp.items.filter((item) => typeof item === 'string') : []),
]

function fileName(
  { project, asset, assetType, territory, language, offlines, dng }: Order,
  use: string,
  value: string | null,
  { name, studio, today, dcpLanguage }: AttachedFile,
): string {
  const extension = extensionOf(name)
  const parts = {
    project: project.name,
    asset: asset.name,
    territory,
    language,
    value,
    version: Math.max(1, offlines.length),
  }
  if (use !== 'Dcp') return deliverableName({ ...parts, use, extension })
  const subtitled = Object.values(dng).flat().includes('Subtitled')
  const base = dcpName({ ...parts, assetType, dcpLanguage, subtitled, studio, date: today })
  return extension ? `${base}.${extension}` : base
}

export type DcpNameParts = Omit<DeliverableNameParts, 'extension' | 'use'> & {
  assetType: string
  /** The two-letter code from the languages of the territory. */
  dcpLanguage: string | null
  subtitled: boolean
  studio: string
  /** YYYYMMDD */
  date: string
}

const MAX_TITLE_LENGTH = 15

/**
 * Follows the ISDCF Digital Cinema Naming Convention. Unknown fields are NULL.
 *
 * Title_Kind-Version_Aspect_Language_Territory-Rating_Sound_Resolution_Studio_Date_Facility_
 * Standard_Package
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
  const languageField = field(dcpLanguage ?? language, 3)
  return [
    field(project, MAX_TITLE_LENGTH),
    `${kindOf(assetType)}-${version}`,
    aspectOf(value),
    subtitled ? `XX-${languageField}` : `${languageField}-XX`,
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
const field = (text: string, maxLength: number) => cut(safe(text), maxLength) || 'NULL'

/** ASCII letters, digits and hyphens only: every file system and mail program accepts them. */
function safe(text: string): string {
  const plain = text
    .replace(/[ßæœøđłþð]/gi, (letter) => PLAIN[letter.toLowerCase()]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(/['’]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
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

const cut = (text: string, maxLength: number) => text.slice(0, maxLength).replace(/-$/, '')
const safeExtension = (extension: string) => {
  const plain = extension
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 8)
    .toLowerCase()
  return plain && `.${plain}`
}
