import { Button } from '@mantine/core'
import { workflows } from '@reelay/api/contract'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { definitionError } from './edit-definition.ts'
import { Phases } from './phases.tsx'
import { WorkflowForm } from './workflow-form.tsx'
import { useWorkflowCrud } from './use-workflow-crud.ts'

const route = getRouteApi('/app/administration/workflows/$id')

export function Workflow() {
  const { t } = useTranslation(['workflows', 'admin'])
  const { id } = route.useParams()
  const query = useEndpointQuery(workflows.getWorkflow, { params: { id } })
  return (
    <RecordPage
      query={query}
      kind={t('one')}
      nameOf={({ name }) => name}
      breadcrumb={<Link to="/administration/workflows">{t('admin:workflows.title')}</Link>}
      backLink={<Link to="/administration/workflows">{t('all')}</Link>}
    >
      {(workflow) => <Body key={workflow._id} workflow={workflow} />}
    </RecordPage>
  )
}

/** One draft for the whole page: the diagram shows unsaved changes. */
function Body({ workflow }: { workflow: workflows.Workflow }) {
  const { t } = useTranslation(['workflows', 'common'])
  const { phase } = route.useSearch()
  const navigate = route.useNavigate()
  const leaveTo = useNavigate()
  const [draft, write, concurrentChange, saved] = useDraft({
    name: workflow.name,
    definition: workflow.definition,
  })
  const crud = useWorkflowCrud((result) => {
    if (result) saved()
    else void leaveTo({ to: '/administration/workflows' })
  })
  const error = definitionError(draft.definition)
  const isSame =
    JSON.stringify(draft) ===
    JSON.stringify({ name: workflow.name, definition: workflow.definition })
  const disabledReason = error ? ('key' in error ? t(error.key) : error.message) : undefined
  return (
    <>
      <Phases
        definition={draft.definition}
        selected={phase}
        onSelect={(name) =>
          void navigate({ search: name ? { phase: name } : {}, replace: true, resetScroll: false })
        }
        onChange={(definition) => write({ definition })}
      />
      <Section title={t('settings')} inCard>
        <WorkflowForm
          draft={draft}
          crud={crud}
          disabledReason={disabledReason ?? (isSame ? t('nothingChanged') : undefined)}
          concurrentChange={concurrentChange}
          onChange={write}
          onSave={() => crud.save(workflow, draft)}
          aside={
            <Button
              variant="default"
              loading={crud.isRemoving}
              onClick={() => crud.remove(workflow)}
            >
              {t('common:remove')}
            </Button>
          }
          {...(!isSame && { onCancel: concurrentChange.discardDraft })}
        />
      </Section>
    </>
  )
}
