import { useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { fieldRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../wording.ts'
import { useAct } from '../../acts.ts'
import { Choice } from '../../ui/choice.tsx'
import { typed } from '../../ui/form.ts'
import { cityOf, readerZone } from '../../ui/time.ts'
import { tell } from '../../ui/toasts.tsx'
import { momentOf, wallIn, zones } from '../../ui/wall-clock.ts'
import { addressesOf, withAddresses } from './addresses-of.ts'
import { useTradeNames } from './trade-names.ts'
import { TOUCHED } from '../../moving/use-moving.ts'
import styles from './request.module.css'

type WorkRequest = workrequests.WorkRequest

/** What may still be changed at this time; what was ordered is closed once it was handed in, and says so. */
export function EditOrder({ request, onEnd }: { request: WorkRequest; onEnd: () => void }) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const { useName } = useTradeNames()
  const isOpen = (field: string) => fieldRules.closedFields([field], request.status).length === 0
  const [zone, setZone] = useState(request.due?.tz ?? readerZone())
  const before = { due: request.due, instructions: request.instructions, tags: request.tags, recipients: request.recipients }
  const { act, isPending } = useAct(workrequests.changeWorkRequest, { touches: TOUCHED, done: ({ _id }) => {
    const open = Object.fromEntries(Object.entries(before).filter(([field]) => isOpen(field)))
    tell(t('common:saved'), { act: { name: t('common:undo'), run: () => act({ params: { id: _id }, body: open }) } })
    onEnd()
  } })
  const uses = workrequests.RECIPIENT_USES.filter((use) => (request.uses.items as readonly string[]).includes(use) || request.recipients[use].length > 0)

  function saveAll(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const date = momentOf(zone, typed(form, 'due'))
    act({ params: { id: request._id }, body: {
      ...(isOpen('due') && { due: date === undefined ? null : { date, tz: zone } }),
      instructions: typed(form, 'instructions'), tags: typed(form, 'tags').split(',').map((tag) => tag.trim()).filter(Boolean),
      recipients: Object.fromEntries(uses.map((use) => [use, withAddresses(request.recipients[use], typed(form, `to ${use}`))])),
    } })
  }

  return (
    <form className={styles.form} aria-label={t('editOrder')} onSubmit={saveAll}>
      {isOpen('due') ? (
        <div className={styles.pair}>
          <label className={styles.field}><span className={styles.label}>{t('trade:due')}</span><input className={styles.input} type="datetime-local" name="due" defaultValue={request.due ? wallIn(request.due.tz, request.due.date) : ''} /></label>
          <Choice label={t('zone')} value={zone} options={zones().map((value) => ({ value, name: `${cityOf(value)} (${value})` }))} onChoose={(value) => setZone(value ?? zone)} />
        </div>
      ) : <p className={styles.lesser}>{t('orderedIsClosed')}</p>}
      <label className={styles.field}><span className={styles.label}>{t('instructions')}</span><textarea className={styles.area} name="instructions" rows={5} dir="auto" maxLength={20_000} defaultValue={request.instructions} /></label>
      <label className={styles.field}><span className={styles.label}>{t('tagsField')}</span><input className={styles.input} name="tags" dir="auto" defaultValue={request.tags.join(', ')} /></label>
      {uses.map((use) => (
        <label key={use} className={styles.field}><span className={styles.label}>{t('recipientsFor', { use: useName(use) })}</span><input className={styles.input} name={`to ${use}`} dir="ltr" inputMode="email" defaultValue={addressesOf(request.recipients[use]).join(', ')} placeholder={t('recipientsHint')} /></label>
      ))}
      <div className={styles.acts}>
        <Button type="submit" loading={isPending}>{t('common:save')}</Button>
        <Button variant="default" onClick={onEnd}>{t('common:cancel')}</Button>
      </div>
    </form>
  )
}
