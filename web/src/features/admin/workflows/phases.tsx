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
  chosen: string | undefined
  onChoose: (phase: string | undefined) => void
  onChange: (definition: workflows.Definition) => void
}

/** The diagram, and below it the editor of the selected phase. */
export function Phases({ definition, chosen, onChoose, onChange }: Props) {
  const { t } = useTranslation('workflows')
  const phase =
    chosen !== undefined && Object.hasOwn(definition.phases, chosen)
      ? definition.phases[chosen]
      : undefined
  const drop = (name: string) => {
    onChange(removePhase(definition, name))
    onChoose(undefined)
  }
  return (
    <Section title={t('phases')} note={t('phasesHint')} inCard>
      <WorkflowDiagram
        definition={definition}
        selected={chosen}
        onSelect={(name) => onChoose(name === chosen ? undefined : name)}
      />
      {chosen !== undefined && phase ? (
        <PhaseEditor
          key={chosen}
          name={chosen}
          phase={phase}
          definition={definition}
          onChange={(change) => onChange(withPhase(definition, chosen, change))}
          onDrop={() => drop(chosen)}
        />
      ) : (
        <NewPhase
          taken={Object.keys(definition.phases)}
          onAdd={(name) => {
            onChange(addPhase(definition, name))
            onChoose(name)
          }}
        />
      )}
    </Section>
  )
}

function NewPhase({ taken, onAdd }: { taken: string[]; onAdd: (name: string) => void }) {
  const { t } = useTranslation('workflows')
  const [name, setName] = useState('')
  const isTaken = taken.includes(name)
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
