// The rendition a browser plays: fragmented MP4 cut into segments, and what a playlist must say of
// them.
import { readFile, stat } from 'node:fs/promises'
import { Muxer } from 'node-av/api'
import { readCodecs } from '../formats/codecs.ts'
import type { HlsRendition, OutputFile, SegmentFile, TaskReporter } from '../types.ts'

const SECONDS = 4
const INIT = 'init.mp4'
const PLAYLIST = 'index.m3u8'

export type HlsWriter = {
  out: Muxer
  report: () => Promise<void>
  finish: (shown: Pick<HlsRendition, 'width' | 'height' | 'frameRate'>) => Promise<HlsRendition>
}

export async function openHlsWriter(tell: TaskReporter): Promise<HlsWriter> {
  const segments: SegmentFile[] = []
  const out = await Muxer.open(`${workingFolder()}/${PLAYLIST}`, {
    format: 'hls',
    // A rename ends each segment and each state of the playlist, so what the playlist names is
    // whole. Browsers do not read edit lists, which would
    // put right that the first picture is decoded before it is shown: with offsets below zero it
    // stands at zero by itself, in step with the sound.
    options: {
      hls_time: SECONDS,
      hls_playlist_type: 'event',
      hls_segment_type: 'fmp4',
      hls_fmp4_init_filename: INIT,
      hls_segment_filename: `${workingFolder()}/s%05d.m4s`,
      hls_flags: '+temp_file+independent_segments',
      hls_segment_options: 'movflags=+negative_cts_offsets',
    },
  } as never)

  async function report() {
    const listed = segmentsIn(await readFile(PLAYLIST, 'utf8').catch(() => ''))
    for (const { name, duration } of listed.slice(segments.length)) {
      const segment = { ...(await outputFile(name, 'video/iso.segment')), duration }
      segments.push(segment)
      tell.segment(segment, await outputFile(INIT, 'video/mp4'))
    }
  }
  async function finish(shown: Pick<HlsRendition, 'width' | 'height' | 'frameRate'>) {
    await out.close()
    await report()
    return {
      init: await outputFile(INIT, 'video/mp4'),
      segments,
      ...shown,
      codecs: readCodecs(await readFile(INIT)),
      ...bandwidthOf(segments),
    }
  }
  return { out, report, finish }
}

/**
 * The folder by a way that needs no right to the folders above it, which another user does not
 * have.
 */
export function workingFolder(): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : '.'
}

function segmentsIn(playlist: string): { name: string; duration: number }[] {
  return [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^#\n]+)/g)].map(
    ([, duration, path = '']) => ({
      duration: Number(duration),
      name: path.trim().split('/').at(-1)!,
    }),
  )
}

async function outputFile(name: string, mime: string): Promise<OutputFile> {
  return { name, mime, length: (await stat(name)).size }
}

/**
 * BANDWIDTH is that of the heaviest segment. A last segment of a few frames says nothing of it,
 * unless it is all there is.
 */
function bandwidthOf(
  segments: SegmentFile[],
): Pick<HlsRendition, 'bandwidth' | 'averageBandwidth'> {
  const bits = (some: SegmentFile[]) =>
    Math.ceil(
      some.reduce((sum, { length }) => sum + length * 8, 0) /
        some.reduce((sum, { duration }) => sum + duration, 0),
    )
  const telling = segments.filter(({ duration }, n) => n === 0 || duration >= 0.5)
  return {
    bandwidth: Math.max(...telling.map((segment) => bits([segment]))),
    averageBandwidth: bits(segments),
  }
}
