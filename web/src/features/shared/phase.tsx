import type { assets } from '@reelay/api/contract'
import { StatusTag } from '../../ui/text/tag.tsx'

/** A phase is a word of the studio's own workflow; only whether it is an end is known of all. */
export function Phase({ workflow: { phase, definition } }: Pick<assets.Asset, 'workflow'>) {
  const isEnd = definition.phases[phase]?.terminal ?? false
  return (
    <StatusTag tone={isEnd ? 'good' : 'info'} done={isEnd}>
      {phase}
    </StatusTag>
  )
}
