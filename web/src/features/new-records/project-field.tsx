import { TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { useProjects, useStudios } from '../shared/lookups.ts'
import { Select } from '../../ui/fields/select.tsx'
import type { ProjectChoice } from './project-choice.ts'

type Props = { choice: ProjectChoice; onChange: (choice: ProjectChoice) => void }

/** Selects a project, or names a new one. */
export function ProjectField({ choice, onChange }: Props) {
  const { t } = useTranslation('new-records')
  const projects = useProjects()
  const active = projects.records.filter(({ status }) => status === 'active')
  const isNew = choice.project === undefined
  return (
    <>
      {active.length > 0 && (
        <Select
          label={t('project')}
          anyLabel={t('newProject')}
          value={choice.project}
          options={active.map(({ _id, name }) => ({ value: _id, name }))}
          onChange={(project) => onChange({ ...choice, project })}
        />
      )}
      {isNew && <NewProjectFields choice={choice} onChange={onChange} />}
    </>
  )
}

/** The studio is asked for if there are several, or if there is none yet. */
export function NewProjectFields({ choice, onChange }: Props) {
  const { t } = useTranslation('new-records')
  const studios = useStudios()
  const mayCreateStudio = useHasPermission('installation.manage')
  return (
    <>
      <TextInput
        label={t('projectName')}
        placeholder={t('projectPlaceholder')}
        value={choice.projectName}
        maxLength={300}
        required
        dir="auto"
        onChange={({ currentTarget }) => onChange({ ...choice, projectName: currentTarget.value })}
      />
      {studios.options.length > 1 && (
        <Select
          label={t('studio')}
          value={choice.studio}
          options={studios.options}
          onChange={(studio) => onChange({ ...choice, studio })}
        />
      )}
      {studios.isLoaded && studios.options.length === 0 && mayCreateStudio && (
        <TextInput
          label={t('studioName')}
          description={t('studioHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={choice.studioName}
          maxLength={300}
          required
          dir="auto"
          onChange={({ currentTarget }) => onChange({ ...choice, studioName: currentTarget.value })}
        />
      )}
    </>
  )
}

/** The only studio or project needs no selection. */
export function useDefaultChoice(choice: ProjectChoice): ProjectChoice {
  const studios = useStudios()
  return { ...choice, studio: choice.studio ?? studios.options[0]?.value }
}
