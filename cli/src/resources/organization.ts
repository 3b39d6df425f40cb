// Groups, territories, workflows and asset types.
import { assettypes, groups, territories, workflows } from '@reelay/api/contract'
import { joinList } from '../output/format.ts'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'

const GROUP_TYPES: Record<groups.GroupType, string> = {
  a: 'admin',
  sd: 'studio department',
  rc: 'regional contact',
  v: 'vendor',
}

export const group = defineResource<groups.Group>({
  list: groups.listGroups,
  show: groups.getGroup,
  create: groups.createGroup,
  edit: groups.changeGroup,
  delete: groups.removeGroup,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['Type', ({ type }) => GROUP_TYPES[type]],
    ['Users', ({ users }) => users.length],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ _id, name, type, studios, users, addresses, created }) => [
    ['Group', name],
    ['Id', _id],
    ['Type', GROUP_TYPES[type]],
    ['Studios', joinList(studios)],
    ['Users', joinList(users)],
    ['Addresses', joinList(addresses.map(({ name: addressName, city }) => addressName || city))],
    ['Created', formatTime(created)],
  ],
})

export const territory = defineResource<territories.Territory>({
  list: territories.listTerritories,
  show: territories.getTerritory,
  create: territories.createTerritory,
  edit: territories.changeTerritory,
  delete: territories.removeTerritory,
  columns: [
    ['Code', ({ code }) => code],
    ['Name', ({ name }) => name],
    ['Standard', ({ standard }) => standard],
    ['Languages', ({ languages }) => joinList(languages.map(({ code }) => code))],
  ],
  details: ({ _id, name, code, standard, countries, languages, created }) => [
    ['Territory', name],
    ['Code', code],
    ['Id', _id],
    ['Standard', standard],
    ['Countries', joinList(countries.map((country) => country.name))],
    ['Languages', joinList(languages.map((language) => `${language.name} (${language.code})`))],
    ['Created', formatTime(created)],
  ],
})

export const workflow = defineResource<workflows.Workflow>({
  list: workflows.listWorkflows,
  show: workflows.getWorkflow,
  create: workflows.createWorkflow,
  edit: workflows.changeWorkflow,
  delete: workflows.removeWorkflow,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['Phases', ({ definition }) => joinList(Object.keys(definition.phases))],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ _id, name, definition, created }) => [
    ['Workflow', name],
    ['Id', _id],
    ['Phases', joinList(Object.keys(definition.phases))],
    ['Graphics approval', definition.requireGraphicsApproval],
    ['Offline approval', definition.requireOfflineApproval],
    ['Created', formatTime(created)],
  ],
})

export const assetType = defineResource<assettypes.AssetType>({
  list: assettypes.listAssetTypes,
  show: assettypes.getAssetType,
  create: assettypes.createAssetType,
  edit: assettypes.changeAssetType,
  delete: assettypes.removeAssetType,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Category', ({ category }) => category],
    ['Media type', ({ mediaType }) => mediaType],
  ],
  details: ({ _id, slug, name, category, mediaType, created }) => [
    ['Asset type', name],
    ['Slug', slug],
    ['Id', _id],
    ['Category', category],
    ['Media type', mediaType],
    ['Created', formatTime(created)],
  ],
})
