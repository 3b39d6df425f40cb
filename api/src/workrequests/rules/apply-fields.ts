import type { OrderFields } from './field-table.ts'
import type { JsonField } from './new-record.ts'
import { storedDate } from './status.ts'
import type { StoredWorkRequest } from './stored.ts'

/** PostgreSQL orders the keys of `jsonb`, and its clock decides what is in time. */
export type SavedFields = Pick<StoredWorkRequest, JsonField> & { dueInTime: boolean }

/**
 * The record after a change of fields, as it is read after the change was saved. Undefined if it has
 * to be read: the languages of another territory and another audio file are not part of the record.
 */
export function applyFields(
  current: StoredWorkRequest,
  changes: OrderFields,
  { dueInTime, ...saved }: SavedFields,
): StoredWorkRequest | undefined {
  const { territory, audioFile, due, deliveryDeadline, ...others } = changes
  if (territory !== undefined || audioFile !== undefined) return undefined
  const language = changes.language ?? current.language
  const translated = <T extends StoredWorkRequest['translation']>(translation: T): T =>
    translation.status === 'incomplete' ? { ...translation, language } : translation
  return {
    ...current,
    ...(others as Partial<StoredWorkRequest>),
    ...saved,
    ...(due !== undefined && { due: storedDate(due) }),
    ...(deliveryDeadline !== undefined && {
      deliveryDeadline: storedDate(deliveryDeadline),
    }),
    ...(changes.language !== undefined && {
      translation: translated(current.translation),
      graphicsTranslation: translated(current.graphicsTranslation),
    }),
    facts: { ...current.facts, dueInTime },
  }
}
