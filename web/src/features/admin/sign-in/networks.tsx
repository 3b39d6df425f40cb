import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { ipNetworks, sessions, type studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { SelectedChips } from '../../../ui/fields/selected-chips.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { useStudioSettings } from '../organization/use-studio-settings.ts'
import styles from './sign-in.module.css'

/** The addresses from which people may act in the studio. */
export function Networks({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation(['sso', 'common'])
  const { save, error, isSaving } = useStudioSettings(studio)
  const [draft, write, concurrentChange, saved] = useDraft({
    allowedNetworks: studio.settings.allowedNetworks ?? [],
  })
  const [typed, setTyped] = useState('')
  const own = useOwnNetwork()
  const listed = draft.allowedNetworks
  const add = (network: string) => {
    write({ allowedNetworks: [...new Set([...listed, network])] })
    setTyped('')
  }
  const isExcluded = own !== undefined && listed.length > 0 && !isListed(own, listed)
  return (
    <Form
      label={t('sso:networks.title')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save(draft, saved)}
    >
      <div>
        {listed.length === 0 && <p className={fields.note}>{t('sso:networks.none')}</p>}
        <SelectedChips
          label={t('sso:networks.title')}
          selected={listed.map((value) => ({ value, name: value }))}
          onRemove={(value) =>
            write({ allowedNetworks: listed.filter((other) => other !== value) })
          }
        />
        <div className={styles.actions} style={{ marginTop: 8 }}>
          <TextInput
            aria-label={t('sso:networks.one')}
            placeholder="192.0.2.0/24"
            maxLength={50}
            dir="ltr"
            autoComplete="off"
            value={typed}
            error={fieldErrorsOf(error)('/settings/allowedNetworks')}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (ipNetworks.isNetwork(typed.trim())) add(typed.trim())
            }}
          />
          <Button
            variant="default"
            disabled={!ipNetworks.isNetwork(typed.trim())}
            onClick={() => add(typed.trim())}
          >
            {t('common:add')}
            <span className="visually-hidden">: {t('sso:networks.one')}</span>
          </Button>
          {own && !isListed(own, listed) && (
            <Button variant="subtle" onClick={() => add(own)}>
              {t('sso:networks.addOwn', { address: own })}
            </Button>
          )}
        </div>
      </div>
      {isExcluded && <Exclusion address={own} />}
    </Form>
  )
}

/** The API refuses such a list from a manager, but not from an admin. */
function Exclusion({ address }: { address: string }) {
  const { t } = useTranslation('sso')
  const isAdmin = useHasPermission('installation.manage')
  return (
    <p className={styles.warning} role="alert">
      {t(isAdmin ? 'networks.excludesAdmin' : 'networks.excludesYou', { address })}
    </p>
  )
}

/** The address of the sign-in; of an IPv6 address the first half, as `2001:db8::/64`. */
function useOwnNetwork(): string | undefined {
  const { data } = useEndpointQuery(sessions.listTokens, { range: { first: 0, last: 99 } })
  return data?.items.find(({ current }) => current)?.network ?? undefined
}

const isListed = (own: string, listed: string[]) =>
  listed.some((network) => ipNetworks.isInNetwork(own.split('/')[0]!, network))
