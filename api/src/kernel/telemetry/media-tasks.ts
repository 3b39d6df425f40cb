import { mediaSeconds, mediaTasks, timed } from './metrics.ts'
import { withSpan } from './tracing.ts'

/** Runs a task of the media engine as a span, and counts it. */
export async function observeMediaTask<T>(
  { do: task }: { do: string },
  run: () => Promise<T>,
): Promise<T> {
  mediaTasks.inc()
  return await timed(
    () => withSpan(() => ({ name: `media ${task}`, kind: 'internal' }), run),
    (seconds, outcome) => {
      mediaTasks.dec()
      mediaSeconds.observe({ task, outcome }, seconds)
    },
  )
}
