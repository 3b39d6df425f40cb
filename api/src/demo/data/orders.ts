// The demo's work requests: who ordered what, how far it came and how long it took.
import type { NewWorkRequest, REJECTION_CODES, Status, USES } from '../../workrequests/contract.ts'
import type { PersonKey } from './people.ts'

export type Use = (typeof USES)[number]
type Verdict = { reason: string; code: (typeof REJECTION_CODES)[number] }

export type DemoOrder = {
  asset: string; by: PersonKey; language: string; treatment: keyof typeof TREATMENTS; uses: Use[]; status: Exclude<Status, 'submitted'>
  /** Days ago: when it was begun, and when it came to its status. */
  days: [began: number, last: number]
  /** In days from now; below zero it is overdue, or was due once. */
  due: number | null
  instructions: string
  /** Only where the studio orders for somebody. */
  territory?: string
  /** It was rejected with this once, and it stands rejected where that is its status. */
  rejected?: Verdict
  cancelled?: { by: PersonKey; reason: string; during: 'awaiting-materials' | 'in-progress' }
  /** Somebody has begun to translate, and stopped half-way. */
  halfway?: true
  recipients?: string[]
}

export const TREATMENTS = {
  subtitles: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
  subtitlesAndCards: { dialogue: ['Subtitled'], graphics: ['Subtitled'], narration: ['OV'] },
  subtitlesAndGraphics: { dialogue: ['Subtitled'], graphics: ['Dedicated'], narration: ['OV'] },
  dub: { dialogue: ['Dubbed'], graphics: ['OV'], narration: ['Dubbed'] },
  graphics: { dialogue: ['OV'], graphics: ['Dedicated'], narration: ['OV'] },
} satisfies Record<string, NewWorkRequest['dng']>

export const DETAILS: Record<Use, string> = { Broadcast: 'HD', Online: '1080p', Theatrical: '2K Scope', Dcp: 'SMPTE 2K', Streamingfile: '2160p', Print: 'A1' }

export const ORDERS: DemoOrder[] = [
  { asset: 'velmarra-teaser', by: 'annegret', language: 'deu', treatment: 'subtitles', uses: ['Online'], status: 'complete', days: [271.3, 254.6], due: -252, instructions: 'Bitte den Ortsnamen nicht übersetzen.', recipients: ['online@lanternfold.example'] },
  {
    asset: 'velmarra-trailer-1', by: 'annegret', language: 'deu', treatment: 'subtitlesAndGraphics', uses: ['Online', 'Broadcast'], status: 'complete', days: [206.2, 179.4], due: -178, instructions: 'Title card in the typeface of the one-sheet, please.', recipients: ['sendung@lanternfold.example'],
    rejected: { reason: 'The second card comes four frames late.', code: 'timing' },
  },
  { asset: 'velmarra-trailer-1', by: 'solene', language: 'fra', treatment: 'subtitles', uses: ['Theatrical', 'Dcp'], status: 'complete', days: [201.7, 176.1], due: -170, instructions: 'Pour les salles : deux lignes au plus.' },
  { asset: 'velmarra-trailer-1', by: 'haruka', language: 'jpn', treatment: 'subtitlesAndGraphics', uses: ['Online'], status: 'complete', days: [196.4, 168.8], due: -165, instructions: '字幕は一行十三字までにしてください。' },
  { asset: 'velmarra-trailer-1', by: 'layan', language: 'ara', treatment: 'subtitles', uses: ['Online'], status: 'approved', days: [30.1, 2.3], due: 3, instructions: 'يرجى مراجعة اتجاه علامات الترقيم.' },
  { asset: 'velmarra-trailer-1', by: 'thais', language: 'por', treatment: 'dub', uses: ['Broadcast'], status: 'for-review', days: [24.6, 1.2], due: 11, instructions: 'A voz da avó deve ser a mesma do teaser.' },
  { asset: 'velmarra-trailer-1', by: 'dobrawa', language: 'pol', treatment: 'subtitlesAndCards', uses: ['Online'], status: 'approved', days: [28.2, 3.4], due: 2, instructions: 'Plansze na dole kadru.' },
  { asset: 'velmarra-trailer-2', by: 'meenal', language: 'hin', treatment: 'subtitles', uses: ['Online'], status: 'in-progress', days: [12.4, 3.1], due: 18, instructions: 'कृपया “वेलमारा” की वर्तनी एक जैसी रखें।' },
  { asset: 'velmarra-trailer-2', by: 'citlali', language: 'spa', treatment: 'subtitles', uses: ['Online', 'Streamingfile'], status: 'for-review', days: [16.3, 0.9], due: 1.5, instructions: 'Español neutro: papalotes, no cometas.' },
  { asset: 'velmarra-trailer-2', by: 'narae', language: 'kor', treatment: 'subtitlesAndCards', uses: ['Online'], status: 'awaiting-materials', days: [16.5, 12.2], due: 21, instructions: '자막은 한 줄에 열여섯 자까지요.', halfway: true },
  { asset: 'velmarra-trailer-2', by: 'gulbahar', language: 'tur', treatment: 'dub', uses: ['Theatrical'], status: 'awaiting-materials', days: [14.1, 10.7], due: -1.2, instructions: 'Oda için genç bir ses lütfen.' },
  { asset: 'velmarra-spot-wind', by: 'asa', language: 'swe', treatment: 'subtitles', uses: ['Broadcast'], status: 'in-progress', days: [10.8, 4.4], due: 10, instructions: 'Också för Finland, på svenska.' },
  {
    asset: 'velmarra-spot-wind', by: 'annegret', language: 'deu', treatment: 'subtitlesAndGraphics', uses: ['Broadcast'], status: 'rejected', days: [13.7, 1.4], due: 2, instructions: 'Sendetermin am Ende einblenden.',
    rejected: { reason: 'The date on the end card is that of France.', code: 'graphics' },
  },
  { asset: 'velmarra-one-sheet', by: 'solene', language: 'fra', treatment: 'graphics', uses: ['Print'], status: 'complete', days: [151.2, 140.9], due: -138, instructions: 'Fond perdu de cinq millimètres.' },
  {
    asset: 'velmarra-kite-makers', by: 'dobrawa', language: 'pol', treatment: 'subtitles', uses: ['Online'], status: 'cancelled', days: [40.2, 33.5], due: -20, instructions: 'Na stronę filmu.',
    cancelled: { by: 'dobrawa', reason: 'The featurette goes into the disc release instead.', during: 'awaiting-materials' },
  },
  { asset: 'velmarra-vertical', by: 'thais', language: 'por', treatment: 'subtitles', uses: ['Online'], status: 'in-progress', days: [6.3, 2.2], due: 24, instructions: 'Legendas acima da área dos botões.' },
  { asset: 'velmarra-vertical', by: 'citlali', language: 'spa', treatment: 'graphics', uses: ['Online'], status: 'incomplete', days: [3.3, 3.3], due: 40, instructions: '' },
  { asset: 'almanac-season-trailer', by: 'haruka', language: 'jpn', treatment: 'subtitles', uses: ['Streamingfile'], status: 'in-progress', days: [20.6, 8.5], due: -2.4, instructions: '縦書きの版も後日お願いします。' },
  {
    asset: 'almanac-season-trailer', by: 'annegret', language: 'deu', treatment: 'dub', uses: ['Broadcast'], status: 'rejected', days: [26.4, 2.1], due: 1.2, instructions: 'Dieselbe Sprecherin wie im Teaser.',
    rejected: { reason: 'The last line is cut off before its end.', code: 'sound' },
  },
  { asset: 'almanac-season-trailer', by: 'layan', language: 'ara', treatment: 'subtitles', uses: ['Online'], status: 'for-review', days: [15.5, 2.7], due: 5, instructions: 'نسخة واحدة لكل البلدان.' },
  { asset: 'almanac-promo-101', by: 'solene', language: 'fra', treatment: 'subtitlesAndGraphics', uses: ['Online'], status: 'awaiting-materials', days: [8.9, 7.1], due: 24, instructions: 'Le titre reste en anglais.', halfway: true },
  { asset: 'almanac-promo-102', by: 'dobrawa', language: 'pol', treatment: 'subtitles', uses: ['Online'], status: 'awaiting-materials', days: [5.4, 4.6], due: 26, instructions: 'Wersja robocza, tylko napisy.' },
  {
    asset: 'almanac-ferry-bell', by: 'thandeka', language: 'afr', treatment: 'subtitles', uses: ['Online'], status: 'cancelled', days: [61.1, 50.3], due: -40, instructions: 'For the festival in Cape Town.',
    cancelled: { by: 'mirela', reason: 'The clip is shown with its English subtitles.', during: 'in-progress' },
  },
  { asset: 'almanac-banner', by: 'gulbahar', language: 'tur', treatment: 'graphics', uses: ['Online'], status: 'incomplete', days: [2.2, 2.2], due: 45, instructions: 'Gelgit saatleri İstanbul için.' },
  { asset: 'orbit-preliminary', by: 'oluwaseun', territory: 'ZA', language: 'zul', treatment: 'subtitles', uses: [], status: 'incomplete', days: [1.1, 1.1], due: null, instructions: 'A first look for Johannesburg; uses to be agreed.' },
  { asset: 'umbrella-announcement', by: 'mateo', language: 'spa', treatment: 'subtitles', uses: ['Online'], status: 'awaiting-materials', days: [7.3, 7], due: 11, instructions: 'Con lluvia de fondo.' },
]
