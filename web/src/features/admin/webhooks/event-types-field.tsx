import { events } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'

type Props = {
  chosen: readonly EventType[]
  error: string | undefined
  onChange: (types: EventType[]) => void
}
export type EventType = events.Event['type']

/** No selection means all events. */
export function EventTypesField({ chosen, error, onChange }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <CheckboxGroup
      legend={t('events')}
      note={chosen.length ? t('selectedEventsHint') : t('allEventsHint')}
      columns={2}
      error={error}
      selected={chosen}
      onChange={(types) => onChange(types as EventType[])}
      options={events.EVENT_TYPES.map((type) => ({ value: type, name: t(`eventName.${type}`) }))}
    />
  )
}
