import { useState } from 'react'
import { TextInput } from '@mantine/core'
import type { workflows } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { emptyPhase } from './edit-definition.ts'
import { useWorkflowCrud } from './use-workflow-crud.ts'

/** Creates a workflow with three default phases. */
const DEFAULT_DEFINITION: workflows.Definition = {
  phases: {
    WIP: emptyPhase({ transitions: ['LOCK'] }),
    LOCK: emptyPhase({ transitions: ['FINAL'] }),
    FINAL: emptyPhase({ terminal: true, transitions: [] }),
  },
  requireGraphicsApproval: false,
  requireOfflineApproval: true,
}

export function NewWorkflow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workflows')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const crud = useWorkflowCrud((created) => {
    if (created) void navigate({ to: '/administration/workflows/$id', params: { id: created._id } })
  })
  return (
    <Form
      label={t('add')}
      error={crud.error}
      isSaving={crud.isSaving}
      onCancel={onClose}
      onSave={() => crud.save(undefined, { name, definition: DEFAULT_DEFINITION })}
    >
      <TextInput
        label={t('name')}
        description={t('newHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={300}
        dir="auto"
        value={name}
        error={fieldErrorsOf(crud.error)('/name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Form>
  )
}
