// What the engine left in the folder of a job becomes bytes in the storage, and what is to be said
// of them.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Step } from '../../files/contract.ts'
import type { Engine, Given } from '../../media/engine.ts'
import type { Done, Ladder, Made, Task } from '../../media/types.ts'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { NewPart } from '../commands/renditions.ts'
import type { Outcome } from '../commands/steps.ts'
import { factsOf } from '../rules/playlist.ts'
import { NAMES, TASKS } from '../rules/steps.ts'

/** The engine at work on one file, and the way from its folder to the storage. */
type Bench = {
  run: <T extends Task>(task: T) => Promise<Done<T>>
  keep: Keep
  write: (value: unknown) => Promise<NewPart>
}
type Keep = (number: number, made: Made & { duration?: number }, mime?: string) => Promise<NewPart>

export function make(
  { engine, intake }: { engine: Pick<Engine, 'run'>; intake: Intake },
  step: Step,
  given: Given,
): Promise<Outcome> {
  return MAKES[step]({
    run: (task) => engine.run(task, given),
    keep: keeper(intake, given.folder),
    write: writer(intake),
  })
}

const MAKES: Record<Step, (bench: Bench) => Promise<Outcome>> = {
  probe: async ({ run }) => ({ found: { probe: await run({ do: 'probe' }) } }),
  picture: async ({ run }) => ({ found: { picture: await run(TASKS.picture) } }),
  copy: (bench) => variant(bench, 'copy'),
  ladder: (bench) => variant(bench, 'ladder'),
  'ladder-720': (bench) => variant(bench, 'ladder-720'),
  'ladder-360': (bench) => variant(bench, 'ladder-360'),
  async poster({ run, keep }) {
    const { width, height, ...still } = await run(TASKS.poster)
    return { made: { ...NAMES.poster, facts: { width, height }, parts: [await keep(0, still)] } }
  },
  async image({ run, keep }) {
    const stills = (await run(TASKS.image)).toSorted((one, other) => one.width - other.width)
    return {
      made: {
        ...NAMES.image,
        facts: { sizes: stills.map(({ width, height }) => ({ width, height })) },
        parts: await each(stills, (still, number) => keep(number, still)),
      },
    }
  },
  async storyboard({ run, keep }) {
    const { sheets, cells } = await run(TASKS.storyboard)
    return {
      made: {
        ...NAMES.storyboard,
        facts: { cells },
        parts: await each(sheets, (sheet, number) => keep(number, sheet)),
      },
    }
  },
  async sound({ run, write }) {
    const { peaks, ...sound } = await run(TASKS.sound)
    return {
      found: { sound },
      made: {
        ...NAMES.sound,
        facts: {},
        parts: [await write({ perSecond: sound.perSecond, peaks })],
      },
    }
  },
}

/** Part 0 is the beginning that every segment needs. */
async function variant(
  { run, keep }: Bench,
  step: 'copy' | 'ladder' | 'ladder-720' | 'ladder-360',
): Promise<Outcome> {
  const ladder: Ladder = await run<Task & { do: 'copy' | 'ladder' }>(TASKS[step])
  const mime = ladder.width === null ? 'audio/mp4' : 'video/mp4'
  return {
    made: {
      ...NAMES[step],
      facts: factsOf(ladder),
      parts: await each([ladder.init, ...ladder.segments], (part, number) =>
        keep(number, part, mime),
      ),
    },
  }
}

export function keeper(intake: Intake, folder: string): Keep {
  return async (number, { name, mime, duration }, said = mime) => {
    const { key, length } = await intake.put(createReadStream(join(folder, name)))
    return { number, key, length, mime: said, duration: duration ?? null }
  }
}

function writer(intake: Intake): Bench['write'] {
  return async (value) => {
    const { key, length } = await intake.put(Readable.from([Buffer.from(JSON.stringify(value))]))
    return { number: 0, key, length, mime: 'application/json', duration: null }
  }
}

/** A put waits for the disk most of the time. */
const AT_ONCE = 4

async function each<T, R>(items: T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(
      ...(await Promise.all(
        items.slice(at, at + AT_ONCE).map((item, index) => work(item, at + index)),
      )),
    )
  return done
}
