import { translations, workrequests } from '@reelay/api/contract'
import type { QueryStarter } from '../../api/query-starter.ts'

export const translationsInput = (workRequest: string) => ({
  query: { workRequest },
  range: { first: 0, last: 99 },
})

export function loadTranslation({ query }: QueryStarter, id: string) {
  query(workrequests.getWorkRequest, { params: { id } })
  query(translations.listTranslations, translationsInput(id))
}
