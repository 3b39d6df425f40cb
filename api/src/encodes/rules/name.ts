import { FORMATS } from '@reelay/subtitles/formats'
import { dcpName, deliverableName } from '../../workrequests/rules/naming.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import { isFormat, type Wanted } from './plan.ts'

type Known = { dcpLanguage: string | null; studio: string; today: string }

/** What was made is called by the rule for what is delivered. */
export function nameOf(
  { kind, use, value, version }: Wanted & { version: number },
  request: StoredWorkRequest,
  { dcpLanguage, studio, today }: Known,
): string {
  const { project, asset, territory, language, assetType } = request
  const named = { project: project.name, asset: asset.name, territory, language, version }
  if (kind === 'offline')
    return deliverableName({ ...named, use: 'Offline', value: null, extension: 'mp4' })
  if (kind === 'deliverable')
    return deliverableName({ ...named, use, value: value || null, extension: 'mp4' })
  const extension = isFormat(value) ? FORMATS[value].extension : ''
  if (use === 'Dcp')
    return `${dcpName({ ...named, value: dcpItem(request), assetType, dcpLanguage, subtitled: true, studio, date: today })}.${extension}`
  return deliverableName({ ...named, use: use || 'Subtitles', value: null, extension })
}

const dcpItem = ({ dcp, uses }: StoredWorkRequest): string | null =>
  [
    ...dcp.items.filter((item) => typeof item === 'string'),
    ...(uses.details.Dcp ?? []).map(({ value }) => value),
  ][0] ?? null
