import type { workrequests } from '@reelay/api/contract'
import { Facts, type Fact } from '../../ui/facts.tsx'
import { sentence } from '../../ui/words.ts'

type WorkRequest = workrequests.WorkRequest

export function Ordered({ request }: { request: WorkRequest }) {
  const { dng, uses, instructions, aspectRatio, tags } = request
  return (
    <Facts columns={2} facts={[
      ...Object.entries(dng).map(([part, treatments]): Fact => [sentence(part), treatments.map(treatmentName).join(', ')]),
      ['Used for', usesOf(uses)],
      ['Aspect ratio', aspectRatio],
      ['Tags', tags.join(', ')],
      ['Automation', [request.autosubs && 'Automatic subtitles', request.auto && 'Automatic', request.dualLanguages && 'Two languages'].filter(Boolean).join(', ')],
      ['Instructions', instructions, 'wide'],
    ]} />
  )
}

/** `OV` is the trade's short word; a newcomer should not have to know it. */
const treatmentName = (treatment: string) => (treatment === 'OV' ? 'Original version (OV)' : treatment)

const usesOf = ({ items, details }: WorkRequest['uses']): string =>
  items.map((use) => {
    const forms = details[use]?.map(({ value, ship }) => (ship ? `${value}, shipped` : value)).join('; ')
    return forms ? `${use}: ${forms}` : use
  }).join('\n')
