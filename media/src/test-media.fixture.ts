// Generates small real media files for the tests, with the same codecs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import { AV_LOG_QUIET, AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import { Dictionary, Log, Rational, type FormatContext } from 'node-av/lib'
import { createMediaEngine } from './engine.ts'
import type { TaskResult, MediaTask } from './task.ts'
import type { HlsHead, SegmentFile } from './types.ts'

Log.setLevel(AV_LOG_QUIET)

type Recipe = {
  name: string
  format: string
  /** lavfi graphs. */
  picture?: string
  sound?: string
  /** Another track of sound. */
  more?: string
  picks?: {
    video?: string
    audio?: string
    videoOptions?: Record<string, string | number>
    gop?: number
    pixels?: string
  }
  options?: Record<string, string | number>
  timecode?: { first: string; rate: [number, number] }
  /** Degrees, as a phone would say it. */
  turned?: 90
}

export const engine = createMediaEngine({ allowUnsandboxed: true })

/** A folder that is removed after the test. */
export async function folderFor(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-media-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs one task in a new folder and collects its progress. */
export async function run<T extends MediaTask>(t: TestContext, task: T, input?: string) {
  const folder = await folderFor(t)
  const progress: number[] = []
  const segments: { segment: SegmentFile; head: HlsHead; rung: number }[] = []
  const done: TaskResult<T> = await engine.run(task, {
    input,
    folder,
    onProgress: (fraction) => progress.push(fraction),
    onSegment: (segment, head, rung) => segments.push({ segment, head, rung }),
  })
  return { done, folder, progress, segments }
}

export async function film(t: Pick<TestContext, 'after'>, recipe: Recipe): Promise<string> {
  const path = join(await folderFor(t), recipe.name)
  await using stack = new AsyncDisposableStack()
  const out = await Muxer.open(path, {
    format: recipe.format,
    options: recipe.options ?? {},
    configure: (context: FormatContext) => describe(context, recipe),
  } as never)
  const chains = []
  if (recipe.picture)
    chains.push(
      await chainOf(stack, out, recipe.picture, recipe.picks?.video ?? 'libx264', 'video', recipe),
    )
  if (recipe.sound)
    chains.push(
      await chainOf(stack, out, recipe.sound, recipe.picks?.audio ?? 'aac', 'audio', recipe),
    )
  if (recipe.more)
    chains.push(
      await chainOf(stack, out, recipe.more, recipe.picks?.audio ?? 'aac', 'audio', recipe),
    )
  await Promise.all(chains.map((chain) => chain()))
  await out.close()
  return path
}

async function chainOf(
  stack: AsyncDisposableStack,
  out: Muxer,
  graph: string,
  codec: string,
  kind: 'video' | 'audio',
  { picks }: Recipe,
) {
  const input = stack.use(await Demuxer.open(graph, { format: 'lavfi' }))
  const stream = input.streams[0]!
  const decoder = stack.use(await Decoder.create(stream))
  const filter = stack.use(
    FilterAPI.create(kind === 'video' ? `format=${picks?.pixels ?? 'yuv420p'}` : 'anull'),
  )
  const encoder = stack.use(
    await Encoder.create(codec as never, {
      decoder,
      filter,
      ...(kind === 'video'
        ? {
            gopSize: picks?.gop ?? 12,
            options:
              codec === 'libx264'
                ? { preset: 'ultrafast', ...picks?.videoOptions }
                : (picks?.videoOptions ?? {}),
          }
        : { autoResample: true }),
    }),
  )
  const place = out.addStream(encoder)
  return async () => {
    for await (using packet of encoder.packets(
      filter.frames(decoder.frames(input.packets(stream.index))),
    ))
      if (packet) await out.writePacket(packet, place)
    await out.writePacket(null, place)
  }
}

function describe({ streams: [first] }: FormatContext, { timecode, turned }: Recipe): void {
  if (first && timecode) {
    first.avgFrameRate = new Rational(...timecode.rate)
    first.metadata = Dictionary.fromObject({ timecode: timecode.first })
  }
  if (first && turned) {
    const matrix = Buffer.alloc(36)
    ;[0, 65_536, 0, -65_536, 0, 0, 0, 0, 2 ** 30].forEach((value, n) =>
      matrix.writeInt32LE(value, n * 4),
    )
    first.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix)
  }
}
