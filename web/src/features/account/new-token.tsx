import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { sessions, type ReplyOf } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useProjects, useStudios } from '../shared/lookups.ts'
import { Select } from '../../ui/fields/select.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import styles from './account.module.css'

const DAY = 86_400
const DAYS = [30, 90, 365]

/** `account`: the same access as the person, without a scope. */
const ACCESS = ['account', 'full', 'read', 'upload'] as const
type TokenAccess = (typeof ACCESS)[number]

/** A studio or a project, as `studio <id>` or `project <id>`. */
function scopeOf(access: TokenAccess, limit: string | undefined): sessions.NewScope | null {
  if (access === 'account' && !limit) return null
  const [kind, id] = limit?.split(' ') ?? []
  return { access: access === 'account' ? 'full' : access, ...(kind && { [kind]: id }) }
}

function useScopeLimits() {
  const [studios, projects] = [useStudios(), useProjects()]
  return [
    ...studios.records.map(({ _id, name }) => ({ value: `studio ${_id}`, name })),
    ...projects.records.map(({ _id, name, studio }) => ({
      value: `project ${_id}`,
      name: `${studios.nameOf(studio)} › ${name}`,
    })),
  ]
}

/** 90 days by default: a forgotten token should expire. */
export function NewToken({
  onCreated,
}: {
  onCreated: (created: ReplyOf<typeof sessions.createToken>) => void
}) {
  const { t } = useTranslation('account')
  const [days, setDays] = useState('90')
  const [access, setAccess] = useState<TokenAccess>('account')
  const [limit, setLimit] = useState<string>()
  const limits = useScopeLimits()
  const { mutate, isPending } = useEndpointMutation(sessions.createToken, {
    invalidates: ['/session/tokens'],
    onSuccess: onCreated,
  })
  const make = (form: FormData) =>
    mutate({
      body: {
        name: textField(form, 'name').trim(),
        expires: days === 'never' ? null : Math.floor(Date.now() / 1000) + Number(days) * DAY,
        scope: scopeOf(access, limit),
      },
    })
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        make(new FormData(event.currentTarget))
      }}
    >
      <TextInput
        name="name"
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        maxLength={300}
        pattern=".*\S.*"
        required
        withAsterisk={false}
        autoComplete="off"
        dir="auto"
      />
      <Select
        label={t('tokens.access')}
        value={access}
        options={ACCESS.map((value) => ({ value, name: t(`tokens.accessTo.${value}`) }))}
        onChange={(value) => setAccess(value as TokenAccess)}
      />
      <Select
        label={t('tokens.limit')}
        anyLabel={t('tokens.noLimit')}
        value={limit}
        options={limits}
        onChange={setLimit}
      />
      <Select
        label={t('tokens.validFor')}
        value={days}
        options={[
          ...DAYS.map((count) => ({ value: String(count), name: t('tokens.days', { count }) })),
          { value: 'never', name: t('tokens.never') },
        ]}
        onChange={(value) => setDays(value!)}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={isPending}>
          {t('tokens.submit')}
        </Button>
      </div>
    </form>
  )
}
