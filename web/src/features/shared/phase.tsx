import type { assets } from '@reelay/api/contract'
import { StatusTag } from '../../ui/text/status-tag.tsx'

/** Phase names are defined by studios, so the tone only depends on whether the phase is final. */
export function Phase({ workflow: { phase, definition } }: Pick<assets.Asset, 'workflow'>) {
  const isEnd = definition.phases[phase]?.terminal ?? false
  return (
    <StatusTag tone={isEnd ? 'good' : 'info'} done={isEnd}>
      {phase}
    </StatusTag>
  )
}
