import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Breakable } from '../../ui/breakable.tsx'
import { Progress } from '../../ui/progress.tsx'
import { size, span } from '../../ui/words.ts'
import { useQueue } from '../../uploads/context.ts'
import type { Item } from '../../uploads/queue.ts'
import styles from './uploading.module.css'

/** One file on its way in: how far, how fast, and what can be done about it. */
export function QueueItem({ item, here }: { item: Item; here: string }) {
  const { name, place, length, sent, state } = item
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.name} dir="auto">
        <Breakable text={name} />
        {place._id !== here && <span className={styles.said}> for <Link to="/assets/$id" params={{ id: place.slug }}>{place.name}</Link></span>}
      </div>
      <div className={styles.buttons}><Acts item={item} /></div>
      <Progress label={`Sent of ${name}`} value={length ? sent / length : Number(state === 'done')} quiet={state !== 'sending' && state !== 'done'} />
      <div className={styles.said} data-bad={state === 'failed'} role={state === 'failed' ? 'alert' : undefined}>{words(item)}</div>
    </li>
  )
}

function Acts({ item: { key, name, file, state } }: { item: Item }) {
  const queue = useQueue()
  const act = (title: string, onClick: () => void) => <Button size="xs" variant="default" onClick={onClick}>{title}<span className="unseen"> {name}</span></Button>
  if (state === 'done') return act('Dismiss', () => queue.dismiss(key))
  return (
    <>
      {state === 'failed' && act('Try again', () => void queue.again(key))}
      {/* Before it is registered there is nothing to hold up. */}
      {state !== 'failed' && file && act(state === 'paused' ? 'Resume' : 'Pause', () => queue.pauseOrResume(key))}
      {act('Cancel', () => void queue.cancel(key))}
    </>
  )
}

function words({ state, sent, length, pace, problem }: Item): string {
  const soFar = `${size(sent)} of ${size(length)}`
  if (state === 'queued') return 'Waiting for its turn'
  if (state === 'away') return `${soFar}. The service cannot be reached; it goes on by itself as soon as it can.`
  if (state === 'paused') return `${soFar}. Paused`
  if (state === 'failed') return problem ?? 'The upload stopped.'
  if (state === 'done') return `${size(length)} arrived. What is found in it stands with the file below.`
  return pace ? `${soFar}, ${size(pace)} a second, ${span((length - sent) / pace)} left` : soFar
}
