import { useId } from 'react'
import { useElementSize } from '@mantine/hooks'
import { workflowRules, type workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { layoutDiagram, flowForWidth, type DiagramBox } from './diagram-layout.ts'
import { useAccess, useAccessSummary } from './use-access.ts'
import styles from './workflows.module.css'

type Props = {
  definition: workflows.Definition
  selected?: string | undefined
  /** Without it the diagram is read-only. */ onSelect?: (phase: string) => void
}

/**
 * Transitions are an SVG; phases are buttons above it. The same content is also available as text.
 */
export function WorkflowDiagram({ definition, selected, onSelect }: Props) {
  const { t, i18n } = useTranslation('workflows')
  const { ref, width } = useElementSize<HTMLDivElement>()
  const id = useId()
  const layout =
    width > 0
      ? layoutDiagram(definition, {
          width,
          flow: flowForWidth(definition, width),
          mirrored: i18n.dir() === 'rtl',
        })
      : undefined
  const first = workflowRules.firstPhase(definition)
  return (
    <figure className={styles.figure} aria-label={t('diagram')}>
      <div ref={ref} className={styles.diagram} style={{ height: layout?.height ?? 240 }}>
        {layout && (
          <svg
            className={styles.edges}
            width={layout.width}
            height={layout.height}
            aria-hidden="true"
          >
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
            {layout.edges.map(({ from, to, kind, path }) => (
              <path
                key={`${from} ${to}`}
                className={styles.edge}
                d={path}
                data-kind={kind}
                data-highlighted={from === selected || to === selected}
                markerEnd={`url(#${id})`}
              />
            ))}
          </svg>
        )}
        {layout?.boxes.map((box) => (
          <PhaseBox
            key={box.name}
            box={box}
            phase={definition.phases[box.name]!}
            isFirst={box.name === first}
            isSelected={box.name === selected}
            onSelect={onSelect}
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
  box: DiagramBox
  phase: workflows.Phase
  isFirst: boolean
  isSelected: boolean
  onSelect: Props['onSelect']
}

function PhaseBox({
  box: { name, x, y, width, height },
  phase,
  isFirst,
  isSelected,
  onSelect,
}: PhaseBoxProps) {
  const { t } = useTranslation('workflows')
  const accessSummary = useAccessSummary()
  // Positioned from the left in both text directions: the layout is already mirrored.
  const position = { transform: `translate(${x}px, ${y}px)`, width, height }
  const shape = {
    'data-final': phase.terminal,
    'data-long': name.length > 16,
    'data-small': width < 130,
  }
  const content = (
    <>
      <span className={styles.phaseName} dir="ltr">
        {name}
      </span>
      <span className={styles.phaseNote}>{accessSummary(phase)}</span>
      {(isFirst || phase.terminal) && (
        <span className={styles.phaseLabel}>{t(phase.terminal ? 'end' : 'start')}</span>
      )}
    </>
  )
  if (!onSelect)
    return (
      <div className={styles.phase} style={position} {...shape}>
        {content}
      </div>
    )
  return (
    <button
      type="button"
      className={styles.phase}
      style={position}
      {...shape}
      aria-pressed={isSelected}
      onClick={() => onSelect(name)}
    >
      {content}
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
