import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { passkeys } from '@reelay/api/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths, useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import {
  createPasskey,
  isAlreadyThere,
  isCancelled,
  supportsPasskeys,
} from '../credentials/passkey.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { showUndoToast } from '../../ui/feedback/toasts.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { formatDate, formatRelativeTime, localTimeZone } from '../../ui/format/time.ts'
import { Section } from '../../ui/layout/section.tsx'
import styles from './account.module.css'

const PATH = '/session/passkeys'

export function Passkeys() {
  const { t } = useTranslation(['account', 'common'])
  const { data, error, refetch, isFetching } = useEndpointQuery(passkeys.listPasskeys, {
    range: { first: 0, last: 99 },
  })
  const [hidden, setHidden] = useState<string>()
  const remove = useEndpointMutation(passkeys.removePasskey, { invalidates: [PATH] })
  // A removed passkey cannot be restored, so it is only hidden until the undo has expired.
  const removeLater = ({ _id: id, name }: passkeys.Passkey) => {
    setHidden(id)
    showUndoToast(t('account:passkeys.removed', { name }), {
      undo: t('common:undo'),
      run: () => remove.mutate({ params: { id } }),
      undone: () => setHidden(undefined),
    })
  }
  const shown = data?.items.filter(({ _id }) => _id !== hidden || remove.isError)
  return (
    <Section inCard title={t('account:passkeys.title')}>
      <div className={styles.fields}>
        <p className={styles.wide}>{t('account:passkeys.hint')}</p>
      </div>
      {error && (
        <ErrorAlert
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          isStale={Boolean(data)}
        />
      )}
      {!shown && !error && <PendingRows rows={1} />}
      {shown && shown.length > 0 && (
        <ul className={`${styles.list} ${styles.under}`} aria-label={t('account:passkeys.title')}>
          {shown.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} onRemove={() => removeLater(passkey)} />
          ))}
        </ul>
      )}
      {shown && <NewPasskey />}
    </Section>
  )
}

function PasskeyRow({
  passkey: { name, created, used, synced },
  onRemove,
}: {
  passkey: passkeys.Passkey
  onRemove: () => void
}) {
  const { t } = useTranslation('account')
  const details = [
    used ? t('sessions.used', { when: formatRelativeTime(used) }) : t('tokens.unused'),
    t('tokens.created', { day: formatDate(localTimeZone(), created) }),
    t(synced ? 'passkeys.synced' : 'passkeys.oneDevice'),
  ]
  return (
    <li className={styles.item}>
      <div className={styles.itemText}>
        <div className={styles.itemName} dir="auto">
          {name}
        </div>
        <div className={styles.note}>{details.join(' · ')}</div>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('passkeys.removeThis', { name })}
        onClick={onRemove}
      >
        {t('passkeys.remove')}
      </Button>
    </li>
  )
}

function NewPasskey() {
  const { t } = useTranslation('account')
  const add = useAddPasskey()
  if (!supportsPasskeys()) return <p className={styles.note}>{t('passkeys.unsupported')}</p>
  return (
    <form
      className={`${styles.fields} ${styles.under}`}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const name = textField(new FormData(form), 'name').trim()
        add.mutate(name, { onSuccess: () => form.reset() })
      }}
    >
      <TextInput
        name="name"
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        maxLength={300}
        pattern=".*\S.*"
        required
        withAsterisk={false}
        autoComplete="off"
        dir="auto"
      />
      <p className={styles.error} role="alert">
        {add.error && !isCancelled(add.error)
          ? isAlreadyThere(add.error)
            ? t('passkeys.alreadyThere')
            : explainError(add.error).advice
          : ''}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={add.isPending}>
          {t('passkeys.add')}
        </Button>
      </div>
    </form>
  )
}

function useAddPasskey() {
  const { call } = useService()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const credential = await createPasskey(await call(passkeys.startPasskey, {}))
      return call(passkeys.createPasskey, { body: { name, credential } })
    },
    onSuccess: () => invalidatePaths(queryClient, [PATH]),
  })
}
