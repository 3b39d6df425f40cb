import { TextInput } from '@mantine/core'
import { users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useProjects } from '../shared/lookups.ts'
import { useAccountSettings } from './use-settings.ts'
import { Select } from '../../ui/fields/select.tsx'
import { SaveState } from '../../ui/feedback/save-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { SelectedChips } from '../../ui/fields/selected-chips.tsx'
import styles from './account.module.css'

export function WorkPreferences({ me }: { me: users.User }) {
  return (
    <>
      <Uploads me={me} />
      <MutedProjects me={me} />
    </>
  )
}

function Uploads({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const {
    preferences: { ingest },
    change,
    saving,
  } = useAccountSettings(me)
  const set = (part: Partial<typeof ingest>) =>
    change({ preferences: { ingest: { ...ingest, ...part } } })
  const setMost = (field: HTMLInputElement) => {
    if (field.reportValidity() && field.valueAsNumber !== ingest.maxUploads)
      set({ maxUploads: field.valueAsNumber })
  }
  return (
    <Section inCard title={t('work.uploads')} note={<SaveState status={saving} />}>
      <div className={styles.fields}>
        <TextInput
          key={ingest.maxUploads}
          type="number"
          label={t('work.parallelUploads')}
          description={t('work.parallelUploadsHint')}
          defaultValue={ingest.maxUploads}
          min={1}
          max={users.MOST_UPLOADS}
          step={1}
          required
          withAsterisk={false}
          onBlur={({ currentTarget }) => setMost(currentTarget)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') setMost(currentTarget)
          }}
        />
        <div className={styles.wide}>
          <Switch
            label={t('work.skipPreviews')}
            note={t('work.skipPreviewsHint')}
            isOn={ingest.skipScratchPreview}
            onChange={(skipScratchPreview) => set({ skipScratchPreview })}
          />
        </div>
      </div>
    </Section>
  )
}

function MutedProjects({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const {
    preferences: { blacklist },
    change,
    saving,
  } = useAccountSettings(me)
  const projects = useProjects()
  const set = (unwanted: string[]) =>
    change({ preferences: { blacklist: { ...blacklist, projects: unwanted } } })
  const others = projects.options.filter(({ value }) => !blacklist.projects.includes(value))
  return (
    <Section inCard title={t('work.mutedProjects')} note={<SaveState status={saving} />}>
      <div className={styles.fields}>
        <p className={`${styles.note} ${styles.wide}`}>{t('work.mutedProjectsHint')}</p>
        <Select
          label={t('work.add')}
          anyLabel={t('work.choose')}
          value={undefined}
          options={others}
          onChange={(project) => {
            if (project) set([...blacklist.projects, project])
          }}
        />
        {blacklist.projects.length > 0 && (
          <div className={styles.wide}>
            <SelectedChips
              label={t('work.mutedProjects')}
              selected={blacklist.projects.map((value) => ({
                value,
                name: projects.nameOf(value),
              }))}
              onRemove={(project) => set(blacklist.projects.filter((known) => known !== project))}
            />
          </div>
        )}
      </div>
    </Section>
  )
}
