import { projects } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { zoned } from '../output/format.ts'

export const project = kind<projects.Project>({
  list: projects.listProjects,
  show: projects.getProject,
  create: projects.createProject,
  edit: projects.changeProject,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Status', ({ status }) => status],
    ['Release', ({ release }) => release && moment(release.date)],
    ['Created', ({ created }) => moment(created)],
  ],
  facts: ({ name, slug, _id, status, description, release, studio, created }) => [
    ['Project', name],
    ['Slug', slug],
    ['Id', _id],
    ['Status', status],
    ['Description', description],
    ['Release', zoned(release)],
    ['Studio', studio],
    ['Created', moment(created)],
  ],
})
