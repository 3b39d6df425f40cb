import { translations } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { formatPerson } from '../output/format.ts'

export const translation = defineResource<translations.Translation>({
  list: translations.listTranslations,
  show: translations.getTranslation,
  create: translations.createTranslation,
  edit: translations.changeTranslation,
  delete: translations.removeTranslation,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Language', ({ language }) => language],
    ['Status', ({ status }) => status],
    ['Translator', ({ translator }) => translator?.name],
    ['Work request', ({ workRequest }) => workRequest],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({
    _id,
    language,
    status,
    reason,
    translator,
    approval,
    asset,
    workRequest,
    created,
  }) => [
    ['Translation', _id],
    ['Language', language],
    ['Status', status],
    ['Reason', reason],
    ['Translator', translator && formatPerson(translator)],
    ['Approved', approval],
    ['Asset', asset],
    ['Work request', workRequest],
    ['Created', formatTime(created)],
  ],
})
