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
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { formatDate, formatRelativeTime, localTimeZone } from '../../ui/format/time.ts'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import styles from './account.module.css'

const PATH = '/session/passkeys'

export function Passkeys() {
  const { t } = useTranslation('account')
  const query = useEndpointQuery(passkeys.listPasskeys, { range: { first: 0, last: 99 } })
  const remove = useEndpointMutation(passkeys.removePasskey, { invalidates: [PATH] })
  const shown = query.data?.items
  const confirmRemoval = async ({ _id, name }: passkeys.Passkey) => {
    const title = t('passkeys.removeThis', { name })
    if (await confirmed({ title, action: t('passkeys.remove') }))
      remove.mutate({ params: { id: _id } })
  }
  return (
    <Section inCard title={t('passkeys.title')}>
      <div className={styles.fields}>
        <p className={styles.wide}>{t('passkeys.hint')}</p>
      </div>
      <QueryError query={query} />
      {query.isPending && <PendingRows rows={1} />}
      {shown && shown.length > 0 && (
        <div className={styles.under}>
          <ItemList label={t('passkeys.title')}>
            {shown.map((passkey) => (
              <PasskeyRow
                key={passkey._id}
                passkey={passkey}
                onRemove={() => void confirmRemoval(passkey)}
              />
            ))}
          </ItemList>
        </div>
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
    <Item name={name} details={[details.join(' · ')]}>
      <Button
        variant="default"
        size="xs"
        aria-label={t('passkeys.removeThis', { name })}
        onClick={onRemove}
      >
        {t('passkeys.remove')}
      </Button>
    </Item>
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
