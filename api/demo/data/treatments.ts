// The treatments and uses that demo work requests order.
import type { NewWorkRequest, USES } from '../../src/workrequests/contract.ts'

export type UseName = (typeof USES)[number]

export const TREATMENTS = {
  subtitles: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
  subtitlesAndCards: { dialogue: ['Subtitled'], graphics: ['Subtitled'], narration: ['OV'] },
  subtitlesAndGraphics: { dialogue: ['Subtitled'], graphics: ['Dedicated'], narration: ['OV'] },
  dub: { dialogue: ['Dubbed'], graphics: ['OV'], narration: ['Dubbed'] },
  graphics: { dialogue: ['OV'], graphics: ['Dedicated'], narration: ['OV'] },
} satisfies Record<string, NewWorkRequest['dng']>

export const DETAILS: Record<UseName, string> = {
  Broadcast: 'HD',
  Online: '1080p',
  Theatrical: '2K Scope',
  Dcp: 'SMPTE 2K',
  Streamingfile: '2160p',
  Print: 'A1',
}
