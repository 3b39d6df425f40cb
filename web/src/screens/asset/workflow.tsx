import type { assets } from '@reelay/api/contract'
import styles from './workflow.module.css'

type Definition = assets.Asset['workflow']['definition']

/** The phases in a row, the present one marked. */
export function Workflow({ workflow: { phase, definition } }: Pick<assets.Asset, 'workflow'>) {
  const path = pathOf(definition)
  const at = path.indexOf(phase)
  return (
    <ol className={styles.path} aria-label="Phases">
      {path.map((name, index) => (
        <li key={name} className={styles.phase} data-when={index < at ? 'past' : index === at ? 'now' : 'later'} aria-current={index === at ? 'step' : undefined}>
          <span className={styles.name}>{name}</span>
          <span className={styles.description}>{definition.phases[name]?.description}</span>
        </li>
      ))}
    </ol>
  )
}

/** Phases as their transitions lead, from the one that no other leads to; what cannot be reached stands behind. */
function pathOf({ phases }: Definition): string[] {
  const names = Object.keys(phases)
  const ledTo = new Set(names.flatMap((name) => phases[name]?.transitions ?? []))
  const found = new Set(names.filter((name) => !ledTo.has(name)).slice(0, 1))
  for (const name of found) for (const next of phases[name]?.transitions ?? []) if (phases[next]) found.add(next)
  return [...found, ...names.filter((name) => !found.has(name))]
}
