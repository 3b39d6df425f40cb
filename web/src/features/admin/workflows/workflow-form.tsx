import type { ReactNode } from 'react'
import type { workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { ConcurrentChange } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { NameField } from '../name-field.tsx'
import type { useWorkflowCrud } from './use-workflow-crud.ts'

export type Draft = Pick<workflows.Workflow, 'name' | 'definition'>
type Props = {
  draft: Draft
  crud: ReturnType<typeof useWorkflowCrud>
  disabledReason: string | undefined
  concurrentChange: ConcurrentChange
  aside: ReactNode
  onChange: (change: Partial<Draft>) => void
  onSave: () => void
  onCancel?: () => void
}

export function WorkflowForm({
  draft,
  crud,
  disabledReason,
  concurrentChange,
  aside,
  onChange,
  onSave,
  onCancel,
}: Props) {
  const { t } = useTranslation('workflows')
  const { name, definition } = draft
  const write = (change: Partial<workflows.Definition>) =>
    onChange({ definition: { ...definition, ...change } })
  return (
    <Form
      label={t('settings')}
      saveLabel={t('save')}
      error={crud.error}
      isSaving={crud.isSaving}
      concurrentChange={concurrentChange}
      disabledReason={disabledReason}
      extraActions={aside}
      onSave={onSave}
      {...(onCancel && { onCancel })}
    >
      <NameField
        value={name}
        error={fieldErrorsOf(crud.error)('/name')}
        onChange={(typed) => onChange({ name: typed })}
      />
      <div>
        <Checkbox
          name={t('graphicsApproval')}
          note={t('graphicsApprovalHint')}
          isOn={definition.requireGraphicsApproval}
          onChange={(isOn) => write({ requireGraphicsApproval: isOn })}
        />
        <Checkbox
          name={t('offlineApproval')}
          note={t('offlineApprovalHint')}
          isOn={definition.requireOfflineApproval}
          onChange={(isOn) => write({ requireOfflineApproval: isOn })}
        />
      </div>
    </Form>
  )
}
