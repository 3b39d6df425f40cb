import { studios } from '@reelay/api/contract'
import { LIMITS, type LimitName } from '@reelay/subtitles/checks'
import { PROFILE_NAMES, type ProfileName, profileFor } from '@reelay/subtitles/profiles'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { DeliveryRules } from './delivery-rules.tsx'
import { useStudioSettings } from './use-studio-settings.ts'
import styles from './organization.module.css'

const NAMES = Object.keys(LIMITS) as LimitName[]

/** The subtitle profile and its custom limits. */
export function StudioSubtitles({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const { save, error, isSaving } = useStudioSettings(studio)
  const [draft, write, concurrentChange, saved] = useDraft<
    Required<Pick<studios.StudioSettings, 'subtitleProfile' | 'subtitleLimits' | 'deliveries'>>
  >({
    subtitleProfile: studio.settings.subtitleProfile,
    subtitleLimits: studio.settings.subtitleLimits ?? {},
    deliveries: studio.settings.deliveries ?? [],
  })
  const fieldError = fieldErrorsOf(error)
  const usual = profileFor(draft.subtitleProfile, 'eng').limits
  const changed = Object.keys(draft.subtitleLimits).length
  const set = (name: LimitName, value: number) => {
    const { [name]: _before, ...others } = draft.subtitleLimits
    write({ subtitleLimits: Number.isNaN(value) ? others : { ...others, [name]: value } })
  }
  return (
    <Form
      label={t('studio.subtitles')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save(draft, saved)}
    >
      <div className={styles.half}>
        <Select
          label={t('studio.profile')}
          value={draft.subtitleProfile}
          options={PROFILE_NAMES.map((value) => ({
            value,
            name: profileFor(value, 'eng').title,
          }))}
          onChange={(value) => write({ subtitleProfile: value as ProfileName })}
        />
      </div>
      <details className={styles.fold} open={changed > 0}>
        <summary>
          {changed ? t('studio.limitsChanged', { count: changed }) : t('studio.limits')}
        </summary>
        <p className={styles.note}>{t('studio.limitsHint')}</p>
        <div className={styles.limits}>
          {NAMES.map((name) => {
            const [own, { minimum, maximum, whole }] = [draft.subtitleLimits[name], LIMITS[name]]
            return (
              <label key={name} className={styles.limit} data-own={own !== undefined}>
                <span>{t(`limit.${name}`)}</span>
                <span className={styles.profileValue}>
                  {usual[name] === undefined
                    ? t('studio.noProfileValue')
                    : t('studio.profileValue', { value: formatNumber(usual[name]) })}
                </span>
                <input
                  type="number"
                  min={minimum}
                  max={maximum}
                  step={whole ? 1 : 'any'}
                  value={own ?? ''}
                  placeholder={usual[name] === undefined ? '–' : String(usual[name])}
                  aria-invalid={fieldError(`/settings/subtitleLimits/${name}`) !== undefined}
                  onChange={({ currentTarget }) => set(name, currentTarget.valueAsNumber)}
                />
              </label>
            )
          })}
        </div>
      </details>
      <DeliveryRules rules={draft.deliveries} onChange={(deliveries) => write({ deliveries })} />
    </Form>
  )
}
