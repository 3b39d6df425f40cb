// How the films and posters of the demo are drawn: a motif per project, colours per asset.
import type { DemoLook } from '../src/media/types.ts'
import type { DemoAsset } from './data/assets.ts'
import type { ProjectKey } from './data/projects.ts'

const MOTIFS: Record<ProjectKey, DemoLook['motif']> = {
  velmarra: 'kites',
  almanac: 'sea',
  orbit: 'space',
  umbrella: 'rain',
}

export const lookOf = ({ project, slug, colours }: DemoAsset): DemoLook => ({
  motif: MOTIFS[project],
  colours,
  seed: [...slug].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 97,
})
