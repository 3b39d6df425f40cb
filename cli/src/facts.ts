// What a person wants to know of a record, in the order they want to know it. The whole record is one --json away.
import type { assets, files, projects, studios, users, workrequests } from '@reelay/api/contract'
import { moment, type Fact } from './print.ts'

export const factsOf = {
  asset: (asset: assets.Asset): Fact[] => [
    ['Asset', asset.name], ['Slug', asset.slug], ['Id', asset._id], ['Type', asset.type], ['Phase', asset.workflow.phase],
    ['Usage', namesIn(asset.usage)], ['Aspect ratio', asset.aspectRatio], ['Previews', list(asset.previews.map(({ label }) => label))],
    ['Verified', asset.verified], ['Embargo', asset.$embargo ? 'some files are held back' : ''],
    ['Project', asset.project], ['Created', moment(asset.created)],
  ],

  request: (request: workrequests.WorkRequest): Fact[] => [
    ['Work request', request._id], ['Asset', `${request.asset.name} (${request.asset.slug})`], ['Project', request.project.name], ['Status', request.status],
    ['You may choose', list(request.$statuses)], ['Territory', request.territory], ['Language', request.language], ['Due', request.due && moment(request.due.date, request.due.tz)],
    ['Dialogue', list(request.dng.dialogue)], ['Graphics', list(request.dng.graphics)], ['Narration', list(request.dng.narration)], ['Uses', list(request.uses.items)],
    ['Translation', statusOf(request.translation)], ['Graphics translation', statusOf(request.graphicsTranslation)], ['Offlines', request.offlines.length || ''],
    ['Estimate', request.estimate.applied], ['Instructions', request.instructions], ['Ordered by', nameOf(request.from)], ['Created', moment(request.created)],
  ],

  file: (file: files.File): Fact[] => [
    ['File', file.name], ['Id', file._id], ['Verified', file.verified], ['Size', file.length === null ? 'the bytes have not come yet' : `${file.length.toLocaleString('en')} bytes`], ['Type', file.mime],
    ['Language', file.language], ['Country', file.country], ['Tags', list(file.tags)], ['Embargo', embargoOf(file)], ['SHA-256', file.sha256], ['MD5', file.md5],
    ['Asset', file.asset], ['Project', file.project], ['Created', moment(file.created)],
  ],

  project: (project: projects.Project): Fact[] => [
    ['Project', project.name], ['Slug', project.slug], ['Id', project._id], ['Status', project.status], ['Description', project.description],
    ['Release', project.release && moment(project.release.date, project.release.tz)], ['Studio', project.studio], ['Created', moment(project.created)],
  ],

  studio: (studio: studios.Studio): Fact[] => [
    ['Studio', studio.name], ['Slug', studio.slug], ['Id', studio._id], ['Lead time', `${studio.settings.leadTimeHours} hours`], ['Second factor', studio.settings.requireTwoFactor ? 'required of everyone' : 'left to everyone'],
    ['Watermark', studio.settings.watermark], ['Subtitle profile', studio.settings.subtitleProfile], ['Created', moment(studio.created)],
  ],

  user: (user: users.User): Fact[] => [
    ['Name', user.name], ['E-mail', user.emailNormal], ['Id', user._id], ['Roles', list(user.roles)], ['Rights beside them', list(user.permissions)],
    ['Territory', user.territory && `${user.territory.name} (${user.territory.code})`], ['Groups', list(user.groups.map(({ name }) => name))], ['Studios', list(user.studios)],
    ['May sign in', user.status.approved && user.status.registered], ['Created', moment(user.created)],
  ],
}

const list = (items: readonly string[]) => items.join(', ')
const namesIn = (flags: Record<string, boolean>) => list(Object.keys(flags).filter((name) => flags[name]))
const nameOf = ({ name, emailNormal }: users.UserSummary) => `${name} <${emailNormal}>`
const statusOf = ({ status, translator }: workrequests.WorkRequest['translation']) => `${status}${translator ? `, by ${translator.name}` : ''}`

function embargoOf({ embargo: { event, end } }: files.File): string {
  return [...(end ? [`until ${moment(end)}`] : []), ...(event ? ['until the asset is released'] : [])].join(', and ')
}
