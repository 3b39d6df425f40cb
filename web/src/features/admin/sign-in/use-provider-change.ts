import { sso } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { changedFields, previousValues } from '../../../ui/fields/draft.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'

/** Saves what differs from the provider, with an undo. */
export function useProviderChange(provider: sso.IdentityProvider) {
  const { t } = useTranslation(['admin', 'common'])
  const change = useEndpointMutation(sso.changeProvider, { silent: true })
  const takeBack = useEndpointMutation(sso.changeProvider)
  const params = { id: provider.studio, provider: provider._id }
  const save = async (wanted: sso.ProviderChange, saved: () => void) => {
    const before = provider as sso.ProviderChange
    const changes = changedFields(before, wanted)
    if (Object.keys(changes).length === 0) return showToast(t('saved.unchanged'))
    const { name } = await change.mutateAsync({ params, body: changes })
    saved()
    const previous = previousValues(before, changes)
    const undo = { name: t('common:undo'), run: () => takeBack.mutate({ params, body: previous }) }
    // A replaced secret cannot be restored.
    showToast(
      t('saved.changed', { name }),
      Object.keys(previous).length > 0 ? { action: undo } : {},
    )
  }
  return {
    /** The form shows the error. */
    save: (wanted: sso.ProviderChange, saved: () => void = () => {}) =>
      void save(wanted, saved).catch(() => {}),
    error: change.error,
    isSaving: change.isPending,
  }
}
