import { studios } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'

export const studio = kind<studios.Studio>({
  list: studios.listStudios,
  show: studios.getStudio,
  create: studios.createStudio,
  edit: studios.changeStudio,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Lead time', ({ settings }) => `${settings.leadTimeHours} h`],
    ['Profile', ({ settings }) => settings.subtitleProfile],
    ['Created', ({ created }) => moment(created)],
  ],
  facts: ({ name, slug, _id, settings, created }) => [
    ['Studio', name],
    ['Slug', slug],
    ['Id', _id],
    ['Lead time', `${settings.leadTimeHours} hours`],
    ['Second factor', settings.requireTwoFactor ? 'required of everyone' : 'left to everyone'],
    ['Watermark', settings.watermark],
    ['Subtitle profile', settings.subtitleProfile],
    ['Working hours', `${settings.workingHours.opens} to ${settings.workingHours.closes}`],
    ['Created', moment(created)],
  ],
})
