// The assets of the demo.
import type { UsageName } from '../../src/assets/contract.ts'
import type { ProjectKey, WorkflowKey } from './projects.ts'

/** `end`: days from now. `event`: until the asset is released. */
export type ExtraFile = {
  name: string
  kind: 'text' | 'tone' | 'none'
  tags: string[]
  embargo?: { end?: number; event?: boolean }
}

export type DemoAsset = {
  project: ProjectKey
  slug: string
  name: string
  code: string
  type: string
  size: [width: number, height: number]
  colours: [string, string]
  usage: UsageName[]
  workflow?: WorkflowKey
  /** When the asset entered each phase. The last one is its phase while orders are open. */
  phases: [name: string, days: number][]
  /** A later phase change. It notifies the owners of work requests. */
  later?: [name: string, days: number]
  extras?: ExtraFile[]
}

const WIDE: [number, number] = [384, 216]
const PORTRAIT: [number, number] = [216, 384]
const ONE_SHEET: [number, number] = [240, 360]
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
    size: WIDE,
    colours: ['#16324f', '#f4a259'],
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
    size: WIDE,
    colours: ['#0b3c49', '#e8c547'],
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
    size: WIDE,
    colours: ['#3d1e6d', '#f2545b'],
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
    name: 'TV spot “Wind”, 30 seconds',
    code: 'VEL_TVS_WIND',
    type: 'tv-spot',
    size: WIDE,
    colours: ['#28536b', '#c2948a'],
    usage: ['broadcast'],
    phases: [
      ['WIP', 58],
      ['LOCK', 22],
    ],
    later: ['FINAL', 2],
  },
  {
    project: 'velmarra',
    slug: 'velmarra-one-sheet',
    name: 'One-sheet',
    code: 'VEL_1SHT',
    type: 'poster',
    size: ONE_SHEET,
    colours: ['#1d3461', '#fb9f89'],
    usage: ['online'],
    phases: released(301, 270, 262),
  },
  {
    project: 'velmarra',
    slug: 'velmarra-kite-makers',
    name: 'Featurette: The kite makers',
    code: 'VEL_FTR_KITE',
    type: 'featurette',
    size: WIDE,
    colours: ['#51344d', '#a4c2a8'],
    usage: ['online'],
    phases: [['WIP', 71]],
    later: ['LOCK', 4],
  },
  {
    project: 'velmarra',
    slug: 'velmarra-vertical',
    name: 'Vertical cut, 15 seconds',
    code: 'VEL_SOC_15',
    type: 'social',
    size: PORTRAIT,
    colours: ['#003049', '#fcbf49'],
    usage: ['online'],
    workflow: 'fast',
    phases: [['WIP', 24]],
  },
  {
    project: 'almanac',
    slug: 'almanac-season-trailer',
    name: 'Season trailer',
    code: 'ALM_S1_TLR',
    type: 'trailer',
    size: WIDE,
    colours: ['#1b4332', '#d8f3dc'],
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
    size: WIDE,
    colours: ['#22577a', '#c7f9cc'],
    usage: ['online', 'broadcast'],
    workflow: 'early',
    phases: [
      ['WIP', 82],
      ['LOCK', 46],
    ],
  },
  {
    project: 'almanac',
    slug: 'almanac-promo-102',
    name: 'Promo, part two',
    code: 'ALM_102_PRM',
    type: 'promo',
    size: WIDE,
    colours: ['#1a535c', '#ffe66d'],
    usage: ['online', 'broadcast'],
    workflow: 'early',
    phases: [['WIP', 31]],
    extras: [
      {
        name: 'ALM_102_who_is_named.txt',
        kind: 'text',
        tags: ['script'],
        embargo: { event: true },
      },
    ],
  },
  {
    project: 'almanac',
    slug: 'almanac-ferry-bell',
    name: 'Clip: The ferry bell',
    code: 'ALM_101_CLP_BELL',
    type: 'clip',
    size: WIDE,
    colours: ['#2f3e46', '#cad2c5'],
    usage: ['online'],
    phases: released(143, 131, 119),
  },
  {
    project: 'almanac',
    slug: 'almanac-banner',
    name: 'Banner, tide table',
    code: 'ALM_BNR',
    type: 'banner',
    size: [480, 120],
    colours: ['#264653', '#e9c46a'],
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
    size: WIDE,
    colours: ['#10002b', '#e0aaff'],
    usage: ['online'],
    phases: [['WIP', 18]],
  },
  {
    project: 'orbit',
    slug: 'orbit-teapot',
    name: 'Behind the scenes: The good teapot',
    code: 'ORB_BTS_TEA',
    type: 'behind-the-scenes',
    size: WIDE,
    colours: ['#3c096c', '#ff9e00'],
    usage: ['online'],
    phases: [['WIP', 12]],
  },
  {
    project: 'orbit',
    slug: 'orbit-announcement',
    name: 'Announcement poster',
    code: 'ORB_1SHT_A',
    type: 'poster',
    size: ONE_SHEET,
    colours: ['#240046', '#ff6d00'],
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
    size: WIDE,
    colours: ['#495867', '#fe5f55'],
    usage: ['online'],
    phases: [['WIP', 52]],
  },
]
