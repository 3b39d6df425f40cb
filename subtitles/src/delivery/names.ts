// Only the names, so that contracts do not load the profiles.
export const DELIVERY_NAMES = [
  'netflix-ttml',
  'netflix-japanese',
  'itt',
  'ebu-tt-d',
  'stl-teletext',
  'stl-open',
  'scc-broadcast',
  'dcp-smpte',
  'dcp-interop',
  'youtube',
  'plain-srt',
  'plain-vtt',
] as const
export type DeliveryName = (typeof DELIVERY_NAMES)[number]

/** What people choose from, and the extension of the file. */
export const DELIVERY_TITLES: Record<DeliveryName, { title: string; extension: string }> = {
  'netflix-ttml': { title: 'Netflix TTML 1', extension: 'xml' },
  'netflix-japanese': { title: 'Netflix Japanese (IMSC 1.1)', extension: 'xml' },
  itt: { title: 'iTunes Timed Text (iTT)', extension: 'itt' },
  'ebu-tt-d': { title: 'EBU-TT-D', extension: 'xml' },
  'stl-teletext': { title: 'EBU STL, teletext', extension: 'stl' },
  'stl-open': { title: 'EBU STL, open subtitles', extension: 'stl' },
  'scc-broadcast': { title: 'SCC (CEA-608) from 01:00:00;00', extension: 'scc' },
  'dcp-smpte': { title: 'DCP, SMPTE 428-7', extension: 'xml' },
  'dcp-interop': { title: 'DCP, Interop', extension: 'xml' },
  youtube: { title: 'YouTube', extension: 'srt' },
  'plain-srt': { title: 'SubRip, plain text', extension: 'srt' },
  'plain-vtt': { title: 'WebVTT, plain text', extension: 'vtt' },
}

/**
 * Files that one list gives. `sdh`: everything, for the deaf and hard of hearing. `forced`: only
 * forced narratives. `clean`: without sounds and names of speakers.
 */
export const CUE_VARIANTS = ['sdh', 'forced', 'clean'] as const
export type CueVariant = (typeof CUE_VARIANTS)[number]
