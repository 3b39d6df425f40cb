import { studioRules, studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { changedFields, previousValues } from '../../../ui/fields/draft.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'

type StudioSettings = Partial<studios.StudioSettings>
const AFFECTED_PATHS = ['/studios']

/** The API merges settings by name, so only changed ones are sent and undone. */
export function useStudioSettings({ _id: id, name, settings }: studios.Studio) {
  const { t } = useTranslation(['admin', 'common'])
  const change = useEndpointMutation(studios.changeStudio, {
    invalidates: AFFECTED_PATHS,
    silent: true,
  })
  const takeBack = useEndpointMutation(studios.changeStudio, { invalidates: AFFECTED_PATHS })
  // A missing setting equals its default.
  const before: StudioSettings = {
    ...settings,
    subtitleLimits: settings.subtitleLimits ?? {},
    traceable: settings.traceable ?? false,
    mailLanguage: settings.mailLanguage ?? 'en',
    reviewersDecide: settings.reviewersDecide ?? false,
    reminders: settings.reminders ?? studioRules.DEFAULT_REMINDERS,
    retention: {
      events: null,
      notifications: null,
      downloads: null,
      audit: null,
      ...settings.retention,
    },
    assignment: settings.assignment ?? { rules: [], pool: false, respondWithinHours: null },
  }
  const save = async (wanted: StudioSettings, saved: () => void) => {
    const changes = changedFields(before, wanted)
    if (Object.keys(changes).length === 0) return showToast(t('saved.unchanged'))
    await change.mutateAsync({ params: { id }, body: { settings: changes } })
    saved()
    showToast(t('saved.changed', { name }), {
      action: {
        name: t('common:undo'),
        run: () =>
          takeBack.mutate({ params: { id }, body: { settings: previousValues(before, changes) } }),
      },
    })
  }
  return {
    save: (wanted: StudioSettings, saved: () => void) => void save(wanted, saved).catch(() => {}),
    error: change.error,
    isSaving: change.isPending,
  }
}
