import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import type { workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { addPhase, removePhase, phaseName, withPhase } from './edit-definition.ts'
import { PhaseEditor } from './phase-editor.tsx'
import { WorkflowDiagram } from './workflow-diagram.tsx'
import styles from './workflows.module.css'

type Props = {
  definition: workflows.Definition
  selected: string | undefined
  onSelect: (phase: string | undefined) => void
  onChange: (definition: workflows.Definition) => void
}

/** The diagram, and below it the editor of the selected phase. */
export function Phases({ definition, selected, onSelect, onChange }: Props) {
  const { t } = useTranslation('workflows')
  const phase =
    selected !== undefined && Object.hasOwn(definition.phases, selected)
      ? definition.phases[selected]
      : undefined
  const remove = (name: string) => {
    onChange(removePhase(definition, name))
    onSelect(undefined)
  }
  return (
    <Section title={t('phases')} note={t('phasesHint')} inCard>
      <WorkflowDiagram
        definition={definition}
        selected={selected}
        onSelect={(name) => onSelect(name === selected ? undefined : name)}
      />
      {selected !== undefined && phase ? (
        <PhaseEditor
          key={selected}
          name={selected}
          phase={phase}
          definition={definition}
          onChange={(change) => onChange(withPhase(definition, selected, change))}
          onRemove={() => remove(selected)}
        />
      ) : (
        <NewPhase
          existingNames={Object.keys(definition.phases)}
          onAdd={(name) => {
            onChange(addPhase(definition, name))
            onSelect(name)
          }}
        />
      )}
    </Section>
  )
}

function NewPhase({
  existingNames,
  onAdd,
}: {
  existingNames: string[]
  onAdd: (name: string) => void
}) {
  const { t } = useTranslation('workflows')
  const [name, setName] = useState('')
  const isTaken = existingNames.includes(name)
  return (
    <form
      className={styles.addPhase}
      aria-label={t('addPhase')}
      onSubmit={(event) => {
        event.preventDefault()
        if (name && !isTaken) onAdd(name)
      }}
    >
      <TextInput
        label={t('newPhase')}
        dir="ltr"
        maxLength={31}
        value={name}
        error={isTaken && t('phaseNameTaken')}
        onChange={({ currentTarget }) => setName(phaseName(currentTarget.value))}
      />
      <Button type="submit" variant="default" disabled={!name || isTaken}>
        {t('addPhase')}
      </Button>
    </form>
  )
}
