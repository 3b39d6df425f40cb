import { Button } from '@mantine/core'
import { workflowRules, type workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups } from '../../shared/lookups.ts'
import { PeopleField } from '../../shared/people-field.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { CheckboxGroup, Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { GroupAccess } from './group-access.tsx'
import styles from './workflows.module.css'

type Props = {
  name: string
  phase: workflows.Phase
  definition: workflows.Definition
  onChange: (change: Partial<workflows.Phase>) => void
  onRemove: () => void
}

export function PhaseEditor({ name, phase, definition, onChange, onRemove }: Props) {
  const { t } = useTranslation('workflows')
  const others = Object.keys(definition.phases).filter((other) => other !== name)
  return (
    <section className={styles.editor} aria-label={t('phaseTitle', { name })}>
      <div className={styles.editorHead}>
        <h3 dir="ltr">{name}</h3>
        <Button size="compact-sm" variant="subtle" onClick={onRemove}>
          {t('removePhase')}
        </Button>
      </div>
      <TextArea
        label={t('description')}
        rows={2}
        maxLength={20_000}
        value={phase.description ?? ''}
        onChange={(description) => onChange({ description })}
      />
      <Checkbox
        name={t('finalPhase')}
        note={t('finalPhaseHint')}
        isOn={phase.terminal}
        onChange={(terminal) => onChange({ terminal })}
      />
      {others.length > 0 && (
        <CheckboxGroup
          legend={t('nextPhases')}
          note={t('nextPhasesHint')}
          columns={4}
          selected={workflowRules.nextPhases(definition, name)}
          options={others.map((other) => ({ value: other, name: other }))}
          onChange={(transitions) => onChange({ transitions })}
        />
      )}
      <Access phase={phase} onChange={onChange} />
    </section>
  )
}

function Access({ phase, onChange }: Pick<Props, 'phase' | 'onChange'>) {
  const { t } = useTranslation('workflows')
  const groups = useGroups()
  const isOpen = phase.groups.length === 0 && phase.users.length === 0
  const chooseGroups = (ids: string[]) =>
    onChange({
      groups: ids.map(
        (id) => phase.groups.find((group) => group.id === id) ?? { id, dng: [], usages: [] },
      ),
    })
  return (
    <>
      <div>
        <MultiSelect
          label={t('allowedGroups')}
          note={isOpen ? t('openToAll') : t('restricted')}
          options={groups.options}
          selected={phase.groups.map(({ id }) => id)}
          onChange={chooseGroups}
        />
        {phase.groups.map((group) => (
          <GroupAccess
            key={group.id}
            name={groups.nameOf(group.id)}
            group={group}
            onChange={(change) =>
              onChange({
                groups: phase.groups.map((other) =>
                  other.id === group.id ? { ...other, ...change } : other,
                ),
              })
            }
          />
        ))}
      </div>
      <PeopleField
        label={t('allowedPeople')}
        note={t('allowedPeopleHint')}
        selected={phase.users}
        onChange={(users) => onChange({ users })}
      />
      <p className={fields.note}>{t('adminsHint')}</p>
    </>
  )
}
