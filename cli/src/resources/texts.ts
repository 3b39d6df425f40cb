// Scripts, the translation memory and the terms of a project.
import { memory, scripts } from '@reelay/api/contract'
import { formatPerson, joinList } from '../output/format.ts'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'

export const script = defineResource<scripts.Script>({
  list: scripts.listScripts,
  show: scripts.getScript,
  create: scripts.createScript,
  edit: scripts.changeScript,
  delete: scripts.removeScript,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Part', ({ part }) => part],
    ['Language', ({ language }) => language],
    ['Lines', ({ lines }) => lines],
    ['Asset', ({ asset }) => asset],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ _id, asset, part, language, revision, lines, created }) => [
    ['Script', _id],
    ['Asset', asset],
    ['Part', part],
    ['Language', language],
    ['Lines', lines],
    ['Revision', revision],
    ['Created', formatTime(created)],
  ],
})

export const memoryUnit = defineResource<memory.MemoryUnit>({
  list: memory.listUnits,
  show: memory.getUnit,
  delete: memory.removeUnit,
  columns: [
    ['Id', ({ _id }) => _id],
    ['From', ({ sourceLanguage }) => sourceLanguage],
    ['To', ({ language }) => language],
    ['Source', ({ source }) => source],
    ['Target', ({ target }) => target],
    ['Origin', ({ origin }) => origin],
  ],
  details: (unit) => [
    ['Unit', unit._id],
    ['From', unit.sourceLanguage],
    ['To', unit.language],
    ['Source', unit.source],
    ['Target', unit.target],
    ['Origin', unit.origin],
    ['Project', unit.project],
    ['Asset', unit.asset],
    ['Translation', unit.translation],
    ['Approved by', unit.approvedBy && formatPerson(unit.approvedBy)],
    ['Approved', formatTime(unit.approved)],
  ],
})

export const term = defineResource<memory.ProjectTerm>({
  list: memory.listTerms,
  show: memory.getTerm,
  create: memory.createTerm,
  edit: memory.changeTerm,
  delete: memory.removeTerm,
  param: 'term',
  columns: [
    ['Id', ({ _id }) => _id],
    ['Kind', ({ kind }) => kind],
    ['Source', ({ source }) => source],
    ['Language', ({ language }) => language || 'all'],
    ['Target', ({ target, source }) => target || source],
  ],
  details: ({ _id, kind, source, language, target, forbidden, note, created }) => [
    ['Term', source],
    ['Id', _id],
    ['Kind', kind],
    ['Language', language || 'all'],
    ['Target', target || source],
    ['Forbidden', joinList(forbidden)],
    ['Note', note],
    ['Created', formatTime(created)],
  ],
})
