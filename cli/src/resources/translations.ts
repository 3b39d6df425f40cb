import { translations } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { person } from '../output/format.ts'

export const translation = kind<translations.Translation>({
  list: translations.listTranslations,
  show: translations.getTranslation,
  create: translations.createTranslation,
  edit: translations.changeTranslation,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Language', ({ language }) => language],
    ['Status', ({ status }) => status],
    ['Translator', ({ translator }) => translator?.name],
    ['Work request', ({ workRequest }) => workRequest],
    ['Created', ({ created }) => moment(created)],
  ],
  facts: ({ _id, language, status, reason, translator, approval, asset, workRequest, created }) => [
    ['Translation', _id],
    ['Language', language],
    ['Status', status],
    ['Reason', reason],
    ['Translator', translator && person(translator)],
    ['Approved', approval],
    ['Asset', asset],
    ['Work request', workRequest],
    ['Created', moment(created)],
  ],
})
