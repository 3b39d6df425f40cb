import { Button, NativeSelect } from '@mantine/core'
import { projects } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { localTimeZone } from '../../../ui/format/time.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { fromDateTimeLocal, toDateTimeLocal, timeZoneNames } from '../../../ui/format/zoned-time.ts'
import { NameField } from '../name-field.tsx'
import { useCrud } from '../use-crud.ts'
import { LogoField } from './logo-field.tsx'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import { SlugField } from './slug-field.tsx'

type Body = {
  name: string
  slug?: string
  studio: string
  description: string
  release: projects.Release | null
  logo: string | null
  status: projects.ProjectStatus
}
type Draft = Omit<Body, 'release'> & { wall: string; tz: string }

/** The studio of a project cannot change, so it is never part of an update. */
const ENDPOINTS = {
  create: projects.createProject,
  change: projects.changeProject,
  remove: projects.removeProject,
}
const toBody = ({
  name,
  slug,
  studio,
  description,
  release,
  logo,
  status,
}: projects.Project): Body => ({ name, slug, studio, description, release, logo, status })

function toDraft(project: projects.Project | undefined, studio: string): Draft {
  const { release, ...body } = project
    ? toBody(project)
    : { name: '', studio, description: '', release: null, logo: null, status: 'active' as const }
  const tz = release?.tz ?? localTimeZone()
  return { ...body, tz, wall: release ? toDateTimeLocal(tz, release.date) : '' }
}

function toBodyFromDraft({ wall, tz, ...draft }: Draft): Body {
  const date = fromDateTimeLocal(tz, wall)
  return { ...draft, release: date === undefined ? null : { date, tz } }
}

export function ProjectForm({
  project,
  onDone,
}: {
  project: projects.Project | undefined
  onDone: () => void
}) {
  const { t } = useTranslation(['organization', 'common'])
  const crud = useCrud(ENDPOINTS, {
    invalidates: ['/projects', '/assets'],
    toBody,
    nameOf: ({ name }) => name,
    onDone,
  })
  const studios = useStudios()
  const [draft, write, concurrentChange] = useDraft(toDraft(project, ''))
  const fieldError = fieldErrorsOf(crud.error)
  const studio = draft.studio || studios.options[0]?.value || ''
  return (
    <Form
      label={project?.name ?? t('project.add')}
      error={crud.error}
      isSaving={crud.isSaving}
      concurrentChange={concurrentChange}
      onCancel={onDone}
      onSave={() => crud.save(project, toBodyFromDraft({ ...draft, studio }))}
      extraActions={
        project && (
          <ProjectActions
            project={project}
            isRemoving={crud.isRemoving}
            onRemove={() => crud.remove(project)}
            onDone={onDone}
          />
        )
      }
    >
      <FieldRow>
        <NameField
          value={draft.name}
          error={fieldError('/name')}
          onChange={(name) => write({ name })}
        />
        <SlugField
          value={draft.slug}
          error={fieldError('/slug')}
          onChange={(slug) => write({ slug })}
        />
      </FieldRow>
      {!project && (
        <Select
          label={t('studio.one')}
          value={studio}
          options={studios.options}
          onChange={(chosen) => write({ studio: chosen ?? '' })}
        />
      )}
      <TextArea
        label={t('project.description')}
        rows={3}
        maxLength={20_000}
        value={draft.description}
        error={fieldError('/description')}
        onChange={(description) => write({ description })}
      />
      <FieldRow>
        <DateInput
          type="datetime-local"
          label={t('project.release')}
          description={t('project.releaseHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.wall}
          error={fieldError('/release/date')}
          onChange={({ currentTarget }) => write({ wall: currentTarget.value })}
        />
        <NativeSelect
          label={t('project.timeZone')}
          value={draft.tz}
          error={fieldError('/release/tz')}
          onChange={({ currentTarget }) => write({ tz: currentTarget.value })}
          data={timeZoneNames(draft.tz).map((value) => ({
            value,
            label: value.replaceAll('_', ' '),
          }))}
        />
      </FieldRow>
      <LogoField
        value={draft.logo}
        studio={studio}
        error={fieldError('/logo')}
        onChange={(logo) => write({ logo })}
      />
    </Form>
  )
}

/** Archive or restore; only an empty project can be removed. */
function ProjectActions({
  project,
  isRemoving,
  onRemove,
  onDone,
}: {
  project: projects.Project
  isRemoving: boolean
  onRemove: () => void
  onDone: () => void
}) {
  const { t } = useTranslation(['organization', 'common'])
  const move = useEndpointMutation(projects.changeProject, {
    invalidates: ['/projects', '/assets'],
  })
  const other = project.status === 'active' ? 'archived' : 'active'
  const set = (status: projects.ProjectStatus) =>
    move.mutateAsync({ params: { id: project._id }, body: { status } })
  const act = async () => {
    await set(other)
    showToast(t(`project.statusSet.${other}`, { name: project.name }), {
      action: { name: t('common:undo'), run: () => void set(project.status).catch(() => {}) },
    })
    onDone()
  }
  return (
    <>
      <Button
        variant="default"
        mr={8}
        loading={move.isPending}
        onClick={() => void act().catch(() => {})}
      >
        {t(`project.setStatus.${other}`)}
      </Button>
      <Button variant="default" loading={isRemoving} onClick={onRemove}>
        {t('common:remove')}
      </Button>
    </>
  )
}
