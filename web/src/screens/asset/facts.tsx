import type { assets } from '@reelay/api/contract'
import { useAssetTypes } from '../../records/registers.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Day } from '../../ui/moment.tsx'
import { languageName, sentence } from '../../ui/words.ts'
import { usesOf } from './usage.ts'
import { Workflow } from './workflow.tsx'

export function AssetFacts({ asset }: { asset: assets.Asset }) {
  const types = useAssetTypes()
  return (
    <Card>
      <Workflow workflow={asset.workflow} />
      <Facts columns={4} facts={[
        ['Type', types.nameOf(asset.type)],
        ['Medium', sentence(asset.mediaType)],
        ['Made for', usesOf(asset)],
        ['Aspect ratio', asset.aspectRatio],
        ['Added', <Day at={asset.created} />],
        ['Imported as', asset.importName && <Breakable text={asset.importName} />],
        ['Finished versions', asset.$permissions.sources.requests.languages.map(languageName).join(', ')],
      ]} />
    </Card>
  )
}
