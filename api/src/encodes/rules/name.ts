import { DELIVERY_TITLES } from '@reelay/subtitles/delivery'
import { FORMAT_EXTENSIONS } from '@reelay/subtitles/formats'
import { dcpName, deliverableName } from '../../workrequests/rules/naming.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import { isDelivery, isFormat, type PlannedEncode } from './plan.ts'

type NameParts = { dcpLanguage: string | null; studio: string; today: string }

/** Produced files follow the naming rule for deliverables. */
export function encodeFileName(
  { kind, use, value, version }: PlannedEncode & { version: number },
  request: StoredWorkRequest,
  { dcpLanguage, studio, today }: NameParts,
): string {
  const { project, asset, territory, language, assetType } = request
  const parts = { project: project.name, asset: asset.name, territory, language, version }
  if (kind === 'offline')
    return deliverableName({ ...parts, use: 'Offline', value: null, extension: 'mp4' })
  if (kind === 'graphics')
    return deliverableName({ ...parts, use: 'Graphics', value: null, extension: 'mov' })
  if (kind === 'deliverable')
    return deliverableName({ ...parts, use, value: value || null, extension: 'mp4' })
  const extension = isFormat(value)
    ? FORMAT_EXTENSIONS[value][0]
    : isDelivery(value)
      ? DELIVERY_TITLES[value].extension
      : ''
  if (use === 'Dcp')
    return `${dcpName({ ...parts, value: dcpItem(request), assetType, dcpLanguage, subtitled: true, studio, date: today })}.${extension}`
  return deliverableName({ ...parts, use: use || 'Subtitles', value: null, extension })
}

const dcpItem = ({ dcp, uses }: StoredWorkRequest): string | null =>
  [
    ...dcp.items.filter((item) => typeof item === 'string'),
    ...(uses.details.Dcp ?? []).map(({ value }) => value),
  ][0] ?? null
