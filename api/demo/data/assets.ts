// The assets of the demo.
import type { UsageName } from '../../src/assets/contract.ts'
import { FILMS, PICTURES, type FilmKey, type PictureKey } from './films.ts'
import type { ProjectKey, WorkflowKey } from './projects.ts'

/** `end`: days from now. `event`: until the asset is released. */
export type ExtraFile = {
  name: string
  kind: 'text' | 'tone' | 'none'
  tags: string[]
  embargo?: { end?: number; event?: boolean }
}

type Phase = [name: string, daysAgo: number]

export type DemoAsset = {
  project: ProjectKey
  slug: string
  name: string
  code: string
  type: string
  /** A film, or a picture for print and banners. */
  film?: FilmKey
  picture?: PictureKey
  /** A cut that arrives while work requests are open. */
  newCut?: { film: FilmKey; daysAgo: number }
  usage: UsageName[]
  workflow?: WorkflowKey
  /** When the asset entered each phase. The last one is its phase while orders are open. */
  phases: [Phase, ...Phase[]]
  /** A later phase change. It notifies the owners of work requests. */
  later?: { phase: string; daysAgo: number }
  extras?: ExtraFile[]
}

const released = (wip: number, lock: number, final: number): DemoAsset['phases'] => [
  ['WIP', wip],
  ['LOCK', lock],
  ['FINAL', final],
]

export const ASSETS: DemoAsset[] = [
  {
    project: 'velmarra',
    slug: 'velmarra-teaser',
    name: 'Teaser',
    code: 'VEL_TSR',
    type: 'promo',
    film: 'velmarra-teaser',
    usage: ['online', 'broadcast'],
    phases: released(330, 312, 291),
    extras: [{ name: 'VEL_TSR_music_cue.wav', kind: 'tone', tags: ['audio'] }],
  },
  {
    project: 'velmarra',
    slug: 'velmarra-trailer-1',
    name: 'International trailer 1',
    code: 'VEL_TLR1',
    type: 'trailer.intl',
    film: 'velmarra-trailer-1',
    usage: ['online', 'broadcast', 'dcp', 'atmos'],
    phases: released(281, 244, 212),
    extras: [
      {
        name: 'VEL_TLR1_credits_not_contracted.txt',
        kind: 'text',
        tags: ['legal'],
        embargo: { end: 34 },
      },
    ],
  },
  {
    project: 'velmarra',
    slug: 'velmarra-trailer-2',
    name: 'International trailer 2',
    code: 'VEL_TLR2',
    type: 'trailer.intl',
    film: 'velmarra-trailer-2',
    newCut: { film: 'velmarra-trailer-2-cut-2', daysAgo: 4.2 },
    usage: ['online', 'broadcast', 'dcp', 'dcp4k', 'imax', 'atmos'],
    workflow: 'screening',
    phases: [
      ['WIP', 92],
      ['LOCK', 41],
    ],
    extras: [
      {
        name: 'VEL_TLR2_textless_master.mov',
        kind: 'none',
        tags: ['original'],
        embargo: { event: true },
      },
      {
        name: 'VEL_TLR2_effects_stem.wav',
        kind: 'tone',
        tags: ['audio'],
        embargo: { event: true, end: 21 },
      },
    ],
  },
  {
    project: 'velmarra',
    slug: 'velmarra-spot-wind',
    name: 'TV spot “Wind”, 20 seconds',
    code: 'VEL_TVS_WIND',
    type: 'tv-spot',
    film: 'velmarra-spot',
    usage: ['broadcast'],
    phases: [
      ['WIP', 58],
      ['LOCK', 22],
    ],
    later: { phase: 'FINAL', daysAgo: 2 },
  },
  {
    project: 'velmarra',
    slug: 'velmarra-one-sheet',
    name: 'One-sheet',
    code: 'VEL_1SHT',
    type: 'poster',
    picture: 'velmarra-one-sheet',
    usage: ['online'],
    phases: released(301, 270, 262),
  },
  {
    project: 'almanac',
    slug: 'almanac-season-trailer',
    name: 'Season trailer',
    code: 'ALM_S1_TLR',
    type: 'trailer',
    film: 'almanac-trailer',
    usage: ['online', 'broadcast'],
    phases: released(201, 172, 151),
    extras: [
      { name: 'ALM_S1_press_notes.txt', kind: 'text', tags: ['press'], embargo: { end: -12 } },
    ],
  },
  {
    project: 'almanac',
    slug: 'almanac-promo-101',
    name: 'Promo, part one',
    code: 'ALM_101_PRM',
    type: 'promo',
    film: 'almanac-promo',
    usage: ['online', 'broadcast'],
    workflow: 'early',
    phases: [
      ['WIP', 82],
      ['LOCK', 46],
    ],
    extras: [
      {
        name: 'ALM_101_who_is_named.txt',
        kind: 'text',
        tags: ['script'],
        embargo: { event: true },
      },
    ],
  },
  {
    project: 'almanac',
    slug: 'almanac-banner',
    name: 'Banner, tide table',
    code: 'ALM_BNR',
    type: 'banner',
    picture: 'almanac-banner',
    usage: ['online'],
    phases: [
      ['WIP', 103],
      ['LOCK', 61],
    ],
  },
  {
    project: 'orbit',
    slug: 'orbit-preliminary',
    name: 'Preliminary reel',
    code: 'ORB_PRE',
    type: 'preliminary-production',
    film: 'orbit',
    usage: ['online'],
    phases: [['WIP', 18]],
  },
  {
    project: 'orbit',
    slug: 'orbit-announcement',
    name: 'Announcement poster',
    code: 'ORB_1SHT_A',
    type: 'poster',
    picture: 'orbit-poster',
    usage: ['online'],
    phases: [
      ['WIP', 36],
      ['LOCK', 9],
    ],
  },
  {
    project: 'umbrella',
    slug: 'umbrella-announcement',
    name: 'Announcement clip',
    code: 'UMB_ANN',
    type: 'clip',
    film: 'umbrella',
    usage: ['online'],
    phases: [['WIP', 52]],
  },
]

/** What decides the aspect ratio of an asset. */
export const sizeOf = ({ film, picture }: DemoAsset) =>
  film ? FILMS[film].size : PICTURES[picture!].size
