import { useId } from 'react'
import { useElementSize } from '@mantine/hooks'
import { workflowRules, type workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { drawGraph, flowFor, type Box } from './graph.ts'
import { useAccess, useAccessSummary } from './use-access.ts'
import styles from './workflows.module.css'

type Props = {
  definition: workflows.Definition
  chosen?: string | undefined
  /** Without it the diagram is read-only. */ onChoose?: (phase: string) => void
}

/**
 * Transitions are an SVG; phases are buttons above it. The same content is also available as text.
 */
export function WorkflowDiagram({ definition, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation('workflows')
  const { ref, width } = useElementSize<HTMLDivElement>()
  const id = useId()
  const graph =
    width > 0
      ? drawGraph(definition, {
          width,
          flow: flowFor(definition, width),
          mirrored: i18n.dir() === 'rtl',
        })
      : undefined
  const first = workflowRules.firstPhase(definition)
  return (
    <figure className={styles.figure} aria-label={t('diagram')}>
      <div ref={ref} className={styles.picture} style={{ height: graph?.height ?? 240 }}>
        {graph && (
          <svg className={styles.ways} width={graph.width} height={graph.height} aria-hidden="true">
            <defs>
              <marker
                id={id}
                viewBox="0 0 10 10"
                refX="8"
                refY="5"
                markerWidth="8"
                markerHeight="8"
                orient="auto"
                markerUnits="userSpaceOnUse"
              >
                <path
                  d="M1 1 9 5 1 9"
                  fill="none"
                  stroke="context-stroke"
                  strokeWidth="1.8"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </marker>
            </defs>
            {graph.ways.map(({ from, to, kind, path }) => (
              <path
                key={`${from} ${to}`}
                className={styles.way}
                d={path}
                data-kind={kind}
                data-near={from === chosen || to === chosen}
                markerEnd={`url(#${id})`}
              />
            ))}
          </svg>
        )}
        {graph?.boxes.map((box) => (
          <PhaseBox
            key={box.name}
            box={box}
            phase={definition.phases[box.name]!}
            isFirst={box.name === first}
            isChosen={box.name === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
      <figcaption className="visually-hidden">
        <DiagramAsText definition={definition} />
      </figcaption>
    </figure>
  )
}

type PhaseBoxProps = {
  box: Box
  phase: workflows.Phase
  isFirst: boolean
  isChosen: boolean
  onChoose: Props['onChoose']
}

function PhaseBox({
  box: { name, x, y, width, height },
  phase,
  isFirst,
  isChosen,
  onChoose,
}: PhaseBoxProps) {
  const { t } = useTranslation('workflows')
  const inShort = useAccessSummary()
  // Positioned from the left in both text directions: the layout is already mirrored.
  const place = { transform: `translate(${x}px, ${y}px)`, width, height }
  const shape = {
    'data-end': phase.terminal,
    'data-long': name.length > 16,
    'data-small': width < 130,
  }
  const said = (
    <>
      <span className={styles.phaseName} dir="ltr">
        {name}
      </span>
      <span className={styles.phaseNote}>{inShort(phase)}</span>
      {(isFirst || phase.terminal) && (
        <span className={styles.phaseMark}>{t(phase.terminal ? 'end' : 'start')}</span>
      )}
    </>
  )
  if (!onChoose)
    return (
      <div className={styles.phase} style={place} {...shape}>
        {said}
      </div>
    )
  return (
    <button
      type="button"
      className={styles.phase}
      style={place}
      {...shape}
      aria-pressed={isChosen}
      onClick={() => onChoose(name)}
    >
      {said}
    </button>
  )
}

function DiagramAsText({ definition }: { definition: workflows.Definition }) {
  const { t } = useTranslation('workflows')
  const access = useAccess(definition)
  return (
    <ul>
      {Object.entries(definition.phases).map(([name, phase]) => {
        const next = workflowRules.nextPhases(definition, name)
        return (
          <li key={name}>
            {t('phaseSummary', {
              name,
              next: next.length
                ? t('nextPhasesList', { phases: next.join(', ') })
                : t('noNextPhase'),
              access: access(phase).join(' '),
            })}
          </li>
        )
      })}
    </ul>
  )
}
