import type { ReactNode } from 'react'
import { TextInput } from '@mantine/core'
import type { workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Meanwhile } from '../../../ui/fields/draft.ts'
import { faultsOf } from '../../../ui/fields/faults.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { YesNo } from '../../../ui/fields/ticks.tsx'
import type { useWorkflowKeeper } from './workflow-keeper.ts'

export type Draft = Pick<workflows.Workflow, 'name' | 'definition'>
type Parts = {
  draft: Draft
  keeper: ReturnType<typeof useWorkflowKeeper>
  refused: string | undefined
  meanwhile: Meanwhile
  aside: ReactNode
  onChange: (change: Partial<Draft>) => void
  onSave: () => void
  onCancel?: () => void
}

/** What holds for the whole workflow, and the way to save all of it. */
export function WorkflowForm({
  draft,
  keeper,
  refused,
  meanwhile,
  aside,
  onChange,
  onSave,
  onCancel,
}: Parts) {
  const { t } = useTranslation('workflows')
  const { name, definition } = draft
  const write = (change: Partial<workflows.Definition>) =>
    onChange({ definition: { ...definition, ...change } })
  return (
    <Form
      label={t('whole')}
      save={t('saveAll')}
      error={keeper.error}
      isSaving={keeper.isSaving}
      meanwhile={meanwhile}
      refused={refused}
      aside={aside}
      onSave={onSave}
      {...(onCancel && { onCancel })}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={300}
        dir="auto"
        value={name}
        error={faultsOf(keeper.error)('/name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <div>
        <YesNo
          name={t('graphicsApproval')}
          note={t('graphicsApprovalNote')}
          isOn={definition.requireGraphicsApproval}
          onChange={(isOn) => write({ requireGraphicsApproval: isOn })}
        />
        <YesNo
          name={t('offlineApproval')}
          note={t('offlineApprovalNote')}
          isOn={definition.requireOfflineApproval}
          onChange={(isOn) => write({ requireOfflineApproval: isOn })}
        />
      </div>
    </Form>
  )
}
