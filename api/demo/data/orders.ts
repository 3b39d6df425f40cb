// The work requests of the demo: who ordered what, its status and its dates.
import type { REJECTION_CODES, Status } from '../../src/workrequests/contract.ts'
import type { FilmKey } from './films.ts'
import type { PersonKey } from './people.ts'
import type { TREATMENTS, UseName } from './treatments.ts'

type Rejection = { reason: string; code: (typeof REJECTION_CODES)[number] }

/** `at` is in seconds, and the circle in fractions of the picture. */
export type DemoNote = {
  version: number
  by: 'owner' | 'studio' | 'vendor'
  text: string
  at: number
  until?: number
  circle?: [x: number, y: number, radius: number]
}

export type DemoOrder = {
  asset: string
  by: PersonKey
  language: string
  treatment: keyof typeof TREATMENTS
  uses: UseName[]
  status: Exclude<Status, 'submitted'>
  /** Days ago: created, and moved to its status. */
  days: [began: number, last: number]
  /** Days from now; negative if it is overdue. */
  due: number | null
  instructions: string
  /** Set if the studio orders for a territory. */
  territory?: string
  /** It was rejected once for this reason. */
  rejected?: Rejection
  cancelled?: { by: PersonKey; reason: string; during: 'awaiting-materials' | 'in-progress' }
  /** The translation has begun. So many lines at its end are missing. */
  missingLines?: number
  /** The service renders the subtitles into the film once they are approved. */
  autosubs?: true
  /** The vendor has not accepted, or declined for this reason. */
  assignment?: 'asked' | { declined: string }
  /** The films of its offlines, if they are not the film of the asset. */
  offlines?: FilmKey[]
  /** Drawn comments on its offlines. */
  notes?: DemoNote[]
  recipients?: string[]
}

export const ORDERS: DemoOrder[] = [
  {
    asset: 'velmarra-teaser',
    by: 'annegret',
    language: 'deu',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'complete',
    days: [271.3, 254.6],
    due: -252,
    instructions: 'Bitte den Ortsnamen nicht übersetzen.',
    recipients: ['online@lanternfold.example'],
  },
  {
    asset: 'velmarra-trailer-1',
    by: 'annegret',
    language: 'deu',
    treatment: 'subtitlesAndGraphics',
    uses: ['Online', 'Broadcast'],
    status: 'complete',
    days: [206.2, 179.4],
    due: -178,
    instructions: 'Title card in the typeface of the one-sheet, please.',
    recipients: ['sendung@lanternfold.example'],
    rejected: { reason: 'The second card comes four frames late.', code: 'timing' },
  },
  {
    asset: 'velmarra-trailer-1',
    by: 'solene',
    language: 'fra',
    treatment: 'subtitles',
    uses: ['Theatrical', 'Dcp'],
    status: 'complete',
    days: [201.7, 176.1],
    due: -170,
    instructions: 'Pour les salles : deux lignes au plus.',
  },
  {
    asset: 'velmarra-trailer-1',
    by: 'haruka',
    language: 'jpn',
    treatment: 'subtitlesAndGraphics',
    uses: ['Online'],
    status: 'complete',
    days: [196.4, 168.8],
    due: -165,
    instructions: '字幕は一行十三字までにしてください。',
  },
  {
    asset: 'velmarra-trailer-1',
    by: 'layan',
    language: 'ara',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'approved',
    days: [30.1, 2.3],
    due: 3,
    instructions: 'يرجى مراجعة اتجاه علامات الترقيم.',
  },
  {
    asset: 'velmarra-trailer-1',
    by: 'thais',
    language: 'por',
    treatment: 'dub',
    uses: ['Broadcast'],
    status: 'for-review',
    days: [24.6, 1.2],
    due: 11,
    instructions: 'A voz da avó deve ser a mesma do teaser.',
  },
  {
    asset: 'velmarra-trailer-1',
    by: 'dobrawa',
    language: 'pol',
    treatment: 'subtitlesAndCards',
    uses: ['Online'],
    status: 'approved',
    days: [28.2, 3.4],
    due: 2,
    instructions: 'Plansze na dole kadru.',
  },
  {
    asset: 'velmarra-trailer-2',
    by: 'meenal',
    language: 'hin',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'in-progress',
    days: [12.4, 3.1],
    due: 18,
    instructions: 'कृपया “वेलमारा” की वर्तनी एक जैसी रखें।',
  },
  {
    asset: 'velmarra-trailer-2',
    by: 'citlali',
    language: 'spa',
    treatment: 'subtitles',
    uses: ['Online', 'Streamingfile'],
    status: 'for-review',
    days: [16.3, 0.4],
    due: 1.5,
    instructions: 'Español neutro: papalotes, no cometas.',
    rejected: {
      reason: 'A new cut has arrived. Please conform this version to it.',
      code: 'timing',
    },
    offlines: ['velmarra-trailer-2', 'velmarra-trailer-2-cut-2'],
    notes: [
      {
        version: 1,
        by: 'owner',
        text: 'The kite covers the first line here. Raise the subtitle.',
        at: 11.5,
        until: 12.5,
        circle: [0.72, 0.24, 0.14],
      },
      {
        version: 1,
        by: 'studio',
        text: 'This card is not in the new cut.',
        at: 14.5,
        circle: [0.5, 0.5, 0.2],
      },
    ],
  },
  {
    asset: 'velmarra-trailer-2',
    by: 'narae',
    language: 'kor',
    treatment: 'subtitlesAndCards',
    uses: ['Online'],
    status: 'awaiting-materials',
    days: [16.5, 12.2],
    due: 21,
    instructions: '자막은 한 줄에 열여섯 자까지요.',
    missingLines: 4,
  },
  {
    asset: 'velmarra-trailer-2',
    by: 'gulbahar',
    language: 'tur',
    treatment: 'dub',
    uses: ['Theatrical'],
    status: 'awaiting-materials',
    days: [14.1, 10.7],
    due: -1.2,
    instructions: 'Oda için genç bir ses lütfen.',
  },
  {
    asset: 'velmarra-spot-wind',
    by: 'asa',
    language: 'swe',
    treatment: 'subtitles',
    uses: ['Broadcast'],
    status: 'in-progress',
    days: [10.8, 4.4],
    due: 10,
    instructions: 'Också för Finland, på svenska.',
  },
  {
    asset: 'velmarra-spot-wind',
    by: 'annegret',
    language: 'deu',
    treatment: 'subtitlesAndGraphics',
    uses: ['Broadcast'],
    status: 'for-review',
    days: [13.7, 0.6],
    due: 3,
    instructions: 'Sendetermin am Ende einblenden.',
    rejected: { reason: 'The date on the end card is that of France.', code: 'graphics' },
    offlines: ['velmarra-spot-german-1', 'velmarra-spot-german-2'],
    notes: [
      {
        version: 1,
        by: 'owner',
        text: 'Germany opens on 18 December. Please correct the date.',
        at: 18.2,
        circle: [0.5, 0.7, 0.17],
      },
      {
        version: 2,
        by: 'vendor',
        text: 'The card says 18 December now.',
        at: 18.2,
      },
    ],
  },
  {
    asset: 'velmarra-one-sheet',
    by: 'solene',
    language: 'fra',
    treatment: 'graphics',
    uses: ['Print'],
    status: 'complete',
    days: [151.2, 140.9],
    due: -138,
    instructions: 'Fond perdu de cinq millimètres.',
  },
  {
    asset: 'velmarra-teaser',
    by: 'dobrawa',
    language: 'pol',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'cancelled',
    days: [40.2, 33.5],
    due: -20,
    instructions: 'Na stronę filmu.',
    cancelled: {
      by: 'dobrawa',
      reason: 'The teaser is shown with its English subtitles instead.',
      during: 'awaiting-materials',
    },
  },
  {
    asset: 'velmarra-teaser',
    by: 'thais',
    language: 'por',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'in-progress',
    days: [6.3, 2.2],
    due: 24,
    instructions: 'Legendas acima da área dos botões.',
  },
  {
    asset: 'velmarra-teaser',
    by: 'citlali',
    language: 'spa',
    treatment: 'graphics',
    uses: ['Online'],
    status: 'incomplete',
    days: [3.3, 3.3],
    due: 40,
    instructions: '',
  },
  {
    asset: 'almanac-season-trailer',
    by: 'haruka',
    language: 'jpn',
    treatment: 'subtitles',
    uses: ['Streamingfile'],
    status: 'awaiting-materials',
    days: [9.6, 6.5],
    due: 4,
    instructions: '縦書きの版も後日お願いします。',
    missingLines: 2,
    autosubs: true,
  },
  {
    asset: 'almanac-season-trailer',
    by: 'annegret',
    language: 'deu',
    treatment: 'dub',
    uses: ['Broadcast'],
    status: 'rejected',
    days: [26.4, 2.1],
    due: 1.2,
    instructions: 'Dieselbe Sprecherin wie im Teaser.',
    rejected: { reason: 'The last line is cut off before its end.', code: 'sound' },
  },
  {
    asset: 'almanac-season-trailer',
    by: 'layan',
    language: 'ara',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'for-review',
    days: [15.5, 2.7],
    due: 5,
    instructions: 'نسخة واحدة لكل البلدان.',
  },
  {
    asset: 'almanac-promo-101',
    by: 'solene',
    language: 'fra',
    treatment: 'subtitlesAndGraphics',
    uses: ['Online'],
    status: 'awaiting-materials',
    days: [8.9, 7.1],
    due: 24,
    instructions: 'Le titre reste en anglais.',
    missingLines: 1,
  },
  {
    asset: 'almanac-promo-101',
    by: 'dobrawa',
    language: 'pol',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'awaiting-materials',
    days: [5.4, 4.6],
    due: 26,
    instructions: 'Wersja robocza, tylko napisy.',
    assignment: { declined: 'Our Polish subtitler is on leave until the end of the month.' },
  },
  {
    asset: 'almanac-season-trailer',
    by: 'thandeka',
    language: 'afr',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'cancelled',
    days: [61.1, 50.3],
    due: -40,
    instructions: 'For the festival in Cape Town.',
    cancelled: {
      by: 'mirela',
      reason: 'The trailer is shown with its English subtitles.',
      during: 'in-progress',
    },
  },
  {
    asset: 'almanac-banner',
    by: 'gulbahar',
    language: 'tur',
    treatment: 'graphics',
    uses: ['Online'],
    status: 'incomplete',
    days: [2.2, 2.2],
    due: 45,
    instructions: 'Gelgit saatleri İstanbul için.',
  },
  {
    asset: 'orbit-preliminary',
    by: 'oluwaseun',
    territory: 'ZA',
    language: 'zul',
    treatment: 'subtitles',
    uses: [],
    status: 'incomplete',
    days: [1.1, 1.1],
    due: null,
    instructions: 'A first look for Johannesburg; uses to be agreed.',
  },
  {
    asset: 'umbrella-announcement',
    by: 'mateo',
    language: 'spa',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'awaiting-materials',
    days: [7.3, 7],
    due: 11,
    instructions: 'Con lluvia de fondo.',
  },
  {
    asset: 'velmarra-teaser',
    by: 'solene',
    language: 'fra',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'in-progress',
    days: [5.2, 0.5],
    due: 9,
    instructions: 'Deux lignes au plus, s’il vous plaît.',
    autosubs: true,
  },
  {
    asset: 'almanac-promo-101',
    by: 'layan',
    language: 'ara',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'in-progress',
    days: [6.4, 0.45],
    due: 8,
    instructions: 'نسخة واحدة لكل البلدان.',
    autosubs: true,
  },
  {
    asset: 'velmarra-teaser',
    by: 'meenal',
    language: 'hin',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'in-progress',
    days: [4.9, 0.4],
    due: 12,
    instructions: 'उपशीर्षक बटनों के ऊपर रखें।',
    autosubs: true,
  },
  {
    asset: 'velmarra-teaser',
    by: 'haruka',
    language: 'jpn',
    treatment: 'subtitles',
    uses: ['Online'],
    status: 'awaiting-materials',
    days: [1.6, 0.8],
    due: 16,
    instructions: '劇場版と同じ訳語でお願いします。',
    assignment: 'asked',
  },
]
