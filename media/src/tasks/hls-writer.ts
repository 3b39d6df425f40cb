// Writes an HLS rendition: fragmented MP4 segments, and what a playlist says about them.
import { readFile, stat } from 'node:fs/promises'
import { Muxer } from 'node-av/api'
import { readCodecs } from '../formats/codecs.ts'
import type { TaskReporter } from '../task.ts'
import type { HlsHead, HlsRendition, OutputFile, SegmentFile } from '../types.ts'

const SEGMENT_SECONDS = 4
const INIT = 'init.mp4'
const PLAYLIST = 'index.m3u8'

export type HlsWriter = {
  out: Muxer
  /** Reports the new segments. Looks for them once per second of film. */
  report: (position: number) => Promise<void>
  finish: () => Promise<HlsRendition>
}

type HlsOptions = {
  display: Pick<HlsRendition, 'width' | 'height' | 'frameRate'>
  rung?: number
  seconds?: number
}

export async function openHlsWriter(
  reporter: Pick<TaskReporter, 'segment'>,
  { display, rung = 0, seconds = SEGMENT_SECONDS }: HlsOptions,
): Promise<HlsWriter> {
  // A task may write several renditions into one folder.
  const prefix = `${rung}-`
  const [init, playlist] = [prefix + INIT, prefix + PLAYLIST]
  const segments: SegmentFile[] = []
  const out = await Muxer.open(`${workingFolder()}/${playlist}`, {
    format: 'hls',
    // temp_file: segments and playlist are renamed when complete, so every listed segment is
    // complete. negative_cts_offsets: browsers ignore edit lists, so the first frame must start at
    // zero on its own to stay in sync with the sound.
    options: {
      hls_time: seconds,
      hls_playlist_type: 'event',
      hls_segment_type: 'fmp4',
      hls_fmp4_init_filename: init,
      hls_segment_filename: `${workingFolder()}/${prefix}s%05d.m4s`,
      hls_flags: '+temp_file+independent_segments',
      hls_segment_options: 'movflags=+negative_cts_offsets',
    },
  } as never)

  const readHead = async (): Promise<HlsHead> => ({
    init: await outputFile(init, 'video/mp4'),
    ...display,
    codecs: readCodecs(await readFile(init)),
  })

  async function reportSegments() {
    const listed = listSegments(await readFile(playlist, 'utf8').catch(() => ''))
    for (const { name, duration } of listed.slice(segments.length)) {
      const segment = { ...(await outputFile(name, 'video/iso.segment')), duration }
      segments.push(segment)
      reporter.segment(segment, await readHead(), rung)
    }
  }
  let lastReport = 0
  async function report(position: number) {
    if (position - lastReport < 1) return
    lastReport = position
    await reportSegments()
  }
  async function finish() {
    await out.close()
    await reportSegments()
    return { ...(await readHead()), segments, ...bandwidthOf(segments) }
  }
  return { out, report, finish }
}

/** A path to the working folder that needs no access to its parents, which the sandbox user lacks. */
export function workingFolder(): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : '.'
}

function listSegments(playlist: string): { name: string; duration: number }[] {
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
 * BANDWIDTH is the peak over all segments. A last segment of a few frames is not representative, so
 * it is ignored unless it is the only one.
 */
function bandwidthOf(
  segments: SegmentFile[],
): Pick<HlsRendition, 'bandwidth' | 'averageBandwidth'> {
  const bits = (some: SegmentFile[]) =>
    Math.ceil(
      some.reduce((sum, { length }) => sum + length * 8, 0) /
        some.reduce((sum, { duration }) => sum + duration, 0),
    )
  const representative = segments.filter(({ duration }, n) => n === 0 || duration >= 0.5)
  return {
    bandwidth: Math.max(...representative.map((segment) => bits([segment]))),
    averageBandwidth: bits(segments),
  }
}
