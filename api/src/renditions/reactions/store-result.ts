// Runs a step in the engine, and moves the files it wrote into the storage.
import { Readable } from 'node:stream'
import type { Step } from '../../files/contract.ts'
import type { MediaEngine, TaskOptions } from '@reelay/media'
import type { TaskResult, MediaTask } from '@reelay/media/task'
import type { HlsRendition } from '@reelay/media/types'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { NewRendition, NewRenditionPart } from '../commands/renditions.ts'
import type { StepOutcome } from '../commands/steps.ts'
import { hlsMetadata } from '@reelay/media/playlist'
import {
  RENDITION_NAMES,
  TASKS,
  TRACEABLE_NAMES,
  hlsNameOf,
  type RenditionName,
} from '../rules/steps.ts'
import { createPartStore, createSegmentStore, type StorePart } from './store-parts.ts'

/** Makes the film playable while it is encoded. */
export type GrowingRenditions = {
  begin: (rendition: NewRendition) => Promise<string>
  addParts: (id: string, parts: NewRenditionPart[]) => Promise<void>
}

/** The engine for one file, and the way from its output folder to the storage. */
type StepTools = GrowingRenditions & {
  engine: Pick<MediaEngine, 'run'>
  options: TaskOptions
  run: <T extends MediaTask>(task: T) => Promise<TaskResult<T>>
  storePart: StorePart
  storeJson: (value: unknown) => Promise<NewRenditionPart>
}

export function runStep(
  { engine, intake }: { engine: Pick<MediaEngine, 'run'>; intake: Intake },
  step: Step,
  options: TaskOptions,
  growing: GrowingRenditions,
): Promise<StepOutcome> {
  return STEPS[step]({
    ...growing,
    engine,
    options,
    run: (task) => engine.run(task, options),
    storePart: createPartStore(intake, options.folder),
    storeJson: createJsonStore(intake),
  })
}

const STEPS: Record<Step, (tools: StepTools) => Promise<StepOutcome>> = {
  probe: async ({ run }) => ({ measured: { probe: await run({ do: 'probe' }) } }),
  picture: async ({ run }) => ({ measured: { picture: await run(TASKS.picture) } }),
  copy: (tools) => runHlsStep(tools, 'copy'),
  ladder: (tools) => runHlsStep(tools, 'ladder'),
  async poster({ run, storePart }) {
    const stills = await run(TASKS.poster)
    const { width, height } = stills[0]!
    return {
      renditions: [
        {
          ...RENDITION_NAMES.poster,
          metadata: { width, height },
          parts: await mapConcurrent(stills, (still, number) => storePart(number, still)),
        },
      ],
    }
  },
  async image({ run, storePart }) {
    const stills = (await run(TASKS.image)).toSorted((a, b) => a.width - b.width)
    return {
      renditions: [
        {
          ...RENDITION_NAMES.image,
          metadata: { sizes: stills.map(({ width, height }) => ({ width, height })) },
          parts: await mapConcurrent(stills, (still, number) => storePart(number, still)),
        },
      ],
    }
  },
  async storyboard({ run, storePart }) {
    const { sheets, cells } = await run(TASKS.storyboard)
    return {
      renditions: [
        {
          ...RENDITION_NAMES.storyboard,
          metadata: { cells },
          parts: await mapConcurrent(sheets, (sheet, number) => storePart(number, sheet)),
        },
      ],
    }
  },
  async traceable({ run, storePart }) {
    const { a, b } = await run(TASKS.traceable)
    return {
      renditions: [
        await storeHls(storePart, TRACEABLE_NAMES.a, a),
        await storeHls(storePart, TRACEABLE_NAMES.b, b),
      ],
    }
  },
  async sound({ run, storeJson }) {
    const { peaks, ...sound } = await run(TASKS.sound)
    return {
      measured: { sound },
      renditions: [
        {
          ...RENDITION_NAMES.sound,
          metadata: {},
          parts: [await storeJson({ perSecond: sound.perSecond, peaks })],
        },
      ],
    }
  },
}

/** Each rendition begins with its first segment. */
async function runHlsStep(
  { engine, options, storePart, begin, addParts }: StepTools,
  step: 'copy' | 'ladder',
): Promise<StepOutcome> {
  const ids: string[] = []
  const store = createSegmentStore(storePart, async (parts, head, rung) => {
    if (ids[rung] === undefined)
      ids[rung] = await begin({
        ...hlsNameOf(step, head, rung),
        metadata: hlsMetadata(head),
        parts,
      })
    else await addParts(ids[rung], parts)
  })
  const done = await engine.run<MediaTask & { do: 'copy' | 'ladder' }>(TASKS[step], {
    ...options,
    signal: AbortSignal.any([store.failed, ...(options.signal ? [options.signal] : [])]),
    onSegment: store.add,
  })
  await store.allStored()
  return {
    completed: [done].flat().map((hls, rung) => ({
      id: ids[rung]!,
      metadata: hlsMetadata(hls),
      segments: hls.segments.length,
    })),
  }
}

/** Part 0 is the initialization segment. */
async function storeHls(
  storePart: StorePart,
  name: RenditionName,
  hls: HlsRendition,
): Promise<NewRendition> {
  const mime = hls.width === null ? 'audio/mp4' : 'video/mp4'
  return {
    ...name,
    metadata: hlsMetadata(hls),
    parts: await mapConcurrent([hls.init, ...hls.segments], (part, number) =>
      storePart(number, part, mime),
    ),
  }
}

function createJsonStore(intake: Intake): StepTools['storeJson'] {
  return async (value) => {
    const { key, length } = await intake.put(Readable.from([Buffer.from(JSON.stringify(value))]))
    return { number: 0, key, length, mime: 'application/json', duration: null }
  }
}

/** A put mostly waits for the disk. */
const CONCURRENCY = 4

async function mapConcurrent<T, R>(
  items: T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  for (let first = 0; first < items.length; first += CONCURRENCY)
    done.push(
      ...(await Promise.all(
        items.slice(first, first + CONCURRENCY).map((item, index) => work(item, first + index)),
      )),
    )
  return done
}
