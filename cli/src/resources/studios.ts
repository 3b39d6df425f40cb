import { studios } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'

export const studio = defineResource<studios.Studio>({
  list: studios.listStudios,
  show: studios.getStudio,
  create: studios.createStudio,
  edit: studios.changeStudio,
  delete: studios.removeStudio,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Lead time', ({ settings }) => `${settings.leadTimeHours} h`],
    ['Profile', ({ settings }) => settings.subtitleProfile],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ name, slug, _id, settings, created }) => [
    ['Studio', name],
    ['Slug', slug],
    ['Id', _id],
    ['Lead time', `${settings.leadTimeHours} hours`],
    ['Second factor', settings.requireTwoFactor ? 'required' : 'optional'],
    ['Watermark', settings.watermark],
    ['Traceable', settings.traceable ?? false],
    ['Subtitle profile', settings.subtitleProfile],
    ['Working hours', `${settings.workingHours.opens} to ${settings.workingHours.closes}`],
    ['Retention', describeRetention(settings.retention)],
    ['Created', formatTime(created)],
  ],
})

/** What is not listed is kept. */
function describeRetention(retention: studios.Retention = {}): string {
  const limits = Object.entries(retention).flatMap(([kind, days]) =>
    typeof days === 'number' ? [`${kind} ${days} days`] : [],
  )
  return limits.join(', ') || 'keeps everything'
}
