import type * as contract from '../src/reviewsessions/contract.ts'

type ShownState = Pick<contract.NewReviewSession, 'view' | 'playback' | 'drawing'>

/** What a leader shows: the start of a film, paused. */
export const sessionState = (
  view: Partial<contract.SessionView> & { _id: string },
  playback: Partial<contract.SessionPlayback> = {},
): ShownState => ({
  view: {
    page: 'workrequest',
    version: null,
    beside: null,
    offset: 0,
    mode: 'side',
    wipe: 50,
    playlist: null,
    ...view,
  },
  playback: { isPlaying: false, seconds: 0, speed: 1, at: Date.now(), ...playback },
  drawing: [],
})
